import type { DatabaseSync } from 'node:sqlite'

export type BookedNotice = { id: string; url: string; event: string; resource: string; tries: number; due_at: number }

export const NOTICES = `
  create table if not exists notices (
    id text primary key, url text, event text, resource text, tries integer, due_at integer
  ) strict;
  create index if not exists notices_due on notices (due_at);`

/**
 * Keeps the notices to send. `retries` are the seconds from each sending of a notice to the next sending. After the
 * last of these waits the notice is sent for the last time.
 */
export const bookedNotices = (db: DatabaseSync, retries: readonly number[]) => {
  const prepared = {
    add: db.prepare('insert into notices (id, url, event, resource, tries, due_at) values (?, ?, ?, ?, 0, ?)'),
    claim: db.prepare('update notices set tries = tries + 1, due_at = ? where id = ? and tries = ? returning *'),
    due: db.prepare('select * from notices where due_at <= ? order by due_at limit 50'),
    drop: db.prepare('delete from notices where id = ?'),
    hurry: db.prepare('update notices set due_at = ?'),
    waiting: db.prepare('select count(*) as n from notices'),
  }
  return {
    addNotice: (url: string, event: string, resource: unknown, due: number) =>
      void prepared.add.run(crypto.randomUUID(), url, event, JSON.stringify(resource), due),
    /**
     * Returns the notices that are due now. The call claims each notice until its next sending, so that two processes
     * never send the same notice at the same time.
     */
    claimNotices: (now: number): BookedNotice[] =>
      (prepared.due.all(now) as BookedNotice[]).flatMap((due) => {
        const next = retries[due.tries]
        const claimed = prepared.claim.get(
          next === undefined ? Number.MAX_SAFE_INTEGER : now + next * 1000,
          due.id,
          due.tries,
        ) as BookedNotice | undefined
        return claimed ? [claimed] : []
      }),
    dropNotice: (id: string) => void prepared.drop.run(id),
    hurryNotices: (now: number) => void prepared.hurry.run(now),
    noticesWaiting: (): number => (prepared.waiting.get() as { n: number }).n,
  }
}
