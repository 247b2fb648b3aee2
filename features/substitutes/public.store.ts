import { readableAs } from '#db/readable.ts'

/** The suspected substitutes, for other rooms to count. */
export const suspicionRows = readableAs<{ raceid: number; state: string }>(
  '(select raceid, state from suspicions union all select raceid, state from sightings)',
)
