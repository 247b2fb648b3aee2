import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'
import type { MessageState } from './store.ts'
import type { Template } from './words.ts'

type MessageInStory = {
  template: Template
  state: MessageState
  delivery: 'delivered' | 'undelivered' | null
  delivered_at: Date | null
  read_at: Date | null
  created_at: Date
}
/**
 * Lists the latest 200 messages to a registration's account about its race. A message that leads to another
 * registration belongs to the timeline of that registration.
 */
export const listForStory = (db: Db, { raceid, uid, _key }: StoryOf): Promise<MessageInStory[]> =>
  named<MessageInStory>(
    db,
    'messages of registration',
    `select template, state, delivery, delivered_at, read_at, created_at
      from messages
      where uid = $1 and raceid = $2 and (path is null or position('_key=' in path) = 0 or right(path, length($3)) = $3)
      order by id desc
      limit 200`,
    [uid, raceid, `_key=${_key}`],
  )
