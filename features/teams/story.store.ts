import { type Db, named } from '#db/db.ts'
import { registrationRows } from '#features/registrations/public.store.ts'
import type { StoryOf } from '#contract/story.ts'

type TeamInStory = { name: string; team_at: Date; leads: boolean }
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<TeamInStory[]> =>
  named<TeamInStory>(
    db,
    'team of registration',
    `select t.name, r.team_at, t.captain = r.id as leads
      from ${registrationRows.text} r join teams t on t.raceid = r.raceid and t.id = r.teamid
      where r.raceid = $1 and r.id = $2 and r.team_at is not null`,
    [raceid, id],
  )
