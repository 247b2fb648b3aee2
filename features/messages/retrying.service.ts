import { addJob } from '#db/jobs/jobs.ts'
import type { Tx } from '#db/db.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { SEND } from './service.ts'
import { requeue } from './store.ts'
import { type Template, urgent } from './words.ts'

/** Tells whether it is useful to send a message again. A code or an outdated message is useless. */
export const isWorthRetrying = ({ template, until }: { template: string; until: Date | null }, now: Date): boolean =>
  !urgent.has(template as Template) && (until === null || until > now)

type RetriedMessage = { template: string; until: Date | null; state: string; delivery: string | null }
export const mayRetry = (row: RetriedMessage, now: Date): boolean =>
  (['failed', 'lost'].includes(row.state) || (row.state === 'sent' && row.delivery === 'undelivered')) &&
  isWorthRetrying(row, now)

/** Puts a message back into the queue, with an entry in the log. Returns false if somebody else was faster. */
export const queueAgain = async (
  tx: Tx,
  row: { id: number; raceid: number | null; state: string },
  { who, now }: { who: Who; now: Date },
): Promise<boolean> => {
  if (!(await requeue(tx, row.id))) return false
  await addJob(tx, SEND, { id: row.id }, { key: `${SEND} ${row.id}` })
  await logChange(tx, {
    who,
    now,
    raceid: row.raceid,
    what: 'message sent again',
    target: `message ${row.id}`,
    before: { state: row.state },
    after: { state: 'queued' },
  })
  return true
}
