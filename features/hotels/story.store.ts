import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'

type StayInStory = {
  orderid: number
  arrival: string
  departure: string
  confirmation: string | null
  confirmed_at: Date | null
  outcome: 'arrived' | 'no_show' | null
  outcome_at: Date | null
  created_at: Date
}
export const listForStory = (db: Db, { raceid, uid }: StoryOf): Promise<StayInStory[]> =>
  named<StayInStory>(
    db,
    'stays of registration',
    `select orderid, arrival::text, departure::text, confirmation, confirmed_at, outcome, outcome_at, created_at
      from hotel_stays where raceid = $1 and uid = $2 order by id desc limit 100`,
    [raceid, uid],
  )
