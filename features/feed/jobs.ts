import type { Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { eraseOld } from './personal.store.ts'

const erase: Sweep<Parts> = { name: 'feed_erase', everySeconds: 3600, run: ({ db, now }) => eraseOld(db, now) }
export const sweeps = [erase]
