import type { Db } from '#db/db.ts'
import { lateRunners } from '#features/timing/aid/control.service.ts'
import type { Watched } from './alarms.rules.ts'

/** A carrier under way. Alarms name it by `key`. `place` is the last point in words. */
export type Carrier = Watched & { key: string; bib: string | null; eventid: number | null; place: string }

export const carrierOfBib = (bib: string): string => `bib:${bib}`

/** Lists the carriers that may have an alarm: runners who are overdue at a point. */
export const carriersOf = async (db: Db, raceid: number, now: Date): Promise<Carrier[]> =>
  (await lateRunners(db, raceid, now)).map(({ bib, eventid, last, metres, since }) => ({
    key: carrierOfBib(bib),
    kind: 'runner',
    bib,
    eventid,
    place: last,
    fixes: [],
    seen: null,
    battery: null,
    sos: null,
    started: null,
    ended: false,
    farthest: metres,
    gates: [],
    overdue: since.getTime(),
  }))
