/* SPDX-License-Identifier: GPL-2.0-only OR MIT */
/* The table of an implementation: include it last. */

#define AICORE_IMPL_RUN							\
	{								\
		[AICORE_KERNEL_WHOLE_FLOAT].sum = whole_float,		\
		[AICORE_KERNEL_WHOLE_HALF].sum = whole_half,		\
		SOME_SUMS						\
		[AICORE_KERNEL_TO_8_BIT].rows = to_8_bit,		\
		[AICORE_KERNEL_INT_TO_HALF].rows = int_to_half,		\
		[AICORE_KERNEL_TO_INT16].rows = to_int16,		\
		[AICORE_KERNEL_FLOAT_TO_HALF].rows = float_to_half,	\
		[AICORE_KERNEL_SCALE_HALF].rows = scale_half,		\
		[AICORE_KERNEL_RELU_FLOAT].rows = relu_float,		\
		[AICORE_KERNEL_RELU_INT].rows = relu_int,		\
		RELU_HALF						\
		[AICORE_KERNEL_WIDEN].rows = widen,			\
	}
