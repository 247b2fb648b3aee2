import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type EntryInStory = { entry: string; frozen_at: Date; published_at: Date | null }
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<EntryInStory[]> =>
  named<EntryInStory>(
    db,
    'ballots of registration',
    `select encode(e.entry, 'hex') as entry, b.frozen_at, b.published_at
      from ballot_entries e join ballots b on b.raceid = e.raceid and b.id = e.ballotid
      where e.raceid = $1 and e.registrationid = $2 and b.frozen_at is not null`,
    [raceid, id],
  )
