/**
 * What of a race comes along into a copy, chosen one by one (docs/behaviour/console.md, Make a race). Name, place,
 * colours, pictures and texts of law always come along; people never do.
 */
export const copyParts = ['events', 'form', 'menu', 'rules', 'certificates', 'posters', 'stations', 'staff'] as const
export type CopyPart = (typeof copyParts)[number]
