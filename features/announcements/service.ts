import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { countRecipients } from '#features/registrations/lookup/recipients.service.ts'
import { ANNOUNCE } from './rules.ts'
import { type NewAnnouncement, insertAnnouncement } from './store.ts'

/** Sends an announcement in the background to the present registrants. Returns undefined where there is nobody. */
export const announceTo = async (
  tx: Tx,
  announcement: Omit<NewAnnouncement, 'total' | 'created_at'>,
  now: Date,
): Promise<{ id: number; registrations: number } | undefined> => {
  const { raceid } = announcement
  const { registrations } = await countRecipients(tx, announcement)
  if (registrations === 0) return undefined
  const id = await insertAnnouncement(tx, { ...announcement, total: registrations, created_at: now })
  await addJob(tx, ANNOUNCE, { raceid, id }, { key: `${ANNOUNCE} ${raceid}/${id}` })
  return { id, registrations }
}
