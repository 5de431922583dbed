"""A second implementation of the vector engine's generator, with Python integers."""

from pickomino import Roll
from pickomino.core.roll import GOLDEN_FACES

WORD = 2**64
BITS = 52


def splitmix64(seed, count):
    drawn = []
    for _ in range(count):
        seed = (seed + 0x9E3779B97F4A7C15) % WORD
        mixed = (seed ^ seed >> 30) * 0xBF58476D1CE4E5B9 % WORD
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % WORD
        drawn.append(mixed ^ mixed >> 31)
    return drawn


def rotate_left(word, bits):
    return (word << bits | word >> 64 - bits) % WORD


class Generator:
    def __init__(self, one, two):
        self.one, self.two = one, two

    def draw(self):
        one, two = self.one, self.two
        drawn = (rotate_left((one + two) % WORD, 17) + one) % WORD
        two ^= one
        self.one = rotate_left(one, 49) ^ two ^ (two << 21) % WORD
        self.two = rotate_left(two, 28)
        return drawn

    def below(self, count):
        return (self.draw() >> 64 - BITS) * count >> BITS

    def roll(self, dice, golden=""):
        """Roll dice, and then a golden die of the given kind."""
        ordinary = self.faces(dice)
        last = GOLDEN_FACES[golden]["12345w".index(self.faces(1))] if golden else ""
        return Roll.parse(ordinary + last)

    def faces(self, dice):
        while True:
            product = (self.draw() >> 64 - BITS) * 6**dice
            if product % 2**BITS >= 2**BITS % 6**dice:
                break
        number, faces = product >> BITS, ""
        for _ in range(dice):
            number, face = divmod(number, 6)
            faces += "12345w"[face]
        return faces
