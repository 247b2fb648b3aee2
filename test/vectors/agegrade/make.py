"""Writes standards.csv: road standards of some ages, recomputed in exact arithmetic from the factors of the 2025 tables.

A standard is the open standard over the factor, rounded half up to a second.
"""

import csv
import os
import re
from fractions import Fraction

here = os.path.dirname(os.path.abspath(__file__))
rooms = os.path.join(here, "../../../features/results/agegrade")
ages = [5, 12, 19, 25, 33, 40, 47, 55, 60, 68, 75, 82, 90, 100]

with open(os.path.join(here, "standards.csv"), "w", newline="") as file:
    out = csv.writer(file, lineterminator="\n")
    out.writerow(["edition", "sex", "age", "km", "seconds"])
    for edition in (2020, 2025):
        text = open(os.path.join(rooms, f"road{edition}.rules.ts")).read()
        for sex in ("male", "female"):
            lines = re.search(rf"\b{sex}: `([^`]*)`", text).group(1).split("\n")
            kilometres, opens, *factors = [line.split(",") for line in lines]
            for age in ages:
                for at, km in enumerate(kilometres):
                    exact = Fraction(opens[at]) / Fraction(factors[age - 5][at])
                    out.writerow([edition, sex, age, km, int(exact + Fraction(1, 2))])
