import { type Db, named } from '#db/db.ts'
import { staffRows } from '#features/staff/public.store.ts'
import type { StoryOf } from '#contract/story.ts'
import type { ResultOutcome } from '../rules.ts'

type ResultInStory = { at: Date; outcome: ResultOutcome; ms: number | null; published_at: Date | null }
export const listResults = (db: Db, { raceid, id }: StoryOf): Promise<ResultInStory[]> =>
  named<ResultInStory>(
    db,
    'results of registration told',
    `select r.created_at as at, r.outcome, coalesce(r.net_ms, r.gun_ms) as ms, s.published_at
      from results r left join result_sheets s on s.raceid = r.raceid and s.eventid = r.eventid
      where r.raceid = $1 and r.registrationid = $2`,
    [raceid, id],
  )

type CorrectionInStory = {
  at: Date
  reason: string
  staff: string | null
  undone_at: Date | null
  undone: string | null
}
export const listCorrections = (db: Db, { raceid, id }: StoryOf): Promise<CorrectionInStory[]> =>
  named<CorrectionInStory>(
    db,
    'corrections of results told',
    `select c.created_at as at, c.reason, s.name as staff, c.undone_at, u.name as undone
      from results r
      join result_corrections c on c.raceid = r.raceid and c.eventid = r.eventid and c.bib = r.bib
      left join ${staffRows.text} s on s.staffid = c.staffid
      left join ${staffRows.text} u on u.staffid = c.undone_by
      where r.raceid = $1 and r.registrationid = $2
      order by c.id desc limit 200`,
    [raceid, id],
  )

type SubmissionInStory = {
  at: Date
  ms: number
  state: string
  decided_at: Date | null
  reason: string | null
  staff: string | null
}
export const listSubmissions = (db: Db, { raceid, id }: StoryOf): Promise<SubmissionInStory[]> =>
  named<SubmissionInStory>(
    db,
    'submitted results told',
    `select h.created_at as at, h.time_ms as ms, h.state, h.decided_at, h.reason, s.name as staff
      from handed_in_results h left join ${staffRows.text} s on s.staffid = h.staffid
      where h.raceid = $1 and h.registrationid = $2
      order by h.id desc limit 200`,
    [raceid, id],
  )

type ProtestInStory = {
  at: Date
  state: string
  decided_at: Date | null
  decision: string | null
  staff: string | null
}
export const listProtests = (db: Db, { raceid, id }: StoryOf): Promise<ProtestInStory[]> =>
  named<ProtestInStory>(
    db,
    'protests told',
    `select p.created_at as at, p.state, p.decided_at, p.decision, s.name as staff
      from result_protests p left join ${staffRows.text} s on s.staffid = p.decided_by
      where p.raceid = $1 and p.registrationid = $2
      order by p.id desc limit 50`,
    [raceid, id],
  )
