import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

export type ChangeInStory = {
  at: Date
  staffid: number | null
  staff: string | null
  what: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}
/**
 * Lists the newest 200 log entries about a registration, and the newest 50 look-ups with which staff found it. The
 * entry of a look-up names all its results.
 */
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<ChangeInStory[]> =>
  named<ChangeInStory>(
    db,
    'log of registration',
    `select l.at, l.staffid, s.name as staff, l.what, l.before, l.after
      from (
        (select * from log where raceid = $1 and target = 'registration ' || $2 order by id desc limit 200)
        union all
        (select * from log
          where raceid = $1 and what = 'runner looked up' and target ~ ('^registrations (.*, )?' || $2 || '(,|$)')
          order by id desc limit 50)
      ) l
      left join staff s on s.staffid = l.staffid`,
    [raceid, String(id)],
  )
