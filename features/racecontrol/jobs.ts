import { type Sweep, eachInTurn } from '#db/jobs/jobs.ts'
import { racesUnderWay } from '#features/timing/aid/control.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { racesWithLasting } from './monitor/alarms.store.ts'
import { watchRace } from './monitor/monitor.service.ts'

/** Raises and ends alarms of running races. */
const watch: Sweep<Parts> = {
  name: 'racecontrol_watch',
  everySeconds: 15,
  run: async ({ db, now }) => {
    const races = new Set([...(await racesUnderWay(db)), ...(await racesWithLasting(db))])
    await eachInTurn([...races], (raceid) => watchRace(db, raceid, now))
  },
}
export const sweeps = [watch]
