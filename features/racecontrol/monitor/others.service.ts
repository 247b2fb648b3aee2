import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { eventsOf } from '#features/events/service.ts'
import { timedCoursesOf } from '#features/timing/service.ts'
import { linesOf } from '#features/tracking/positions/lines.service.ts'
import { deviationOf, gunOfWave } from '#features/tracking/pacers/pacers.rules.ts'
import { watchedWays } from '#features/tracking/positions/ways.service.ts'
import { SPAN_MS, lastContact } from './onMap.service.ts'

const order = { pacer: 0, sweeper: 1, vehicle: 2, runner: 3 } as const

/** Lists the carriers that are not runners, pacers first, each with its last place and contact. */
export const listOtherCarriers = async (db: Db, raceid: number, lang: Lang, now: Date) => {
  const ways = (await watchedWays(db, raceid, SPAN_MS)).filter(({ track }) => track.kind !== 'runner')
  if (ways.length === 0) return []
  const [events, courses, lines] = await Promise.all([
    eventsOf(db, raceid),
    timedCoursesOf(db, raceid),
    linesOf(db, raceid, now),
  ])
  return ways
    .map(({ track, way }) => {
      const { id, kind, name, bib, eventid, battery, target_s, wave } = track
      const event = events.find((one) => one.id === eventid)
      const line = lines.get(eventid ?? -1)
      const waves = courses.find((one) => one.eventid === eventid)?.waves ?? []
      const last = way.fixes.at(-1)
      const placed = way.fixes.findLast(({ along }) => along !== null)
      const gun = gunOfWave(waves, wave, line?.gun ?? null)
      const place = { metres: placed?.along ?? null, at: placed?.at ?? null }
      return {
        track: id,
        kind,
        name: name ?? bib ?? '',
        eventid,
        event: event ? nameIn(lang, event.name, event.names) : null,
        metres: place.metres === null ? null : Math.round(place.metres),
        lat: last?.lat ?? null,
        lon: last?.lon ?? null,
        battery,
        seen: lastContact({ track, way }),
        target_s,
        deviation_s:
          kind === 'pacer' ? deviationOf({ target_s, length: line?.line.metres ?? null, gun, ...place }) : null,
      }
    })
    .sort((a, b) => order[a.kind] - order[b.kind] || a.track - b.track)
}
