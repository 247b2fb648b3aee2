import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type StoryRow = { what: 'disclaimer' | 'health' | 'gear'; at: Date; n: number }
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<StoryRow[]> =>
  named<StoryRow>(
    db,
    'check-in of registration',
    `select kind as what, at, 1 as n from signatures where raceid = $1 and registrationid = $2
      union all
      select 'gear', max(at), count(*)::integer from gear_ticks where raceid = $1 and registrationid = $2
      having count(*) > 0`,
    [raceid, id],
  )
