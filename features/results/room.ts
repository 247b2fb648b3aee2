import { resultsOfCorrected } from '#features/registrations/correct/correct.service.ts'
import { isRunnersKey } from '#features/codes/public.store.ts'
import { pastResults } from '#features/ballot/public.store.ts'
import { resultsByBib } from '#features/bibs/public.store.ts'
import { resultsToCome } from '#features/moves/public.store.ts'
import { resultsFollow } from '#features/teams/public.store.ts'
import type { Room } from '#seam/server/room.ts'
import { checklist } from './checklist.service.ts'
import { jobs, sweeps } from './jobs.ts'
import { hasSheets, isKeyOfRunner, resultRows } from './public.store.ts'
import { rawRoutes, routes } from './routes.ts'
import { followCorrected } from './ranking/corrected.service.ts'
import { personal } from './personal.service.ts'
import { table } from './table/table.service.ts'
import { refusals as ofProtests } from './protests/protests.words.ts'
import { refusals as ofPublication } from './publication/publication.words.ts'
import { story } from './report/story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'results',
  checklist,
  routes,
  rawRoutes,
  refusals: { ...refusals, ...ofPublication, ...ofProtests },
  story,
  tables: [table],
  jobs,
  sweeps,
  provides: [
    pastResults.from(resultRows),
    resultsFollow.from(hasSheets),
    resultsToCome.from(resultRows),
    resultsByBib.from(resultRows),
    resultsOfCorrected.from(followCorrected),
    isRunnersKey.from(isKeyOfRunner),
  ],
  personal,
  configuration: { left: { result_mappings: 'the columns of a file, known again by a key of its race' } },
}
