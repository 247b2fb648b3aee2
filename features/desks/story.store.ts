import type { StoryOf } from '#contract/story.ts'
import { type Db, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { HandoutKind } from './entries.rules.ts'

export type StoryRow = {
  kind: HandoutKind
  at: Date
  desk: string | null
  staff: string | null
  proxy: string | null
  size_out: string | null
  tag: string | null
}
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<StoryRow[]> =>
  named<StoryRow>(
    db,
    'desks of registration',
    `select h.kind, h.at, d.name as desk, s.name as staff, p.name as proxy, h.size_out, h.tag from handouts h
      left join desks d on d.raceid = h.raceid and d.id = h.deskid
      left join desk_proxies p on p.raceid = h.raceid and p.id = h.proxyid
      left join ${staffRows.text} s on s.staffid = h.staffid
      where h.raceid = $1 and h.registrationid = $2 order by h.id desc limit 200`,
    [raceid, id],
  )
/** Lists the settled clashes of a registration, at most 200. */
export const listSettledForStory = (db: Db, { raceid, id }: StoryOf): Promise<{ at: Date; staff: string | null }[]> =>
  named(
    db,
    'desks: settled of registration',
    `select e.at, s.name as staff from desk_settlements e left join ${staffRows.text} s on s.staffid = e.staffid
      where e.raceid = $1 and e.registrationid = $2 order by e.id desc limit 200`,
    [raceid, id],
  )
