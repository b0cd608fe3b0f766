/* SPDX-License-Identifier: GPL-2.0-only WITH Linux-syscall-note */
/*
 * aicore - an emulated Ascend AI Core behind a character device.
 *
 * This header is the whole contract between the kernel module and its users.
 * It needs nothing but <linux/types.h> and <linux/ioctl.h> and compiles as C90
 * and as C++.
 *
 *
 * 1. Two kinds of file
 * --------------------
 *
 * open("/dev/aicore") gives a DEVICE fd: one NPU with its global memory (GM).
 * Every open is a new NPU which shares nothing with the others; dup(), fork()
 * and fd passing share one.
 *
 * AICORE_IOC_CORE_CREATE on a device fd gives a CORE fd: one AI Core of that
 * NPU with its private UB, L1 and L0C, its vector mask register and one queue
 * of batches that run in order. Cores of one device share its buffers and run
 * in parallel: a kernel launch with blockDim N is N cores. A core keeps its
 * device alive after the device fd is closed, and ends with its last close.
 *
 * The life of a small program:
 *
 *	fd = open("/dev/aicore", O_RDWR | O_CLOEXEC);
 *	ioctl(fd, AICORE_IOC_SETUP, &setup);            which product
 *	ioctl(fd, AICORE_IOC_BUFFER_CREATE, &buffer);   global memory
 *	gm = mmap(NULL, n, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
 *		  buffer.mmap_offset);
 *	ioctl(fd, AICORE_IOC_CORE_CREATE, &core);       core.fd
 *	ioctl(core.fd, AICORE_IOC_SUBMIT, &submit);     descriptors, WAIT
 *	read the result through gm: no copy call is needed
 *
 *
 * 2. Argument structs
 * -------------------
 *
 * Every ioctl takes a pointer to a struct that starts with
 *
 *	__u32 size	sizeof the struct that the caller was compiled with
 *	__u32 flags	AICORE_*_... bits of that call; unknown bits: EINVAL
 *
 * The kernel accepts a shorter struct of an older header (what is missing
 * counts as zero) and a longer one of a newer header as long as the bytes that
 * it doesn't know are zero. Reserved fields must be zero. All fields have the
 * same place in 32-bit and 64-bit programs. Outputs are copied back also when
 * the call fails.
 *
 * errno has one meaning everywhere:
 *
 *	ENOTTY		no such ioctl on this kind of file
 *	E2BIG		the struct is longer than the kernel knows and the
 *			excess isn't zero
 *	EINVAL		a value that is wrong, or wrong at this moment
 *	EOPNOTSUPP	a value that is known, but that this product lacks
 *	ENOENT		no such buffer, memory or sequence number
 *	ESTALE		the batch is so old that its result was dropped
 *	ERANGE		an operand leaves its memory or buffer
 *	EDQUOT		a limit that INFO reports was reached
 *	ENOMEM		memory could not be had
 *	EBUSY		SETUP was done already
 *	EAGAIN		the queue is full (NONBLOCK), or no record to read
 *			(O_NONBLOCK)
 *	ETIMEDOUT	the deadline passed
 *	EINTR		a signal came; see SUBMIT
 *	EFAULT		a pointer of the caller leads nowhere
 *
 * and as the result of a batch
 *
 *	EINVAL		a parameter vector broke a rule (see report)
 *	ECANCELED	dropped or stopped by RESET or by the last close
 *	ETIME		stopped by the watchdog
 *	EIO		a failure that an administrator asked for
 *
 * A call that fails has changed nothing, with one exception: when the answer
 * of a SUBMIT can't be written although it could at the call's beginning, the
 * batch has been queued all the same, and the caller sees EFAULT.
 */
#ifndef _UAPI_AICORE_H
#define _UAPI_AICORE_H

#include <linux/ioctl.h>
#include <linux/types.h>

/* What AICORE_IOC_INFO answers in abi. It grows with every addition. */
#define AICORE_ABI		2

/*
 * 3. Vocabulary
 * -------------
 *
 * The names are those of the Ascend C documents. All enumerations start at 1
 * where 0 means nothing in particular, so that a forgotten field is an error;
 * those that the documents number (blockMode, deqScale, ...) keep the
 * documents' numbers.
 */

/*
 * Products. The number is what SETUP takes; sizes and abilities reach the
 * caller through INFO and REGION_INFO and are no constants of this header.
 */
enum aicore_soc_id {
	AICORE_SOC_NONE = 0,		/* before SETUP */
	AICORE_SOC_ASCEND910 = 1,	/* Atlas training series */
	AICORE_SOC_ASCEND310P = 2,	/* Atlas inference series, AI Core */
	AICORE_SOC_ASCEND310P_VEC = 3,	/* the same, Vector Core */
	AICORE_SOC_ASCEND910B = 4,	/* Atlas A2 training, 800I A2 */
	AICORE_SOC_ASCEND910C = 5,	/* Atlas A3 */
	AICORE_SOC_ASCEND310B = 6,	/* Atlas 200I/500 A2 inference */
	AICORE_SOC_ASCEND950 = 7,	/* Ascend 950PR, 950DT */
};

