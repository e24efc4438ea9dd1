"""Philox4x32-10: the known answers of the Random123 library (Salmon et al., SC 2011)."""

import numpy as np
import pytest

from gongzhu_sim.cards.streams import philox

pytestmark = pytest.mark.known_answer

ANSWERS = {
    "zeros": ("00000000 " * 6, "6627e8d5 e169c58d bc57ac4c 9b00dbd8"),
    "ones": ("ffffffff " * 6, "408f276d 41c83b0e a20bc7c6 6d5451fd"),
    "pi": (
        "243f6a88 85a308d3 13198a2e 03707344 a4093822 299f31d0",
        "d16cfe09 94fdcceb 5001e420 24126ea1",
    ),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_philox(known, name):
    given, expected = ANSWERS[name]
    words = philox(*(np.uint64(int(word, 16)) for word in given.split()))
    for i, (word, answer) in enumerate(zip(words, expected.split(), strict=True)):
        known(f"Philox: {name}, word {i}", answer, f"{int(word):08x}")
