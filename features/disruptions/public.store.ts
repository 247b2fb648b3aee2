import { readable } from '#db/readable.ts'

/** Plans of changed races for other rooms. */
export const disruptionRows = readable('disruptions', [
  'raceid',
  'id',
  'kind',
  'eventids',
  'whole',
  'new_start',
  'state',
])