/*
 * TPosition: where an operand lives. VECIN, VECCALC and VECOUT are one memory,
 * the UB; A1, B1 and TSCM are one, the L1; CO1 is the L0C. CO2 is UB on the
 * products up to ascend310p and global memory on the later ones.
 */
enum aicore_position {
	AICORE_POSITION_GM = 1,
	AICORE_POSITION_VECIN = 2,
	AICORE_POSITION_VECCALC = 3,
	AICORE_POSITION_VECOUT = 4,
	AICORE_POSITION_A1 = 5,
	AICORE_POSITION_B1 = 6,
	AICORE_POSITION_TSCM = 7,
	AICORE_POSITION_CO1 = 8,
	AICORE_POSITION_CO2 = 9,
};

/* Memories of a core, for REGION_INFO and mmap. */
enum aicore_region {
	AICORE_REGION_UB = 1,
	AICORE_REGION_L1 = 2,
	AICORE_REGION_L0C = 3,
};

/* Element types. half is IEEE binary16, float binary32, double binary64. */
enum aicore_type {
	AICORE_TYPE_INT8 = 1,
	AICORE_TYPE_UINT8 = 2,
	AICORE_TYPE_INT16 = 3,
	AICORE_TYPE_UINT16 = 4,
	AICORE_TYPE_INT32 = 5,
	AICORE_TYPE_UINT32 = 6,
	AICORE_TYPE_INT64 = 7,
	AICORE_TYPE_UINT64 = 8,
	AICORE_TYPE_HALF = 9,
	AICORE_TYPE_BFLOAT16 = 10,
	AICORE_TYPE_FLOAT = 11,
	AICORE_TYPE_DOUBLE = 12,
};

/* Operations. INFO has a bit (1 << number) for each that the product has. */
enum aicore_op {
	AICORE_OP_DATA_COPY = 1,
	AICORE_OP_SET_VECTOR_MASK = 2,
	AICORE_OP_WHOLE_REDUCE_SUM = 3,
	AICORE_OP_WHOLE_REDUCE_MAX = 4,
	AICORE_OP_WHOLE_REDUCE_MIN = 5,
	AICORE_OP_BLOCK_REDUCE_SUM = 6,
	AICORE_OP_BLOCK_REDUCE_MAX = 7,
	AICORE_OP_BLOCK_REDUCE_MIN = 8,
	AICORE_OP_PAIR_REDUCE_SUM = 9,
	AICORE_OP_REPEAT_REDUCE_SUM = 10,
};

/* How a reduce call gets its mask. */
enum aicore_mask_form {
	AICORE_MASK_CONTIGUOUS = 1,	/* mask[0] = n: lanes 0..n-1 */
	AICORE_MASK_BITWISE = 2,	/* bit i of mask[i / 64] selects lane i */
	AICORE_MASK_EXTERNAL = 3,	/* isSetMask=false: the mask register */
};

/* ReduceOrder of WholeReduceMax and WholeReduceMin, the documents' numbers. */
enum aicore_reduce_order {
	AICORE_ORDER_VALUE_INDEX = 0,
	AICORE_ORDER_INDEX_VALUE = 1,
	AICORE_ORDER_ONLY_VALUE = 2,
	AICORE_ORDER_ONLY_INDEX = 3,
};

/* Mask modes of SetVectorMask. */
enum aicore_mask_mode {
	AICORE_MASK_MODE_NORMAL = 0,
	AICORE_MASK_MODE_COUNTER = 1,
};

/* BlockMode, the documents' numbers. */
enum aicore_block_mode {
	AICORE_BLOCK_MODE_NORMAL = 0,
	AICORE_BLOCK_MODE_MATRIX = 1,
	AICORE_BLOCK_MODE_VECTOR = 2,
	AICORE_BLOCK_MODE_SMALL_CHANNEL = 3,
	AICORE_BLOCK_MODE_DEPTHWISE = 4,
};

/* DeqScale, the documents' numbers. */
enum aicore_deq_scale {
	AICORE_DEQ_SCALE_NONE = 0,
	AICORE_DEQ_SCALE_DEQ = 1,
	AICORE_DEQ_SCALE_VDEQ = 2,
	AICORE_DEQ_SCALE_DEQ8 = 3,
	AICORE_DEQ_SCALE_VDEQ8 = 4,
	AICORE_DEQ_SCALE_DEQ16 = 5,
	AICORE_DEQ_SCALE_VDEQ16 = 6,
};

/* pad_t. Nothing but PAD_NONE is supported where padMode counts. */
enum aicore_pad_mode {
	AICORE_PAD_NONE = 0,
	AICORE_PAD_MODE1 = 1,
	AICORE_PAD_MODE2 = 2,
	AICORE_PAD_MODE3 = 3,
	AICORE_PAD_MODE4 = 4,
	AICORE_PAD_MODE5 = 5,
};

