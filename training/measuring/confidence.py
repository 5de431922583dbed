"""Widths of confidence intervals for many groups, in standard errors."""

TWO_SIDED_95 = 1.96
ONE_SIDED_99 = 2.3263
