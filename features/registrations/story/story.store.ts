import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type RegistrationInStory = {
  created_at: Date
  bib: string | null
  bib_at: Date | null
  closed_at: Date | null
  invite: boolean
}
export const findForStory = async (db: Db, { raceid, id }: StoryOf): Promise<RegistrationInStory | undefined> =>
  (
    await named<RegistrationInStory>(
      db,
      'registration as its story begins',
      `select created_at, coalesce(prefix_bib, '') || bib as bib, bib_at, closed_at, invite is not null as invite
        from registrations
        where raceid = $1 and id = $2`,
      [raceid, id],
    )
  )[0]
