import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type StoryRow = { at: Date; what: 'asked' | 'withdrawn' | 'consented' | 'revoked'; name: string | null }
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<StoryRow[]> =>
  named<StoryRow>(
    db,
    'wishes of registration',
    `select at, case when given then 'consented' else 'revoked' end as what, name
        from consent_changes where raceid = $1 and registrationid = $2
      union all
      select asked_at, 'asked', null from erasures where raceid = $1 and registrationid = $2
      union all
      select withdrawn_at, 'withdrawn', null from erasures
        where raceid = $1 and registrationid = $2 and withdrawn_at is not null
      order by at desc limit 200`,
    [raceid, id],
  )