/*
 * Bit fields of a 64-bit deqValue and of the elements of a VDEQ8 or VDEQ16
 * parameter vector. DEQ and VDEQ use a half in bits 15:0 instead.
 */
#define AICORE_DEQ_M_SHIFT	0	/* 31:0  M, a float */
#define AICORE_DEQ_N_SHIFT	32	/* 35:32 N, shift amount minus one */
#define AICORE_DEQ_MCB_SHIFT	36	/* 36    mode control bit */
#define AICORE_DEQ_OFFSET_SHIFT	37	/* 45:37 Offset, signed */
#define AICORE_DEQ_SIGN_SHIFT	46	/* 46    1: int8, 0: uint8 */
#define AICORE_DEQ_RELU_SHIFT	47	/* 47    Relu */

/*
 * 4. Descriptors
 * --------------
 *
 * A batch is an array of descriptors of AICORE_DESC_BYTES bytes each. Numeric
 * fields are wider than the hardware's on purpose: a value that is too large
 * is refused by the rule for that parameter instead of being cut.
 */
#define AICORE_DESC_BYTES	128

/**
 * struct aicore_operand - where an operand starts
 * @position: enum aicore_position
 * @buffer: handle of BUFFER_CREATE for GM, and for CO2 on the products that
 *	have it in global memory; zero otherwise
 * @offset: in bytes from the start of the memory or buffer
 */
struct aicore_operand {
	__u32 position;
	__u32 buffer;
	__u64 offset;
};

/**
 * struct aicore_reduce - WholeReduceSum and its family
 * @mask_form: enum aicore_mask_form; RepeatReduceSum has no BITWISE
 * @order: enum aicore_reduce_order for WholeReduceMax and WholeReduceMin; must
 *	be 0 for the others
 * @mask: by mask_form; [1] must be 0 with CONTIGUOUS, both are ignored with
 *	EXTERNAL. 32-bit source types look at [0] only.
 * @repeat_time: repeatTime, 0..255; ignored in counter mode
 * @dst_rep_stride: dstRepStride, 0..65535, in units of what one repeat writes
 * @src_blk_stride: srcBlkStride, 0..65535, in DataBlocks of 32 bytes
 * @src_rep_stride: srcRepStride, 0..65535, in DataBlocks of 32 bytes
 * @dst_blk_stride: dstBlkStride of RepeatReduceSum, which ignores it; must be 0
 *	for the others
 * @reserved: must be 0
 *
 * Lane e of repeat r is read at
 *	src + 32 * (r * srcRepStride + e / P * srcBlkStride) + e % P * s
 * with s the size of a source element and P = 32 / s; a repeat has E = 256 / s
 * lanes. src is aligned to 32 bytes. Repeat r writes at
 *	dst + r * dstRepStride * unit
 *
 *	operation		writes			unit	dst alignment
 *	WholeReduceSum,		1 sum, of size d	d	d
 *	RepeatReduceSum
 *	WholeReduceMax, -Min
 *	  VALUE_INDEX		value, index		2 s	2 s
 *	  INDEX_VALUE		index, value		2 s	2 s
 *	  ONLY_VALUE		value			s	s
 *	  ONLY_INDEX		a 32-bit index		4	4
 *	BlockReduce...		8 results, one for	8 s	8 s
 *				each DataBlock
 *	PairReduceSum		E / 2 sums of		128	32
 *				neighbours
 *
 * An index is the lane within the repeat, as a raw integer as wide as the
 * value. dst_type is the type of the sums or values; with ONLY_INDEX it may
 * also be UINT32.
 */
struct aicore_reduce {
	__u32 mask_form;
	__u32 order;
	__u64 mask[2];
	__u64 repeat_time;
	__u64 dst_rep_stride;
	__u64 src_blk_stride;
	__u64 src_rep_stride;
	__u64 dst_blk_stride;
	__u64 reserved[2];
};

/**
 * struct aicore_copy - DataCopy(dst, src, DataCopyParams, DataCopyEnhancedParams)
 * @block_count: blockCount, 1..4095
 * @block_len: blockLen, 1..65535, in units of the path
 * @src_stride: srcStride, 0..65535: gap between the end of one block and the
 *	start of the next, in units of the path
 * @dst_stride: dstStride, likewise
 * @block_mode: enum aicore_block_mode
 * @deq_scale: enum aicore_deq_scale
 * @deq_value: deqValue, for the scalar modes DEQ, DEQ8, DEQ16
 * @deq_tensor_addr: deqTensorAddr, for the vector modes: byte offset in UB,
 *	aligned to 32 bytes; 0 is a valid address
 * @pad_value: padValue, ignored
 * @sid_store_mode: sidStoreMode, 0..2, for DEQ8 and VDEQ8. Rows of 16 results: 0
 *	writes the first half of a line of 32 bytes each, 1 the second, and the
 *	other half stays as it was; 2 packs them. Otherwise without effect.
 * @is_relu: isRelu, 0 or 1
 * @pad_mode: enum aicore_pad_mode
 *
 * Everything from @block_mode on has an effect on CO1->CO2 (and @block_mode on
 * CO2->CO1) only; on the other paths it is ignored, whatever it holds, and all
 * units are 32 bytes. On CO1->CO2 blockLen and srcStride count fractals of
 * 16 x 16 source elements and dstStride counts 32 bytes.
 */
