"""Characters that are not seen, or that turn the order of what is seen: they could hide words or dress up others.

Left out of them are the joiners and marks that scripts written from right to left, Indic ones and emoji need.
"""

from __future__ import annotations

# First and last of each range. Source: Unicode 15, general categories Cc and Cf, Default_Ignorable_Code_Point.
_RANGES = (
    (0x00, 0x08), (0x0E, 0x1B), (0x7F, 0x84), (0x86, 0x9F), (0xAD, 0xAD), (0x034F, 0x034F), (0x061C, 0x061C),
    (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180E), (0x200B, 0x200B), (0x202A, 0x202E), (0x2060, 0x206F),
    (0x3164, 0x3164), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF9, 0xFFFB), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
# For `str.translate`: takes them out.
UNSEEN: dict[int, None] = {code: None for first, last in _RANGES for code in range(first, last + 1)}
