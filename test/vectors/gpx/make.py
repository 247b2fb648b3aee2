"""Writes GPX files of courses that nobody ran, and expected.json: what their geometry says.

Distances are great circles on a sphere of 6,371 km, by the angle between two vectors (the project uses haversines).
"""

import json
import math
import os

here = os.path.dirname(os.path.abspath(__file__))
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'
OPEN = '<gpx version="1.1" creator="make.py" xmlns="http://www.topografix.com/GPX/1/1"'
R = 6_371_000


def metres(a, b):
    def vector(p):
        lat, lon = math.radians(p[0]), math.radians(p[1])
        return math.cos(lat) * math.cos(lon), math.cos(lat) * math.sin(lon), math.sin(lat)
    u, v = vector(a), vector(b)
    cross = (u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0])
    return R * math.atan2(math.hypot(*cross), sum(x * y for x, y in zip(u, v)))


def length(points):
    return sum(metres(a, b) for a, b in zip(points, points[1:]))


def written(points, ele=True, time=True, more=""):
    lines = []
    for n, (lat, lon, high) in enumerate(points):
        inside = (f"<ele>{high:.1f}</ele>" if ele else "") + (f"<time>2026-05-01T00:{n // 60 % 60:02}:{n % 60:02}Z</time>" if time else "") + more
        lines.append(f'<trkpt lat="{lat:.7f}" lon="{lon:.7f}">{inside}</trkpt>')
    return "\n".join(lines)


def save(name, text, encoding="utf-8"):
    with open(os.path.join(here, name), "w", encoding=encoding, newline="\n") as file:
        file.write(text)


def bow(n, lat, lon, hill):
    """n points along a bow to the north-east; `hill` tells the height at a share of the way."""
    return [(round(lat + 0.02 * k / n, 7), round(lon + 0.03 * math.sin(k / n * math.pi / 2), 7), hill(k / n)) for k in range(n)]


# Up 60 m, down 30 m, up 90 m, down 40 m, in straight slopes.
turns = [(0, 20), (0.25, 80), (0.5, 50), (0.8, 140), (1, 100)]


def slopes(share):
    for (a, low), (b, high) in zip(turns, turns[1:]):
        if share <= b:
            return low + (high - low) * (share - a) / (b - a)
    return turns[-1][1]


main = bow(400, 30.2, 120.1, slopes)
cool_down = bow(40, 30.3, 120.3, lambda share: 10)
spots = ('<wpt lat="{:.7f}" lon="{:.7f}"><name>补给站 A</name></wpt>\n<wpt lat="31" lon="121"><name>Hotel</name></wpt>\n'
         .format(main[200][0], main[200][1]))
track = lambda points, name, **how: f"<trk><name>{name}</name><trkseg>\n{written(points, **how)}\n</trkseg></trk>\n"
save("two-tracks.gpx", f"{HEAD}{OPEN}>\n{spots}{track(cool_down, '放松')}{track(main, '山道 & 江边'.replace('&', '&amp;'))}</gpx>\n")

# A device that was switched off for 30 m: two tracks, one way.
gap = main[:150], [(lat + 0.0003, lon, high) for lat, lon, high in main[150:]]
for name, how in [("joined", {}), ("joined-without-heights", {"ele": False}), ("joined-without-times", {"time": False})]:
    save(f"{name}.gpx", f"{HEAD}{OPEN}>\n{''.join(track(part, 'part', **how) for part in gap)}</gpx>\n")

route = "\n".join(f'<rtept lat="{lat:.7f}" lon="{lon:.7f}"/>' for lat, lon, _ in main[::20])
save("route.gpx", f"{HEAD}{OPEN}>\n<rte><name>Plan</name>\n{route}\n</rte></gpx>\n")
save("with-bom.gpx", f"\ufeff{HEAD}{OPEN}>\n<metadata><name>江城 é</name></metadata>\n<wpt lat=\"30\" lon=\"120\"/></gpx>\n")
save("no-points.gpx", f"{HEAD}{OPEN}>\n<trk><trkseg></trkseg></trk></gpx>\n")
extension = '<extensions><tpx:TrackPointExtension xmlns:tpx="urn:vectors"><tpx:hr>150</tpx:hr></tpx:TrackPointExtension></extensions>'
odd = main[:60]
save("odd.gpx", f"{HEAD}{OPEN}>\n<trk><trkseg/><trkseg>\n{written(odd, more=extension)}\n"
     '<trkpt lat="30.2031000" lon="120.1075000"><ele>1e-7</ele><time>1901-12-13T20:45:52.000001Z</time></trkpt>\n'
     "</trkseg><trkseg></trkseg></trk></gpx>\n")

flat = lambda points: [(lat, lon) for lat, lon, _ in points]
whole = flat(gap[0] + gap[1])
expected = {
    "origin": "made by make.py",
    "two-tracks": {"name": "山道 & 江边", "metres": length(flat(main)), "spot_at": length(flat(main[:201])),
                   "ascent": 150, "descent": 70},
    "joined": {"metres": length(whole)},
    "route": {"metres": length(flat(main[::20]))},
}
save("expected.json", json.dumps(expected, ensure_ascii=False, indent=1) + "\n")
