import type { Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { type Values, eachLang } from '#features/messages/rules.ts'
import { logChanges } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import { runnerMessage } from '../runnerMessages.service.ts'
import type { RaceGiven } from '../status/present.service.ts'
import { sayTime } from '../status/statusText.rules.ts'
import type { ViewRow } from '../store.ts'

/**
 * The outcome of a draw or a waitlist for a registration. `until` is the end of the time to pay for an unpaid
 * registration.
 */
export type DrawNews = {
  row: ViewRow
  template: Message['template']
  values?: Values
  until: Date
  paid: boolean
  what: string
  before: object
  after: object
}
type Notifying = { seal: Seal; race: RaceGiven; who?: Who | undefined; now: Date }

/**
 * Notifies each of these runners once, and logs the outcome of each registration. The keys of the race and of the
 * accounts are prepared.
 */
export const notifyRunners = async (
  tx: Tx,
  { seal, race, who, now }: Notifying,
  news: readonly DrawNews[],
): Promise<void> => {
  const messages = news.map(({ row, template, values, until, paid }) =>
    runnerMessage({ seal, race, now }, row, {
      template,
      values: { ...values, until: eachLang((said) => sayTime(until, race.zone, said)) },
      deadline: paid ? undefined : until,
      key: `${template} ${race.id}/${row.id}`,
    }),
  )
  await sendMessages(
    tx,
    messages.filter((one) => one !== undefined),
  )
  await logChanges(
    tx,
    news.map(({ row, what, before, after }) => ({
      who,
      now,
      raceid: race.id,
      what,
      target: `registration ${row.id}`,
      before,
      after,
    })),
  )
}
