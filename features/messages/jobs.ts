import type { Job } from '#db/jobs.ts'
import type { Lang } from '#contract/words.ts'
import type { Parts } from '#server/answer.ts'
import { SmsRefused } from '#server/outside/sms.ts'
import { SEND } from './actions.ts'
import { type Values, e164Of, textOf, valuesIn } from './rules.ts'
import { lockQueued, saveFate } from './store.ts'
import type { Template } from './words.ts'

/** A provider that is down is asked again by the runner, until the message is of no use any more. */
export const sendQueued: Job<Parts>['run'] = async (payload, { db, seal, outside, now }) => {
  const { id } = payload as { id: number }
  await seal.prepare('accounts')
  await db.transaction().execute(async (tx) => {
    const message = await lockQueued(tx, id)
    if (!message?.mobile) return
    if (message.until && message.until <= now) return saveFate(tx, id, { state: 'late' })
    const values = JSON.parse(seal.open('accounts', 'message content', message.content)) as Values
    const template = message.template as Template
    try {
      const { number } = await outside.sms.send({
        to: e164Of(seal.open('accounts', 'message mobile', message.mobile)),
        template,
        values: valuesIn(values, message.lang as Lang),
        text: textOf(template, values, message.lang as Lang),
        key: message.key,
      })
      // What a real provider has delivered is not kept here, as it holds codes; what stands in a box is none.
      const forgotten = outside.sms.pretend || message.uid !== null ? {} : { content: seal.seal('accounts', 'message content', '{}') }
      return await saveFate(tx, id, { state: 'sent', number, sent_at: now, ...forgotten })
    } catch (error) {
      if (error instanceof SmsRefused) return saveFate(tx, id, { state: 'failed', failure: error.code })
      throw error
    }
  })
}

export const jobs: Job<Parts>[] = [{ name: SEND, run: sendQueued }]
