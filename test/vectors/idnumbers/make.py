"""Writes numbers.json: resident numbers with their check character (GB 11643, ISO 7064 MOD 11-2)."""

import datetime
import json
import os
import random

chance = random.Random(11643)
provinces = [11, 12, 13, 14, 15, 21, 22, 23, 31, 32, 33, 34, 35, 36, 37, 41, 42, 43, 44, 45, 46, 50, 51, 52, 53, 54,
             61, 62, 63, 64, 65, 81, 82, 83]


def check(digits):
    """ISO 7064 MOD 11-2 as the standard tells it: double and add from the left, then complete to 1 modulo 11."""
    rest = 0
    for digit in digits:
        rest = (rest + int(digit)) * 2 % 11
    return "0123456789X"[(12 - rest) % 11]


def number(province, day, sequence):
    digits = f"{province}0101{day:%Y%m%d}{sequence:03}"
    return digits + check(digits)


vectors = []
first, last = datetime.date(1930, 1, 1), datetime.date(2020, 12, 31)
for province in provinces:
    for _ in range(6):
        day = first + datetime.timedelta(days=chance.randrange((last - first).days))
        sequence = chance.randrange(1, 1000)
        good = number(province, day, sequence)
        vectors.append({"id": good, "valid": True, "birthday": day.isoformat(), "sex": "M" if sequence % 2 else "F"})
leap = datetime.date(2000, 2, 29)
vectors.append({"id": number(33, leap, 2), "valid": True, "birthday": leap.isoformat(), "sex": "F"})
for one in vectors[:34]:
    # Any other check character, and two neighbours that change places, are found by MOD 11-2.
    good = one["id"]
    wrong = chance.choice([sign for sign in "0123456789X" if sign != good[-1]])
    vectors.append({"id": good[:-1] + wrong, "valid": False, "why": "check character"})
    at = next(n for n in range(6, 16) if good[n] != good[n + 1])
    vectors.append({"id": good[:at] + good[at + 1] + good[at] + good[at + 2:], "valid": False, "why": "neighbours swapped"})


def bare(digits):
    return digits + check(digits)


for digits, why in [("11010119990230001", "30 February"), ("11010119000229001", "1900 was no leap year"),
                    ("11010120130001001", "month 0"), ("11010120131301001", "month 13"), ("11010120130132001", "day 32"),
                    ("16010119900307001", "no such province"), ("00010119900307001", "no such province")]:
    vectors.append({"id": bare(digits), "valid": False, "why": why})
# Fifteen digits, as numbers were until 1999: without century and check character.
for text, birthday, sex in [("330101900307001", "1990-03-07", "M"), ("110101640229002", "1964-02-29", "F")]:
    vectors.append({"id": text, "birthday": birthday, "sex": sex, "valid": None, "digits": 15})
vectors.append({"id": "330101630229001", "valid": False, "why": "1963 was no leap year", "digits": 15})

# A foreigner's permanent residence card of the newer form: 9, region, country, birth, sequence and the same check.
for country, day, sequence in [("826", datetime.date(1985, 6, 1), 1), ("392", datetime.date(1999, 12, 31), 14)]:
    vectors.append({"id": bare(f"911{country}{day:%Y%m%d}{sequence:03}"), "valid": True, "birthday": day.isoformat(),
                    "sex": "M" if sequence % 2 else "F"})
here = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(here, "numbers.json"), "w") as file:
    file.write(json.dumps({"origin": "made by make.py", "vectors": vectors},
                          ensure_ascii=False, indent=1) + "\n")