struct aicore_copy {
	__u64 block_count;
	__u64 block_len;
	__u64 src_stride;
	__u64 dst_stride;
	__u32 block_mode;
	__u32 deq_scale;
	__u64 deq_value;
	__u64 deq_tensor_addr;
	__u64 pad_value;
	__u64 sid_store_mode;
	__u32 is_relu;
	__u32 pad_mode;
};

/**
 * struct aicore_set_mask - SetVectorMask
 * @mode: enum aicore_mask_mode
 * @reserved0: must be 0
 * @mask: both words of the register in normal mode; must be 0 in counter mode
 * @count: number of elements in counter mode, 0..2^32-1; must be 0 in normal
 *	mode
 * @reserved: must be 0
 *
 * dst, src and both types of the descriptor must be 0.
 */
struct aicore_set_mask {
	__u32 mode;
	__u32 reserved0;
	__u64 mask[2];
	__u64 count;
	__u64 reserved[6];
};

/**
 * struct aicore_desc - one operation
 * @op: enum aicore_op
 * @flags: must be 0
 * @dst: where results go
 * @src: where elements come from
 * @src_type: enum aicore_type of the source
 * @dst_type: enum aicore_type of the results
 * @reduce: for the reduce family
 * @copy: for DATA_COPY
 * @set_mask: for SET_VECTOR_MASK
 */
struct aicore_desc {
	__u32 op;
	__u32 flags;
	struct aicore_operand dst;
	struct aicore_operand src;
	__u32 src_type;
	__u32 dst_type;
	union {
		struct aicore_reduce reduce;
		struct aicore_copy copy;
		struct aicore_set_mask set_mask;
	};
};

/*
 * 5. Why something was refused or stopped
 * ---------------------------------------
 *
 * Everything that doesn't depend on the contents of memory is checked for the
 * whole batch before anything is queued. Reported is the first descriptor that
 * fails and its first rule that fails, in this order: reserved bits, operation
 * and product, positions and path, types, ranges of the fields in the order of
 * the descriptor, mask, combinations of modes, alignment (dst, src, vector),
 * extents (the same order), overlap.
 */
enum aicore_reason {
	AICORE_REASON_NONE = 0,
	/* EINVAL. A flag, an unused or a reserved field is not zero. */
	AICORE_REASON_RESERVED = 1,
	/* EINVAL. There is no such operation. */
	AICORE_REASON_OP_UNKNOWN = 2,
	/* EOPNOTSUPP. The product lacks the operation. */
	AICORE_REASON_OP_PRODUCT = 3,
	/* EINVAL. There is no such position. */
	AICORE_REASON_POSITION_UNKNOWN = 4,
	/* EOPNOTSUPP. The product has no memory behind the position. */
	AICORE_REASON_POSITION_ABSENT = 5,
	/* EINVAL. The operation takes no operand from there: it wants UB. */
	AICORE_REASON_POSITION_OPERAND = 6,
	/* EINVAL. The position is global memory and no buffer is given. */
	AICORE_REASON_BUFFER_MISSING = 7,
	/* EINVAL. The position is on the chip and a buffer is given. */
	AICORE_REASON_BUFFER_EXCESS = 8,
	/* ENOENT. There is no such buffer; value is the handle. */
	AICORE_REASON_BUFFER_UNKNOWN = 9,
	/* EOPNOTSUPP. The product has no path from src to dst. */
	AICORE_REASON_PATH = 10,
	/* EINVAL. There is no such type. */
	AICORE_REASON_TYPE_UNKNOWN = 11,
	/* EOPNOTSUPP. The operation or path doesn't take this pair of types. */
	AICORE_REASON_TYPE_PAIR = 12,
	/* EINVAL. The field is not in low..high. */
	AICORE_REASON_RANGE = 13,
	/* EOPNOTSUPP. The product doesn't take dstRepStride 0. */
	AICORE_REASON_STRIDE_ZERO = 14,
	/* EINVAL. mask = n is more than the lanes of a repeat (high). */
	AICORE_REASON_MASK_RANGE = 15,
	/* EINVAL. No lane is selected, and the product wants one. */
	AICORE_REASON_MASK_ZERO = 16,
	/* EOPNOTSUPP. The product has no counter mode. */
	AICORE_REASON_COUNTER_PRODUCT = 17,
	/* EOPNOTSUPP. The blockMode isn't supported on this path. */
	AICORE_REASON_BLOCK_MODE = 18,
	/* EOPNOTSUPP. padMode is not PAD_NONE. */
	AICORE_REASON_PAD_MODE = 19,
	/* EINVAL. This deqScale doesn't belong to this pair of types. */
	AICORE_REASON_DEQ_SCALE = 20,
	/* EINVAL. isRelu can't be combined with these types and deqScale. */
	AICORE_REASON_RELU = 21,
	/* EINVAL. The Relu bit of deqValue is set, isRelu is not. */
	AICORE_REASON_RELU_MISMATCH = 22,
	/* EINVAL. The Sign bit of deqValue is set for a uint8 destination. */
	AICORE_REASON_SIGN = 23,
	/* EINVAL. Offset isn't what relu asks for: -128 (int8), 0 (uint8). */
	AICORE_REASON_RELU_OFFSET = 24,
	/* EINVAL, result. MCB differs within one parameter vector. */
	AICORE_REASON_MCB = 25,
	/* EINVAL. The start offset is no multiple of low bytes. */
	AICORE_REASON_ALIGNMENT = 26,
	/*
	 * ERANGE. The operand needs the bytes up to value, its memory ends at
	 * high. step is the first repeat or block that leaves it. An operand
	 * that starts outside is reported with its start, even if it is empty.
	 */
	AICORE_REASON_EXTENT = 27,
	/*
	 * EINVAL. For a reduction: results of repeat step would be read by
	 * a later repeat. For a copy: block step of dst meets a block of src.
	 */
	AICORE_REASON_OVERLAP = 28,
	/* EINVAL. Block step of dst meets the parameter vector. */
	AICORE_REASON_OVERLAP_VECTOR = 29,
	/* ECANCELED, result. RESET or the last close. */
	AICORE_REASON_CANCELLED = 30,
	/* ETIME, result. No progress for the watchdog's time. */
	AICORE_REASON_WATCHDOG = 31,
	/* EIO, result. A failure that was asked for by fault injection. */
	AICORE_REASON_INJECTED = 32,
	/* EOPNOTSUPP. The product doesn't have this order of results. */
	AICORE_REASON_ORDER = 33,
	/* EINVAL. The operation takes no mask of this form. */
	AICORE_REASON_MASK_FORM = 34,
};

