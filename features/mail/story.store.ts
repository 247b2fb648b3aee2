import { type Db, named } from '#db/db.ts'
import type { StoryOf } from '#contract/story.ts'
import type { Text } from '#contract/words.ts'
import type { MailState } from './store.ts'

type MailInStory = {
  title: Text | null
  state: MailState
  bounce: 'hard' | 'soft' | 'complaint' | null
  created_at: Date
}
/**
 * Lists the latest 200 mails to a registration's account about its race. A mail about another registration is not among
 * them.
 */
export const listMailsForStory = (db: Db, { raceid, uid, _key }: StoryOf): Promise<MailInStory[]> =>
  named<MailInStory>(
    db,
    'mails of registration',
    `select title, state, bounce, created_at from mails
      where uid = $1 and raceid = $2
        and (about is null or position('_key=' in about) = 0 or right(about, length($3)) = $3)
      order by id desc limit 200`,
    [uid, raceid, `_key=${_key}`],
  )
