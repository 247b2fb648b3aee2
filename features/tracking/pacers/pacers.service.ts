import type { EventLine } from '../positions/lines.service.ts'
import type { LiveRace } from '../positions/live.service.ts'
import { deviationOf, gunOfWave } from './pacers.rules.ts'
import { isPublicNow } from '../positions/picture.service.ts'

type OfEvent = { line: EventLine | undefined; waves: readonly { name: string; gun: string | null }[] }
/** Lists the public pacers of an event by their target, the fastest first. */
export const pacersOf = (live: LiveRace, eventid: number, { line, waves }: OfEvent) =>
  [...live.tracks.values()]
    .filter((track) => isPublicNow(track) && track.row.kind === 'pacer' && track.row.eventid === eventid)
    .flatMap(({ row: { id, name, wave, target_s }, position }) => {
      if (target_s === null) return []
      const [metres, at] = [position?.along ?? null, position?.at ?? null]
      const gun = gunOfWave(waves, wave, line?.gun ?? null)
      const deviation_s = deviationOf({ target_s, length: line?.line.metres ?? null, gun, metres, at })
      return [{ track: id, name, wave, target_s, metres, deviation_s, seen: at === null ? null : new Date(at) }]
    })
    .sort((a, b) => a.target_s - b.target_s || a.track - b.track)