/* Which parameter a report speaks of. Names in comments: the documents'. */
enum aicore_field {
	AICORE_FIELD_NONE = 0,
	AICORE_FIELD_OP = 1,
	AICORE_FIELD_FLAGS = 2,
	AICORE_FIELD_RESERVED = 3,
	AICORE_FIELD_DST = 4,			/* dst */
	AICORE_FIELD_SRC = 5,			/* src */
	AICORE_FIELD_SRC_TYPE = 6,		/* type of src */
	AICORE_FIELD_DST_TYPE = 7,		/* type of dst */
	AICORE_FIELD_MASK = 8,			/* mask */
	AICORE_FIELD_MASK_FORM = 9,		/* isSetMask and form of mask */
	AICORE_FIELD_REPEAT_TIME = 10,		/* repeatTime */
	AICORE_FIELD_DST_REP_STRIDE = 11,	/* dstRepStride */
	AICORE_FIELD_SRC_BLK_STRIDE = 12,	/* srcBlkStride */
	AICORE_FIELD_SRC_REP_STRIDE = 13,	/* srcRepStride */
	AICORE_FIELD_DST_BLK_STRIDE = 14,	/* dstBlkStride */
	AICORE_FIELD_ORDER = 15,		/* order */
	AICORE_FIELD_MODE = 16,			/* mode of SetVectorMask */
	AICORE_FIELD_COUNT = 17,		/* count of SetVectorMask */
	AICORE_FIELD_BLOCK_COUNT = 18,		/* blockCount */
	AICORE_FIELD_BLOCK_LEN = 19,		/* blockLen */
	AICORE_FIELD_SRC_STRIDE = 20,		/* srcStride */
	AICORE_FIELD_DST_STRIDE = 21,		/* dstStride */
	AICORE_FIELD_BLOCK_MODE = 22,		/* blockMode */
	AICORE_FIELD_DEQ_SCALE = 23,		/* deqScale */
	AICORE_FIELD_DEQ_VALUE = 24,		/* deqValue */
	AICORE_FIELD_DEQ_TENSOR_ADDR = 25,	/* deqTensorAddr */
	AICORE_FIELD_SID_STORE_MODE = 26,	/* sidStoreMode */
	AICORE_FIELD_IS_RELU = 27,		/* isRelu */
	AICORE_FIELD_PAD_MODE = 28,		/* padMode */
	AICORE_FIELD_RELU = 29,			/* bit 47 of deqValue */
	AICORE_FIELD_SIGN = 30,			/* bit 46 of deqValue */
	AICORE_FIELD_OFFSET = 31,		/* bits 45:37 of deqValue */
	AICORE_FIELD_MCB = 32,			/* bit 36 of deqValue */
};

/* No repeat, block or column is meant. */
#define AICORE_NO_STEP		0xffffffffU

