import { type Sweep, eachInTurn } from '#db/jobs/jobs.ts'
import { racesUnderWay } from '#features/timing/aid/control.service.ts'
import { racesWithDevices } from '#features/tracking/tracks/tracks.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { racesWithLasting } from './monitor/alarms.store.ts'
import { watchRace } from './monitor/monitor.service.ts'

/**
 * The time for which the server watches a race after the last contact of a device. The longest silence that a race can
 * set for an alarm is shorter: ten hours.
 */
const HEARD_MS = 12 * 3_600_000

/**
 * Raises and ends alarms of races under way, and of other races with a lasting alarm or with a device that had contact
 * lately. A call for help counts at any time, even if nobody times the race.
 */
const watch: Sweep<Parts> = {
  name: 'racecontrol_watch',
  everySeconds: 15,
  run: async ({ db, now }) => {
    const heard = await racesWithDevices(db, new Date(now.getTime() - HEARD_MS))
    const races = new Set([...(await racesUnderWay(db)), ...(await racesWithLasting(db)), ...heard])
    await eachInTurn([...races], (raceid) => watchRace(db, raceid, now))
  },
}
export const sweeps = [watch]
