import type { Db, Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { idsMatching, idsOfAudience } from '#features/registrations/lookup/recipients.service.ts'
import { filterFor, type Filter } from '#features/registrations/lookup/registrationList.service.ts'
import type { MessageAudience } from '#features/registrations/lookup/recipients.rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import type * as z from 'zod/mini'
import type { AnnouncementAudience } from './contract.ts'
import { ANNOUNCE } from './rules.ts'
import { type NewAnnouncement, countScheduled, insertAnnouncement, insertReaders, saveTotal } from './store.ts'

export type Whom = {
  raceid: number
  eventid: number | null
  audience: AnnouncementAudience
  filter?: Omit<z.output<typeof Filter>, 'sort'> | undefined
}
/** Reads the ids of the readers, a part at a time, beginning after an id. */
export type ReaderSource = (on: Db | Tx, after: number, limit: number) => Promise<number[]>

/** Finds the readers of an announcement. */
export const readersOf = async (
  working: Pick<Parts, 'db' | 'seal'> & { now: Date },
  { raceid, eventid, audience, filter }: Whom,
): Promise<ReaderSource | undefined> => {
  if (audience !== 'chosen') {
    const whom = { raceid, eventid, audience: audience satisfies MessageAudience }
    return (on, after, limit) => idsOfAudience(on, whom, after, limit)
  }
  const found = await filterFor(working, { q: '', ...filter, raceid })
  return found && ((on, after, limit) => idsMatching(on, found.filter, after, limit))
}

const PART = 5000
export const allReaders = async (on: Db | Tx, readers: ReaderSource): Promise<number[]> => {
  const all: number[] = []
  for (;;) {
    const some = await readers(on, all.at(-1) ?? 0, PART)
    all.push(...some)
    if (some.length < PART) return all
  }
}

/**
 * Freezes the readers of an announcement now, and adds the job that sends the announcement at its time. Returns the
 * announcement's id and the number of readers. Without a reader it writes nothing and returns undefined.
 */
export const announceTo = async (
  tx: Tx,
  announcement: Omit<NewAnnouncement, 'total' | 'created_at'>,
  readers: ReaderSource,
  now: Date,
): Promise<{ id: number; registrations: number } | undefined> => {
  const { raceid, send_at } = announcement
  const ids = await allReaders(tx, readers)
  if (ids.length === 0) return undefined
  const id = await insertAnnouncement(tx, { ...announcement, total: 0, created_at: now })
  for (let at = 0; at < ids.length; at += PART) await insertReaders(tx, raceid, id, ids.slice(at, at + PART))
  await saveTotal(tx, raceid, id, ids.length)
  await addJob(
    tx,
    ANNOUNCE,
    { raceid, id },
    { key: `${ANNOUNCE} ${raceid}/${id}`, ...(send_at ? { runAt: send_at } : {}) },
  )
  return { id, registrations: ids.length }
}

/** Counts the announcements that are scheduled and not sent yet, and that go to runners of these events. */
export const waitingAnnouncements = (on: Db | Tx, raceid: number, eventids: readonly number[]): Promise<number> =>
  countScheduled(on, raceid, eventids)
