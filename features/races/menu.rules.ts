/** Entries of a race's menu (docs/behaviour/screens.md, Menu), in its order. */
export const menuKeys = [
  'signup',
  'query',
  'eventinfo',
  'results',
  'certificate',
  'photos',
  'my',
  'gear',
  'packages',
  'upload',
  'start',
  'racepack',
  'route',
  'video',
  'liveresults',
  'gpslive',
  'guidebook',
  'hotels',
] as const
export type MenuKey = (typeof menuKeys)[number]
