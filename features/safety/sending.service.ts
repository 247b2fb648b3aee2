import type { Job } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { queuePushes } from '#features/push/service.ts'
import { registrationsByIds } from '#features/registrations/lookup/registration.service.ts'
import type { RegistrationRow } from '#features/registrations/lookup/registration.service.ts'
import { languageOf, raceAndEventNames } from '#features/registrations/runnerMessages.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import type { Text } from '#contract/words.ts'
import { eachLang } from '#features/messages/rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { BROADCAST } from './rules.ts'
import { type BroadcastRow, listReached, lockBroadcast, updateBroadcast } from './store.ts'

const BATCH = 500
type Working = Parts & { now: Date }

/** Returns the text in each language. A language without a text gets the Simplified Chinese text. */
export const inEvery = (written: Text): Text => eachLang((lang) => written[lang] || written['zh-cn'])

type Sending = Pick<Working, 'seal' | 'now'> & { raceid: number; broadcast: BroadcastRow; race: Text }
/**
 * Writes one message for the box of each account, and one text message for each mobile if the broadcast goes by text.
 */
const messagesFor = (
  { seal, now, raceid, broadcast, race }: Sending,
  rows: readonly RegistrationRow[],
): Map<string, Message> => {
  const messages = new Map<string, Message>()
  const values = { race, title: inEvery(broadcast.title), text: inEvery(broadcast.body) }
  const of = (key: string) => ({
    seal,
    now,
    template: 'safety' as const,
    values,
    key: `safety ${raceid}/${broadcast.id} ${key}`,
    raceid,
    until: broadcast.until,
  })
  for (const row of rows) {
    const box = of(`account ${row.uid}`)
    messages.set(box.key, { ...box, uid: row.uid, path: `/home?raceid=${raceid}`, lang: 'zh-cn' })
    if (!broadcast.by_text || !row.mobile || !row.mobile_ix) continue
    const mobile = seal.open(raceScope(raceid), 'mobile', row.mobile)
    const text = of(`mobile ${row.mobile_ix.toString('hex')}`)
    messages.set(text.key, { ...text, mobile, mask: row.mobile_mask ?? '', lang: languageOf(row, mobile) })
  }
  return messages
}

/**
 * Sends a broadcast to the next few hundred registrations, and saves the id of the last of them in the same
 * transaction. Returns true when no registration is left, or when the broadcast is over.
 */
const sendSome = async ({ db, seal, integrations, now }: Working, raceid: number, id: number): Promise<boolean> => {
  const race = await raceGiven(db, raceid, now)
  if (!race) return true
  return db.transaction().execute(async (tx) => {
    const broadcast = await lockBroadcast(tx, raceid, id)
    if (!broadcast || broadcast.sent_at !== null || broadcast.ended_at !== null || broadcast.until <= now) return true
    const ids = await listReached(tx, broadcast, broadcast.after, BATCH)
    const rows = await registrationsByIds(tx, raceid, ids)
    const name = raceAndEventNames(race, { e_name: '', e_names: {} }).race
    await sendMessages(tx, [...messagesFor({ seal, now, raceid, broadcast, race: name }, rows).values()])
    const accounts = [...new Set(rows.map(({ uid }) => uid))]
    await queuePushes(
      tx,
      { seal, now, quiet: integrations.smsOptions.quiet },
      accounts.map((uid) => ({
        to: { uid },
        box: false,
        write: (lang) => ({ title: inEvery(broadcast.title)[lang], body: inEvery(broadcast.body)[lang] }),
        path: `/home?raceid=${raceid}`,
        tag: `safety ${raceid}/${id}`,
        until: broadcast.until,
        urgency: 'high',
        atNight: 'send',
      })),
    )
    const over = ids.length < BATCH
    await updateBroadcast(tx, raceid, id, {
      notified: broadcast.notified + ids.length,
      after: ids.at(-1) ?? broadcast.after,
      sent_at: over ? now : null,
    })
    return over
  })
}

const send: Job<Parts>['run'] = async (payload, working) => {
  const { raceid, id } = payload as { raceid: number; id: number }
  await working.seal.prepare('accounts')
  await working.seal.prepare(raceScope(raceid))
  // No job is more urgent than a safety broadcast, so this job lets no other job go first.
  while (!(await sendSome(working, raceid, id)));
}
export const broadcastJob: Job<Parts> = { name: BROADCAST, run: send }