/**
 * struct aicore_report - why a descriptor was refused or a batch stopped
 * @index: of the descriptor within the batch
 * @reason: enum aicore_reason; NONE when there is nothing to report
 * @field: enum aicore_field
 * @step: the repeat or block at fault, or AICORE_NO_STEP
 * @column: the column of a parameter vector, or AICORE_NO_STEP
 * @reserved: 0
 * @value: what was found (an Offset as a signed number)
 * @low: least allowed value, or the alignment asked for
 * @high: greatest allowed value, or the size of the memory
 */
struct aicore_report {
	__u32 index;
	__u32 reason;
	__u32 field;
	__u32 step;
	__u32 column;
	__u32 reserved;
	__u64 value;
	__u64 low;
	__u64 high;
};

/*
 * 6. Calls on either kind of file
 * -------------------------------
 */
#define AICORE_IOC_TYPE		0xE7

/*
 * AICORE_IOC_INFO: product, abilities and limits. Works before SETUP (soc is
 * then AICORE_SOC_NONE and what depends on it is 0) and on both kinds of file.
 */
#define AICORE_IOC_INFO		_IO(AICORE_IOC_TYPE, 0x00)

/**
 * struct aicore_info - everything that a program needs to adapt itself to
 * @size: sizeof(struct aicore_info)
 * @flags: must be 0
 * @abi: AICORE_ABI of the kernel module
 * @soc: enum aicore_soc_id
 * @saturate: 1: half results saturate at +-65504, 0: inf and nan appear
 * @permissive: 1: see SETUP
 * @features: 0; later additions that @abi alone can't tell get a bit here
 * @ops: bit (1 << enum aicore_op) for each operation of the product
 * @ub_bytes: size of UB
 * @l1_bytes: size of L1, 0 if the product has none
 * @l0c_bytes: size of L0C, 0 if the product has none
 * @desc_bytes: size of the largest descriptor that the kernel knows
 * @max_descs: descriptors in one SUBMIT
 * @max_inflight: batches of one core that are queued or running, and records
 *	that nobody has read yet
 * @max_cores: cores of one device
 * @max_buffers: buffers of one device
 * @max_buffer_bytes: size of one buffer
 * @max_device_bytes: all buffers and core memories of one device
 * @results_kept: how many finished batches WAIT can be asked about
 * @watchdog_ms: a batch that makes no progress for so long is stopped
 * @buffers: buffers of this device now
 * @cores: cores of this device now
 * @device_bytes: bytes of buffers and core memories of this device now
 */
struct aicore_info {
	__u32 size;
	__u32 flags;
	__u32 abi;
	__u32 soc;
	__u32 saturate;
	__u32 permissive;
	__u64 features;
	__u64 ops;
	__u32 ub_bytes;
	__u32 l1_bytes;
	__u32 l0c_bytes;
	__u32 desc_bytes;
	__u32 max_descs;
	__u32 max_inflight;
	__u32 max_cores;
	__u32 max_buffers;
	__u64 max_buffer_bytes;
	__u64 max_device_bytes;
	__u32 results_kept;
	__u32 watchdog_ms;
	__u32 buffers;
	__u32 cores;
	__u64 device_bytes;
};

/*
 * 7. Calls on a device fd
 * -----------------------
 */

/*
 * AICORE_IOC_SETUP: choose the product, once. BUFFER_CREATE and CORE_CREATE
 * before it are EINVAL; a second SETUP is EBUSY. An unknown product, overflow
 * mode or check mode is EINVAL; AICORE_OVERFLOW_INFNAN on ascend910, which can
 * only saturate, is EOPNOTSUPP.
 */
#define AICORE_IOC_SETUP		_IO(AICORE_IOC_TYPE, 0x01)

/* What half results do on overflow. */
enum aicore_overflow {
	AICORE_OVERFLOW_DEFAULT = 0,	/* as the product comes */
	AICORE_OVERFLOW_SATURATE = 1,	/* inf -> +-65504, nan -> 0 */
	AICORE_OVERFLOW_INFNAN = 2,	/* plain IEEE 754 */
};

/*
 * How strictly descriptors are checked. STRICT refuses all that the documents
 * exclude or leave undefined. PERMISSIVE does what public headers or silicon
 * do where that is known: a zero mask is no operation, isRelu is ignored where
 * it isn't supported, Relu, Offset, Sign and MCB may contradict each other,
 * operands may overlap, blockCount and blockLen may be 0. Bounds, alignment,
 * paths and types are never relaxed.
 */
enum aicore_check {
	AICORE_CHECK_STRICT = 0,
	AICORE_CHECK_PERMISSIVE = 1,
};

/*
 * Add halves in float nodes and round the result once, instead of rounding at
 * every node. The documents leave room for this reading (docs/rules.md, Q8);
 * when half results saturate, nodes stay within +-65504. Sums only.
 */
#define AICORE_SETUP_FLOAT_NODES	(1U << 0)

