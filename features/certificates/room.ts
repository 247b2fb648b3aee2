import { fontFile } from './fonts/fontSubset.service.ts'
import { certificateVersion } from '#features/results/public.store.ts'
import { reportCertificate } from '#features/results/report/laterRooms.service.ts'
import { hasCertificates } from '#features/finder/laterRooms.service.ts'
import type { Room } from '#seam/server/room.ts'
import { jobs } from './jobs.ts'
import { versionOfResult } from './public.store.ts'
import { rawRoutes, routes } from './routes.ts'
import { certificateOf } from './service.ts'
import { isAnyPublished } from './store.ts'
import { personal } from './personal.service.ts'
import { story } from './export/story.service.ts'
import { refusals } from './words.ts'

export const room: Room = {
  name: 'certificates',
  routes,
  rawRoutes,
  refusals,
  story,
  jobs,
  provides: [
    reportCertificate.from(certificateOf),
    certificateVersion.from(versionOfResult),
    hasCertificates.from(isAnyPublished),
  ],
  personal,
  configuration: {
    copied: {
      fonts: { part: 'certificates', bytes: fontFile },
      certificates: { part: 'certificates', numbered: 'certificate', row: (row) => ({ ...row, published_at: null }) },
    },
  },
}
