/**
 * Parts of a race that the organiser may take into a copy, chosen one by one (docs/behaviour/console.md, Make a race).
 * The copy always takes name, place, colours, pictures and legal texts. It never takes registrations.
 */
export const copyParts = [
  'events',
  'form',
  'menu',
  'rules',
  'articles',
  'certificates',
  'posters',
  'stations',
  'staff',
] as const
export type CopyPart = (typeof copyParts)[number]