/**
 * struct aicore_setup - argument of SETUP
 * @size: sizeof(struct aicore_setup)
 * @flags: AICORE_SETUP_...
 * @soc: enum aicore_soc_id
 * @overflow: enum aicore_overflow
 * @check: enum aicore_check
 * @reserved: must be 0
 */
struct aicore_setup {
	__u32 size;
	__u32 flags;
	__u32 soc;
	__u32 overflow;
	__u32 check;
	__u32 reserved;
};

/*
 * AICORE_IOC_BUFFER_CREATE: a piece of global memory, zeroed, charged to the
 * caller's memory cgroup. EINVAL for 0 bytes; EDQUOT above a limit of INFO.
 */
#define AICORE_IOC_BUFFER_CREATE	_IO(AICORE_IOC_TYPE, 0x02)

/**
 * struct aicore_buffer_create - argument of BUFFER_CREATE
 * @size: sizeof(struct aicore_buffer_create)
 * @flags: must be 0
 * @bytes: size; operands end here, not at the end of the last page
 * @mmap_offset: out: what to give to mmap() on the device fd
 * @handle: out: never 0; handles are given out in a cycle, so that a stale one
 *	fails for a long time instead of naming another buffer
 * @reserved: must be 0
 *
 * mmap() wants MAP_SHARED, or a private mapping without write access. Mappings
 * are the memory itself: what a finished batch wrote is there, and what is
 * stored there is seen by batches submitted later. While a batch that touches
 * the buffer is queued or runs, its contents are undefined.
 */
struct aicore_buffer_create {
	__u32 size;
	__u32 flags;
	__u64 bytes;
	__u64 mmap_offset;
	__u32 handle;
	__u32 reserved;
};

/*
 * AICORE_IOC_BUFFER_DESTROY: forget a handle. Batches in flight and mappings
 * keep the memory until they are gone. ENOENT for an unknown handle.
 */
#define AICORE_IOC_BUFFER_DESTROY	_IO(AICORE_IOC_TYPE, 0x03)

/**
 * struct aicore_buffer_destroy - argument of BUFFER_DESTROY
 * @size: sizeof(struct aicore_buffer_destroy)
 * @flags: must be 0
 * @handle: from BUFFER_CREATE
 * @reserved: must be 0
 */
struct aicore_buffer_destroy {
	__u32 size;
	__u32 flags;
	__u32 handle;
	__u32 reserved;
};

/*
 * AICORE_IOC_CORE_CREATE: a new core with zeroed memories, a mask register of
 * all ones and an empty queue. The fd is close-on-exec. EDQUOT above a limit.
 */
#define AICORE_IOC_CORE_CREATE		_IO(AICORE_IOC_TYPE, 0x04)

/**
 * struct aicore_core_create - argument of CORE_CREATE
 * @size: sizeof(struct aicore_core_create)
 * @flags: must be 0
 * @fd: out: the core fd
 * @reserved: must be 0
 */
struct aicore_core_create {
	__u32 size;
	__u32 flags;
	__s32 fd;
	__u32 reserved;
};

/*
 * 8. Calls on a core fd
 * ---------------------
 */

/*
 * AICORE_IOC_REGION_INFO: size and mmap offset of UB, L1 or L0C. They can be
 * mapped like buffers, for filling and looking. EINVAL for an unknown region,
 * ENOENT for one that the product lacks.
 */
#define AICORE_IOC_REGION_INFO		_IO(AICORE_IOC_TYPE, 0x10)

/**
 * struct aicore_region_info - argument of REGION_INFO
 * @size: sizeof(struct aicore_region_info)
 * @flags: must be 0
 * @region: enum aicore_region
 * @alignment: out: alignment of operands in this memory, unless an operation
 *	says otherwise
 * @bytes: out: size of the memory
 * @mmap_offset: out: what to give to mmap() on the core fd
 */
struct aicore_region_info {
	__u32 size;
	__u32 flags;
	__u32 region;
	__u32 alignment;
	__u64 bytes;
	__u64 mmap_offset;
};

/**
 * struct aicore_result - how a batch ended
 * @seqno: of the batch
 * @user_data: as given to SUBMIT
 * @state: enum aicore_state
 * @error: 0, or an errno value: EINVAL, ECANCELED, ETIME, EIO
 * @done_count: descriptors that were carried out completely
 * @reserved: 0
 * @exec_ns: time from the start to the end of execution
 * @report: what stopped it; reason is NONE after success
 */
struct aicore_result {
	__u64 seqno;
	__u64 user_data;
	__u32 state;
	__u32 error;
	__u32 done_count;
	__u32 reserved;
	__u64 exec_ns;
	struct aicore_report report;
};

enum aicore_state {
	AICORE_STATE_QUEUED = 1,
	AICORE_STATE_RUNNING = 2,
	AICORE_STATE_DONE = 3,
};

/* A deadline that never comes. */
#define AICORE_FOREVER		0xffffffffffffffffULL

