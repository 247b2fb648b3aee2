import { countingFailures } from '#db/errors/failures.ts'
import { addJob } from '#db/jobs/jobs.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { Looked } from '#integrations/sms/client.ts'
import { SEND } from './service.ts'
import { e164Of } from './rules.ts'
import { listToLook, saveMessageState } from './store.ts'

type Working = Parts & { now: Date }
type Row = Awaited<ReturnType<typeof listToLook>>[number]

const MINUTE = 60_000
/**
 * The minutes between two questions for a receipt. A receipt usually comes within seconds, and after three days no
 * receipt comes.
 */
const STEPS = [1, 9, 50, 300, 1080, 2880]
/**
 * The number of questions (in about an hour) after which a message counts as lost. The provider's answer was lost, and
 * no provider knows the message, so it was probably not sent. Staff decide whether to send it again.
 */
const LOST_AFTER = 3

const nextLook = (row: Row, now: Date): Date | null => {
  const step = STEPS[row.looks + 1]
  return step === undefined ? null : new Date(now.getTime() + step * MINUTE)
}

const changeFrom = (row: Row, looked: Looked & { provider?: string }, now: Date) => {
  const known = {
    state: 'sent' as const,
    looks: row.looks + 1,
    number: looked.number ?? row.number,
    provider: looked.provider ?? row.provider,
    sent_at: row.sent_at ?? row.handed_at,
  }
  if (looked.state === 'unknown') {
    if (row.state === 'sending' && row.looks + 1 >= LOST_AFTER)
      return { state: 'lost' as const, look_at: null, failure: 'answer_lost' }
    return { looks: row.looks + 1, look_at: nextLook(row, now) }
  }
  if (looked.state === 'sent') return { ...known, failure: null, look_at: nextLook(row, now) }
  return {
    ...known,
    failure: null,
    look_at: null,
    delivery: looked.state,
    delivery_code: looked.code ?? null,
    delivered_at: looked.at ?? null,
  }
}

const look = async ({ db, seal, integrations, now }: Working, row: Row): Promise<void> => {
  const seen = row.state as 'sending' | 'sent'
  // This row is a notice through WeChat whose answer was lost. The box still holds its message.
  if (!row.mobile && seen === 'sending')
    return void (await saveMessageState(db, row.id, seen, { state: 'kept', look_at: null, failure: 'answer_lost' }))
  if (!row.mobile || !row.handed_at || (seen !== 'sending' && seen !== 'sent'))
    return void (await saveMessageState(db, row.id, seen, { look_at: null }))
  if (!integrations.sms.look) {
    // A sandbox provider cannot tell the state of a message. A message whose answer was lost is sent again. It may then
    // appear twice on a terminal, which does no harm.
    if (seen === 'sent') return void (await saveMessageState(db, row.id, seen, { look_at: null }))
    return db.transaction().execute(async (tx) => {
      if (await saveMessageState(tx, row.id, seen, { state: 'queued', look_at: null }))
        await addJob(tx, SEND, { id: row.id }, { key: `${SEND} ${row.id}` })
    })
  }
  const message = {
    to: e164Of(seal.open('accounts', 'message mobile', row.mobile)),
    key: row.key,
    handedAt: row.handed_at,
  }
  const { sms } = integrations
  const answer = await countingFailures(db, 'sms_receipt', now, () => sms.look!(message, row.provider))
  const looked = answer?.answer
  await saveMessageState(
    db,
    row.id,
    seen,
    looked ? changeFrom(row, looked, now) : { look_at: new Date(now.getTime() + 5 * MINUTE) },
  )
}

/**
 * Asks the providers about due messages. It asks for the outcome of a message whose answer was lost, and for the
 * receipt of a sent message.
 */
export const lookDue = async (working: Working): Promise<void> => {
  const due = await listToLook(working.db, working.now, 200)
  if (due.length === 0) return
  await working.seal.prepare('accounts')
  // Providers allow some twenty questions a second, so the loop asks about a few messages at a time.
  for (let from = 0; from < due.length; from += 5)
    await Promise.all(due.slice(from, from + 5).map((row) => look(working, row)))
}
