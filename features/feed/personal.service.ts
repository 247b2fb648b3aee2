import type { Personal } from '#seam/server/personal.ts'
import { adopt, eraseOfAccount, listHeld } from './personal.store.ts'

const tables = ['feed_reporters', 'feed_mutes', 'feed_entries', 'feed_comments'] as const
export const personal: Personal = {
  tables,
  merge: { tables, adopt },
  copy: { ofAccount: async ({ db }, { uid }) => ({ feed: await listHeld(db, uid) }) },
  erase: { account: eraseOfAccount },
}
