"""Writes files of reads and what they say: IPICO lines, a RACE RESULT list, a hill race on paper, a marathon's passings."""

import csv
import datetime
import json
import os
import random

here = os.path.dirname(os.path.abspath(__file__))
chance = random.Random(2026)


def save(name, text):
    with open(os.path.join(here, name), "w", newline="\n") as file:
        file.write(text)


def rows(name, head, lines):
    with open(os.path.join(here, name), "w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *lines])


def clock(seconds):
    return f"{int(seconds // 3600)}:{int(seconds // 60 % 60):02}:{seconds % 60:05.2f}"


# IPICO: aa, reader, tag, counters, YYMMDDhhmmss, hundredths in hexadecimal, and the sum of the signs between, modulo 256.
start = datetime.datetime(2026, 3, 1, 7, 30)
lines, told = [], []
for n in range(100):
    at = start + datetime.timedelta(milliseconds=10 * chance.randrange(1, 1_000_000))
    chip = f"{0x058003700000 + n:012X}"
    body = f"00{chip.lower()}{n % 256:02x}01{at:%y%m%d%H%M%S}{at.microsecond // 10_000:02x}"
    kind = ("", "FS", "LS")[n % 3]
    lines.append(f"aa{body}{sum(map(ord, body)) & 255:02x}{kind}")
    told.append([chip, at.isoformat(timespec="milliseconds"), kind])
save("ipico.txt", "\n".join(lines) + "\n")
rows("ipico.expected.csv", ["chip", "wall_clock", "kind"], told)

# RACE RESULT: a section is as long as it took; who dropped out has no further sections, who never came has none.
labels = ["Bridge", "Pass", "Lake"]
fields = [{"Expression": "BIB", "Label": "Bib"}, {"Expression": "DisplayName", "Label": "Name"},
          *[{"Expression": f"Section{n + 1}Split", "Label": label} for n, label in enumerate([*labels, "ToFinish"])],
          {"Expression": "TimeOrStatus([ChipTime])", "Label": "Time"}]
data, expected = [], {"passings": [], "out": []}
for bib, reached in [(11, 4), (12, 4), (13, 2), (14, 0), (15, 4)]:
    sections = [chance.randrange(150_000, 500_000) / 100 for _ in range(reached)]
    status = clock(sum(sections)) if reached == 4 else "DNF" if reached else "DNS"
    data.append([str(bib), str(bib), f"Runner {bib}", *[clock(one) for one in sections], *[""] * (4 - reached), status])
    for at, label in enumerate([*labels, "finish"][:reached]):
        expected["passings"].append([str(bib), label, round(sum(sections[:at + 1]) * 1000)])
    if reached < 4:
        expected["out"].append(f"{bib} {status}")
save("raceresult.json", json.dumps({"list": {"Fields": fields}, "data": {"#1_30k": data}}, indent=1) + "\n")
save("raceresult.expected.json", json.dumps(expected, indent=1) + "\n")

# A hill race as a timekeeper writes it down: the wrist watch started 70 s late, two runners share a place, one is out.
late, out = 70, "8"
written, finishers, seconds = [], [], 2_400
for place, bib in enumerate(chance.sample(range(1, 31), 24)):
    seconds += 0 if place == 10 else chance.randrange(5, 90)
    shown = seconds - late
    form = place % 3
    text = (f"{shown // 3600}:{shown // 60 % 60:02}:{shown % 60:02}" if form == 0
            else f"{shown // 60}:{shown % 60:02}" if form == 1 else f"{shown // 3600}.{shown // 60 % 60:02}.{shown % 60:02}")
    written.append(f"{bib}\t{text}")
    finishers.append((str(bib), seconds))
if all(bib != out for bib, _ in finishers):
    out = finishers[5][0]
left = [one for one in finishers if one[0] != out]
save("hillrace.txt", "\n".join(written) + "\n")
save("hillrace.config.json", json.dumps({"watch_late_s": late, "out": out}) + "\n")
rows("hillrace.expected.csv", ["place", "bib", "seconds"],
     [[1 + sum(other < own for _, other in left), bib, own] for bib, own in left])

# A relay of three legs over one mat: the third read of a team is its finish.
teams = {str(bib): [chance.randrange(900, 2_000) for _ in range(3)] for bib in range(1, 9)}
reads = sorted((sum(legs[:n + 1]), bib) for bib, legs in teams.items() for n in range(3))
save("relay.txt", "".join(f"{bib}\t{at // 3600}:{at // 60 % 60:02}:{at % 60:02}\n" for at, bib in reads))
rows("relay.expected.csv", ["bib", "seconds"], sorted(((bib, sum(legs)) for bib, legs in teams.items()), key=lambda one: one[1]))

# A marathon of invented runners: the mat at the start counts too, and passings come in no order.
points = [("START", 0), ("5K", 5_000), ("10K", 10_000), ("HALF", 21_097.5), ("30K", 30_000), ("FINISH", 42_195)]
passings, published = [], []
for bib in range(1, 301):
    began, pace = chance.randrange(0, 600), chance.uniform(0.18, 0.42)
    times = [began]
    for (_, a), (_, b) in zip(points, points[1:]):
        times.append(times[-1] + round((b - a) * pace * chance.uniform(0.95, 1.1)))
    passings += [[bib, label, at] for (label, _), at in zip(points, times)]
    published.append([bib, times[-1], times[-1] - began, *[at - began for at in times[1:-1]]])
chance.shuffle(passings)
rows("marathon.passings.csv", ["runner_id", "point", "seconds_after_gun"], passings)
rows("marathon.expected.csv", ["bib", "gun", "net", "5K", "10K", "HALF", "30K"], published)
