/**
 * The source files whose code stores files, each with the tests that run this code. `npm run prove -- storage` runs
 * these tests with their files on a real object storage. `storage.test.ts` compares the list with the source.
 */
export const storedFiles: Readonly<Record<string, readonly string[]>> = {
  'features/ballot/draw/lots.service.ts': ['features/ballot/draw/draw.test.ts'],
  'features/ballot/list/freezing.service.ts': ['features/ballot/draw/draw.test.ts'],
  'features/certificates/export/drawExports.service.ts': ['features/certificates/export/exports.test.ts'],
  'features/certificates/fonts/fonts.routes.ts': ['features/certificates/fonts/fonts.test.ts'],
  'features/certificates/fonts/fontSubset.service.ts': ['features/certificates/fonts/fonts.test.ts'],
  'features/codes/routes.ts': ['features/codes/codes.test.ts'],
  'features/courses/service.ts': ['features/courses/courses.test.ts'],
  'features/editions/service.ts': ['features/editions/copying.test.ts'],
  'features/exports/schedules/pieces.service.ts': ['features/exports/schedules/schedules.test.ts'],
  'features/feed/service.ts': ['features/feed/feed.test.ts'],
  'features/files/routes.ts': ['features/files/files.test.ts', 'features/files/pictures.test.ts'],
  'features/files/service.ts': ['features/files/files.test.ts', 'features/files/pictures.test.ts'],
  'features/hall/queue.service.ts': ['features/hall/hall.test.ts'],
  'features/invoices/issuing.service.ts': ['features/invoices/invoices.test.ts'],
  'features/photos/processing.service.ts': ['features/photos/photos.test.ts'],
  'features/platform/health.service.ts': ['features/platform/platform.test.ts'],
  'features/results/films/films.routes.ts': ['features/results/films/films.test.ts'],
  'features/results/films/films.service.ts': ['features/results/films/films.test.ts'],
}
