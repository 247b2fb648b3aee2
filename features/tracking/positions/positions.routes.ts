import { handle } from '#seam/server/handle.ts'
import { linePlaceAt } from '../matching/line.rules.ts'
import { type Dot, dotKey, placeOf } from './dots.rules.ts'
import { type EventLine, linesOf } from './lines.service.ts'
import { type LiveRace, type LiveTrack, caughtUp } from './live.service.ts'
import { textOfFrame } from './frame.rules.ts'
import { shownCarriers, frameOf, leftSince, pictureOf } from './picture.service.ts'
import { liveGpsPositions } from './positions.contract.ts'
import { bibsOf } from './spectators.rules.ts'
import { tileBoundsOf, isInside } from './tiles.rules.ts'

/** The most positions of one answer. */
const MOST = 500

/** Presents a dot with its degrees: the degrees of the fix, or of the place on the course. */
const positionOf = (dot: Dot, track: LiveTrack | undefined, lines: ReadonlyMap<number, EventLine>, now: Date) => {
  const place = placeOf(dot, now.getTime())
  const line = lines.get(dot.eventid)?.line
  const along = place && 'metres' in place ? place.metres : null
  const there = along !== null && line ? linePlaceAt(line, Math.min(along, line.metres)) : null
  const fix = dot.by === 'gps' ? track : undefined
  const degrees = place && 'lat' in place ? place : there
  return {
    bib: fix ? fix.row.bib : dot.bib,
    track: fix?.row.id ?? null,
    kind: fix?.row.kind ?? ('runner' as const),
    name: fix?.row.name ?? null,
    eventid: dot.eventid === 0 ? null : dot.eventid,
    by: dot.by,
    metres: along === null ? null : Math.min(along, line?.metres ?? Infinity),
    speed: dot.what === 'along' ? dot.speed : 0,
    lat: degrees?.lat ?? null,
    lon: degrees?.lon ?? null,
    off: fix?.position?.off ?? null,
    seen: fix?.position ? new Date(fix.position.at) : null,
    version: dot.at,
  }
}

const listCarriers = (live: LiveRace, now: Date) =>
  [...shownCarriers(live, now).values()]
    .filter(({ row }) => row.bib === null)
    .map(({ row: { id, kind, name, eventid } }) => ({ track: id, kind, name, eventid }))

export const routes = [
  handle(liveGpsPositions, async ({ input, db, now, refuse }) => {
    const { raceid, tile, since } = input
    const bibs = input.bibs === undefined ? undefined : (bibsOf(input.bibs) ?? refuse('too_many_bibs'))
    const picture = (await pictureOf(db, raceid, now)) ?? refuse('race_not_found')
    const lines = await linesOf(db, raceid, now)
    const live = await caughtUp(db, raceid, lines)
    const version = Math.floor(picture.at / 1000)
    const carriers = listCarriers(live, now)
    if (bibs === undefined && tile === undefined) {
      const frame = frameOf(picture, since)
      return { at: now, version, items: [], total: frame.spots.length, picture: textOfFrame(frame), carriers }
    }
    const shown = shownCarriers(live, now)
    const box = tile === undefined ? undefined : tileBoundsOf(tile)
    const changed = [...picture.dots.values()].filter((dot) => since === undefined || dot.at >= since)
    const wanted = [...changed, ...(since === undefined ? [] : leftSince(picture, since))]
      .filter((dot) => bibs === undefined || bibs.includes(dot.bib))
      .map((dot) => positionOf(dot, shown.get(dotKey(dot)), lines, now))
      .filter(
        ({ lat, lon }) =>
          tile === undefined || (box !== undefined && lat !== null && lon !== null && isInside(box, { lat, lon })),
      )
    return { at: now, version, items: wanted.slice(0, MOST), total: wanted.length, picture: null, carriers }
  }),
]
