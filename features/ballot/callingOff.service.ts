import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { addJob } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { readEvent } from '#features/events/service.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { languageOf } from '#features/registrations/runnerMessages.service.ts'
import { listRecipients } from '#features/registrations/lookup/recipients.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { findBallot } from './store.ts'

type Key = { raceid: number; id: number }
/**
 * The job that notifies everybody on a frozen list after the organiser has called off the draw. Its payload is the
 * draw's key.
 */
export const CALL_OFF = 'ballot call off'
const BATCH = 400

/**
 * Starts the messages about a draw that was called off. The function runs in the draw's own transaction. Before a list
 * is frozen nobody relies on the draw, so nobody gets a message then.
 */
export const beginCallingOff = (tx: Tx, { raceid, id }: Key): Promise<void> =>
  addJob(tx, CALL_OFF, { raceid, id }, { key: `${CALL_OFF} ${raceid}/${id}` })

/**
 * Notifies everybody on the list. An account gets one message for all its registrations, and a mobile gets one text
 * message. After a kill the job begins again, and nobody gets a message twice.
 */
export const notifyCalledOff = async (
  { db, seal, clock }: Pick<Parts, 'db' | 'seal' | 'clock'>,
  { raceid, id }: Key,
): Promise<void> => {
  const ballot = await findBallot(db, raceid, id)
  const race = await raceGiven(db, raceid, clock())
  if (ballot?.state !== 'cancelled' || !race) return
  const event = await readEvent(db, raceid, ballot.eventid, clock(), true)
  await seal.prepare('accounts')
  await seal.prepare(raceScope(raceid))
  const values = {
    race: eachLang((lang) => nameIn(lang, race.name, race.names)),
    event: eachLang((lang) => (event ? nameIn(lang, event.name, event.names) : '')),
    why: ballot.cancelled_why ?? '',
  }
  for (let after = 0, over = false; !over;) {
    const some = await listRecipients(db, { raceid, eventid: ballot.eventid, audience: 'draw' }, after, BATCH)
    const of = (key: string) => ({
      seal,
      now: clock(),
      template: 'drawn_off' as const,
      values,
      path: `/ballot?raceid=${raceid}&id=${id}`,
      key: `drawn_off ${raceid}/${id} ${key}`,
      raceid,
    })
    const messages = new Map<string, Message>()
    for (const one of some) {
      const box = of(`account ${one.uid}`)
      messages.set(box.key, { ...box, uid: one.uid, lang: 'zh-cn' })
      if (!one.mobile || !one.mobile_ix) continue
      const mobile = seal.open(raceScope(raceid), 'mobile', one.mobile)
      const message = of(`mobile ${one.mobile_ix.toString('hex')}`)
      messages.set(message.key, { ...message, mobile, mask: one.mobile_mask ?? '', lang: languageOf(one, mobile) })
    }
    await db.transaction().execute((tx) => sendMessages(tx, [...messages.values()]))
    after = some.at(-1)?.id ?? after
    over = some.length < BATCH
  }
}
