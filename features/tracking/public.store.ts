import { readable } from '#db/readable.ts'

/** The tracks of a race, for the devices that race control hands out. */
export const trackRows = readable('tracks', [
  'raceid',
  'id',
  'kind',
  'eventid',
  'bib',
  'name',
  'target_s',
  'wave',
  'visibility',
  'battery',
  'contact_at',
  'stopped_at',
])
