# SPDX-License-Identifier: MIT
"""_abi.py and _names.py against what a C compiler makes of the headers."""

import ctypes
import os
import re
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

from aicore import _abi, _names

TREE = Path(__file__).resolve().parents[3]

STRUCTS = {
    "struct aicore_operand": _abi.Operand, "struct aicore_report": _abi.Report,
    "struct aicore_info": _abi.Info, "struct ac_tensor": _abi.Tensor,
    "struct ac_mask": _abi.Mask, "struct ac_batch": _abi.Batch,
    "struct ac_copy_params": _abi.CopyParams,
    "struct ac_copy_enhanced": _abi.CopyEnhanced,
    "struct ac_buffer": _abi.Buffer, "struct ac_memory": _abi.Memory,
    "struct ac_names": _abi.Names,
}

ENUMS = {
    "aicore_soc_id": (_names.Soc, "AICORE_SOC_"),
    "aicore_position": (_names.TPosition, "AICORE_POSITION_"),
    "aicore_type": (_names.Type, "AICORE_TYPE_"),
    "aicore_region": (_names.Region, "AICORE_REGION_"),
    "aicore_reduce_order": (_names.ReduceOrder, "AICORE_ORDER_"),
    "aicore_block_mode": (_names.BlockMode, "AICORE_BLOCK_MODE_"),
    "aicore_deq_scale": (_names.DeqScale, "AICORE_DEQ_SCALE_"),
    "aicore_reason": (_names.Reason, "AICORE_REASON_"),
}


def layout_of_c():
    """NAME.FIELD OFFSET SIZE of all structs, as gcc has them."""
    lines = ["#include <stddef.h>", "#include <stdio.h>",
             '#include "libaicore.h"', "int main(void) {"]
    for name, struct in STRUCTS.items():
        lines.append(f'printf("{name} 0 %zu\\n", sizeof({name}));')
        for field in struct._fields_:
            lines.append(
                f'printf("{name}.{field[0]} %zu %zu\\n", offsetof({name}, '
                f'{field[0]}), sizeof((({name} *)0)->{field[0]}));')
    lines += ["return 0;", "}"]
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "layout.c"
        source.write_text("\n".join(lines))
        subprocess.run(
            ["cc", f"-I{TREE}/uapi", f"-I{TREE}/userlib/include", "-o",
             f"{folder}/layout", str(source)], check=True)
        return subprocess.run([f"{folder}/layout"], check=True, text=True,
                              stdout=subprocess.PIPE).stdout.split("\n")[:-1]


def layout_here():
    for name, struct in STRUCTS.items():
        yield f"{name} 0 {ctypes.sizeof(struct)}"
        for field in struct._fields_:
            there = getattr(struct, field[0])
            yield f"{name}.{field[0]} {there.offset} {there.size}"


class Abi(unittest.TestCase):
    @unittest.skipUnless(shutil.which("cc") and not os.environ.get("AICORE_GUEST"),
                         "no compiler")
    def test_structs(self):
        self.assertEqual(list(layout_here()), layout_of_c())

    def test_enumerations(self):
        header = (TREE / "uapi" / "aicore.h").read_text()
        for name, (enum, prefix) in ENUMS.items():
            body = re.search(rf"enum {name} \{{(.*?)\}};", header, re.S).group(1)
            wanted = {key.replace(prefix, "").replace("AICORE_", ""): int(value)
                      for key, value in re.findall(r"(\w+) = (\d+)", body)}
            wanted.pop("NONE", None) if enum is _names.Soc else None
            here = {key.upper(): value for key, value in
                    ((m.name, m.value) for m in enum)}
            self.assertEqual(here, wanted, name)

    def test_calls(self):
        """All calls that are declared here are the library's."""
        header = re.sub(r"/\*.*?\*/", "", (
            TREE / "userlib/include/libaicore.h").read_text(), flags=re.S)
        for call in list(_abi.CALLS) + list(_abi.HOST_CALLS):
            declared = re.search(rf"\b{call}\(([^;]*)\);", header)
            self.assertTrue(declared, call)
            text = declared.group(1)
            count = 0 if text == "void" else text.count(",") + 1
            known = (_abi.CALLS.get(call) or _abi.HOST_CALLS[call])[1]
            self.assertEqual(len(known), count, call)
