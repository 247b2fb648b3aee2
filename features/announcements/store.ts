import type { Text } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import type { MessageAudience } from '#features/registrations/lookup/recipients.rules.ts'

export type NewAnnouncement = {
  raceid: number
  eventid: number | null
  audience: MessageAudience
  title: Text
  body: Text
  by_text: boolean
  staffid: number | null
  total: number
  created_at: Date
}
export type AnnouncementRow = NewAnnouncement & {
  id: number
  state: 'sending' | 'sent'
  notified: number
  after: number
  sent_at: Date | null
}

const opened = (row: unknown): AnnouncementRow => row as AnnouncementRow

export const insertAnnouncement = async (tx: Tx, announcement: NewAnnouncement): Promise<number> =>
  (
    await tx
      .insertInto('announcements')
      .values({ ...announcement, title: JSON.stringify(announcement.title), body: JSON.stringify(announcement.body) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

/** Lists announcements, the newest first. `before` is the last id that the caller has seen. */
export const listAnnouncements = async (
  db: Db,
  raceid: number,
  { before, limit }: { before: number | undefined; limit: number },
): Promise<AnnouncementRow[]> => {
  const query = db.selectFrom('announcements').selectAll().where('raceid', '=', raceid)
  return (
    await (before === undefined ? query : query.where('id', '<', before)).orderBy('id', 'desc').limit(limit).execute()
  ).map(opened)
}

/** Locks the announcement until the transaction ends, so that two runs of its job follow one another. */
export const lockAnnouncement = async (tx: Tx, raceid: number, id: number): Promise<AnnouncementRow | undefined> => {
  const row = await tx
    .selectFrom('announcements')
    .selectAll()
    .where('raceid', '=', raceid)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .forUpdate()
    .executeTakeFirst()
  return row && opened(row)
}
export const saveProgress = async (
  tx: Tx,
  raceid: number,
  id: number,
  progress: { notified: number; after: number; state: 'sending' | 'sent'; sent_at: Date | null },
): Promise<void> => {
  await tx.updateTable('announcements').set(progress).where('raceid', '=', raceid).where('id', '=', id).execute()
}
