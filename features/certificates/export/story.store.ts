import { type Db, named } from '#db/db.ts'
import { resultRows } from '#features/results/public.store.ts'
import type { StoryOf } from '#contract/story.ts'

type StoryRow = { at: Date; name: string }
/** Lists the certificates that were drawn in bulk for a registration or for its result, the newest 50. */
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<StoryRow[]> =>
  named<StoryRow>(
    db,
    'certificates of registration drawn',
    `select coalesce(e.ready_at, e.created_at) as at, e.name
      from certificate_pictures p join certificate_exports e on e.raceid = p.raceid and e.id = p.exportid
      where p.raceid = $1 and (p.holderid, e.kind) in (
        select $2::bigint, 'reg'
        union all select r.id, 'timing' from ${resultRows.text} r where r.raceid = $1 and r.registrationid = $2)
      order by at desc limit 50`,
    [raceid, id],
  )
