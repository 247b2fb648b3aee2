import { readable } from '#db/readable.ts'

export const disruptionRows = readable('disruptions', [
  'raceid',
  'id',
  'kind',
  'eventids',
  'whole',
  'new_start',
  'state',
])
