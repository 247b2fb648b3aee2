import { type Db, named } from '#db/db.ts'
import { resultRows } from '#features/results/public.store.ts'
import type { StoryOf } from '#contract/story.ts'

type StoryRow = { at: Date; what: 'printed' | 'shown' }
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<StoryRow[]> =>
  named<StoryRow>(
    db,
    'hall of registration',
    `select j.state_at as at, case when j.kind = 'print' then 'printed' else 'shown' end as what
      from ${resultRows.text} r
      join hall_jobs j on j.raceid = r.raceid and j.resultid = r.id and not j.game and j.state in ('done', 'shown')
      where r.raceid = $1 and r.registrationid = $2
      order by at desc limit 50`,
    [raceid, id],
  )
