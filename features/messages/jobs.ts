import type { Job } from '#db/jobs.ts'
import type { Lang } from '#contract/words.ts'
import type { Parts } from '#server/answer.ts'
import { SmsRefused } from '#server/outside/sms.ts'
import { SEND } from './actions.ts'
import { e164Of, textOf } from './rules.ts'
import { lockQueued, saveFate } from './store.ts'
import type { Template } from './words.ts'

/** A provider that is down is asked again by the runner, until the message is of no use any more. */
export const sendQueued: Job<Parts>['run'] = async (payload, { db, seal, outside, now }) => {
  const { id } = payload as { id: number }
  await seal.prepare('accounts')
  await db.transaction().execute(async (tx) => {
    const message = await lockQueued(tx, id)
    if (!message) return
    if (message.until && message.until <= now) return saveFate(tx, id, { state: 'late' })
    const values = JSON.parse(seal.open('accounts', 'message content', message.content)) as Record<string, string>
    const template = message.template as Template
    try {
      const { number } = await outside.sms.send({
        to: e164Of(seal.open('accounts', 'message mobile', message.mobile)),
        template,
        values,
        text: textOf(template, values, message.lang as Lang),
        key: message.key,
      })
      // What a real provider has delivered is not kept here: it holds codes.
      const forgotten = outside.sms.pretend ? {} : { content: seal.seal('accounts', 'message content', '{}') }
      return await saveFate(tx, id, { state: 'sent', number, sent_at: now, ...forgotten })
    } catch (error) {
      if (error instanceof SmsRefused) return saveFate(tx, id, { state: 'failed', failure: error.code })
      throw error
    }
  })
}

export const jobs: Job<Parts>[] = [{ name: SEND, run: sendQueued }]
