import type { Job, Sweep } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import { TELL, tellFollowers, tellNews } from './follows.service.ts'

export const jobs: readonly Job<Parts>[] = [{ name: TELL, run: tellFollowers }]
export const sweeps: readonly Sweep<Parts>[] = [{ name: 'follows_news', everySeconds: 2, run: tellNews }]
