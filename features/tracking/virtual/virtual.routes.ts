import { eventsOf } from '#features/events/service.ts'
import { readRace } from '#features/races/service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { consoleTrackingPointsList, consoleTrackingPointsSave } from './virtual.contract.ts'
import { forgetVirtualPoints } from './virtual.service.ts'
import { countVirtualTimes, listVirtualPoints, saveVirtualPoints } from './virtual.store.ts'

const ofEvent = (points: readonly { eventid: number; label: string; metres: number }[], eventid: number) =>
  points.filter((one) => one.eventid === eventid).map(({ label, metres }) => ({ label, metres }))

export const routes = [
  handle(consoleTrackingPointsList, async ({ input: { raceid }, db, now, refuse }) => {
    if (!(await readRace(db, raceid, now))) return refuse('race_not_found')
    const [points, counts] = await Promise.all([listVirtualPoints(db, raceid), countVirtualTimes(db, raceid, true)])
    return { items: points.map((one) => ({ ...one, passed: counts.get(one.id) ?? 0 })) }
  }),
  handle(consoleTrackingPointsSave, async ({ input: { raceid, eventid, points }, db, now, who, refuse, save }) => {
    if (!(await eventsOf(db, raceid)).some(({ id }) => id === eventid)) return refuse('event_not_found')
    if (new Set(points.map(({ metres }) => metres)).size < points.length) return refuse('points_same_place')
    const saved = await save(async (tx) => {
      const before = ofEvent(await listVirtualPoints(tx, raceid), eventid)
      await saveVirtualPoints(tx, raceid, eventid, points)
      const after = ofEvent(await listVirtualPoints(tx, raceid), eventid)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'virtual points changed',
        target: `event ${eventid}`,
        before: { points: before },
        after: { points: after },
      })
      return { items: after }
    })
    forgetVirtualPoints(raceid)
    return saved
  }),
]
