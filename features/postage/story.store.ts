import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type ParcelInStory = { created_at: Date; sent_at: Date | null; carrier: string | null; number: string | null }
export const listForStory = (db: Db, { raceid, id }: StoryOf): Promise<ParcelInStory[]> =>
  named<ParcelInStory>(
    db,
    'parcels of registration',
    `select created_at, sent_at, carrier, number from parcels where raceid = $1 and registrationid = $2`,
    [raceid, id],
  )
