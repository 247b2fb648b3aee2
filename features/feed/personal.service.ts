import type { Personal } from '#seam/server/personal.ts'
import { adopt, eraseOfAccount, listHeld } from './personal.store.ts'

/** A mark names its caller only by a hash. The erasure of an account leaves the marks, and a job removes old marks. */
const tables = ['feed_reporters', 'feed_mutes', 'feed_entries', 'feed_comments'] as const
export const personal: Personal = {
  tables: [...tables, 'feed_marks'],
  merge: { tables, adopt },
  copy: { ofAccount: async ({ db }, { uid }) => ({ feed: await listHeld(db, uid) }) },
  erase: { account: eraseOfAccount },
}