/*
 * AICORE_IOC_SUBMIT: check a batch and queue it. All or nothing: when the call
 * fails with a report, nothing was queued and the mask register is unchanged.
 *
 * The mask register belongs to the stream of submissions: which mask a call
 * with AICORE_MASK_EXTERNAL uses is settled here. A batch that stops while it
 * runs leaves the register as if it had run to its end.
 *
 * Without WAIT the call returns when the batch is queued. A full queue blocks
 * (EINTR on a signal, with nothing queued) or is EAGAIN with NONBLOCK.
 *
 * With WAIT the call also waits for the end, as AICORE_IOC_WAIT with the same
 * deadline_ns; on an idle core it runs the batch itself. 0 means that the batch
 * has finished, however it ended: look at result. EINTR and ETIMEDOUT with
 * seqno != 0 mean that the batch goes on without the caller; the call is never
 * restarted by itself.
 *
 * Errors without a report: EINVAL for a count of 0 or above max_descs or a
 * stride that is no multiple of 8, below AICORE_DESC_BYTES or above 512; E2BIG
 * for unknown descriptor bytes that aren't zero; ENOMEM.
 */
#define AICORE_IOC_SUBMIT		_IO(AICORE_IOC_TYPE, 0x11)

/* Check only: starts from the mask register, queues and changes nothing. */
#define AICORE_SUBMIT_VALIDATE_ONLY	(1U << 0)
/* Return when the batch has finished. */
#define AICORE_SUBMIT_WAIT		(1U << 1)
/* Make a record for read() when the batch has finished. */
#define AICORE_SUBMIT_NOTIFY		(1U << 2)
/* Fail with EAGAIN instead of waiting for room in the queue. */
#define AICORE_SUBMIT_NONBLOCK		(1U << 3)

/**
 * struct aicore_submit - argument of SUBMIT
 * @size: sizeof(struct aicore_submit)
 * @flags: AICORE_SUBMIT_...; VALIDATE_ONLY goes with no other
 * @descs: address of the descriptors
 * @desc_count: 1..max_descs
 * @desc_stride: bytes from one descriptor to the next, AICORE_DESC_BYTES
 * @user_data: comes back in result
 * @deadline_ns: CLOCK_MONOTONIC time with WAIT, otherwise ignored: 0 doesn't
 *	wait, AICORE_FOREVER waits without limit
 * @seqno: out: number of the batch, from 1; 0 if nothing was queued
 * @report: out: why the batch was refused
 * @result: out: how it ended, with WAIT
 */
struct aicore_submit {
	__u32 size;
	__u32 flags;
	__u64 descs;
	__u32 desc_count;
	__u32 desc_stride;
	__u64 user_data;
	__u64 deadline_ns;
	__u64 seqno;
	struct aicore_report report;
	struct aicore_result result;
};

/*
 * AICORE_IOC_WAIT: wait for a batch. 0: it has finished, however it ended.
 * ETIMEDOUT: not yet at the deadline. ENOENT: no such batch so far. ESTALE: it
 * finished more than results_kept batches ago. The call is restarted after
 * a signal handler with the same absolute deadline.
 */
#define AICORE_IOC_WAIT			_IO(AICORE_IOC_TYPE, 0x12)

/**
 * struct aicore_wait - argument of WAIT
 * @size: sizeof(struct aicore_wait)
 * @flags: must be 0
 * @seqno: from SUBMIT
 * @deadline_ns: CLOCK_MONOTONIC time; 0: only look, AICORE_FOREVER: no limit
 * @result: out
 */
struct aicore_wait {
	__u32 size;
	__u32 flags;
	__u64 seqno;
	__u64 deadline_ns;
	struct aicore_result result;
};

/*
 * AICORE_IOC_RESET: cancel what is queued (ECANCELED), stop the running batch
 * at the next chunk and wait for that; then restore the mask register (all
 * ones, normal mode). A cancelled batch leaves the memories as far as it got.
 */
#define AICORE_IOC_RESET		_IO(AICORE_IOC_TYPE, 0x13)

/* Also zero UB, L1 and L0C. */
#define AICORE_RESET_ZERO_MEMORY	(1U << 0)

/**
 * struct aicore_reset - argument of RESET
 * @size: sizeof(struct aicore_reset)
 * @flags: AICORE_RESET_...
 */
struct aicore_reset {
	__u32 size;
	__u32 flags;
};

/*
 * 9. read() and poll() on a core fd
 * ---------------------------------
 *
 * read() gives whole records of batches submitted with NOTIFY, in the order of
 * their end. It blocks while there is none, unless O_NONBLOCK is set (EAGAIN).
 * A buffer with no room for one record is EINVAL.
 *
 * poll(): POLLIN when a record waits, POLLOUT when the queue has room.
 */

/**
 * struct aicore_record - what read() gives
 * @size: sizeof(struct aicore_record) of the kernel
 * @type: AICORE_RECORD_RESULT
 * @result: how the batch ended
 */
struct aicore_record {
	__u32 size;
	__u32 type;
	struct aicore_result result;
};

#define AICORE_RECORD_RESULT	1

#endif /* _UAPI_AICORE_H */
