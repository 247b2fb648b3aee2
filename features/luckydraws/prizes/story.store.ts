import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'
import type { PrizeState } from '../rules.ts'

type PrizeInStory = {
  state: PrizeState
  name: string
  names: Record<string, string>
  created_at: Date
  done_at: Date | null
}
export const listPrizesForStory = (db: Db, { raceid, id, uid }: StoryOf): Promise<PrizeInStory[]> =>
  named<PrizeInStory>(
    db,
    'prizes of registration',
    `select state, name, names, created_at, done_at from prizes
      where raceid = $1 and (registrationid = $2 or (registrationid is null and uid = $3)) order by id desc limit 100`,
    [raceid, id, uid],
  )
