import { nameIn } from '#contract/words.ts'
import type { Job } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { languageOf } from '#features/registrations/runnerMessages.service.ts'
import { listRecipients } from '#features/registrations/lookup/recipients.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { ANNOUNCE, inEach } from './rules.ts'
import { lockAnnouncement, saveProgress } from './store.ts'

const BATCH = 400

/**
 * Notifies the next few hundred registrations and saves its position, in one transaction. A killed job therefore
 * continues there. An account gets one message for all its registrations, and a mobile gets one text message. Each
 * message has a key, so that nobody gets it twice.
 */
const notifySome = async ({ db, seal, now }: Parts & { now: Date }, raceid: number, id: number): Promise<boolean> => {
  const race = await raceGiven(db, raceid, now)
  if (!race) return true
  return db.transaction().execute(async (tx) => {
    const row = await lockAnnouncement(tx, raceid, id)
    if (!row) return true
    const some = await listRecipients(tx, row, row.after, BATCH)
    const values = {
      race: eachLang((lang) => nameIn(lang, race.name, race.names)),
      title: inEach(row.title),
      text: inEach(row.body),
    }
    const of = (key: string) => ({
      seal,
      now,
      template: 'announcement' as const,
      values,
      key: `announcement ${raceid}/${id} ${key}`,
      raceid,
    })
    // Two rows with the same key in one statement would clash.
    const messages = new Map<string, Message>()
    for (const one of some) {
      const box = of(`account ${one.uid}`)
      messages.set(box.key, { ...box, uid: one.uid, lang: 'zh-cn' })
      if (!row.by_text || !one.mobile || !one.mobile_ix) continue
      const mobile = seal.open(raceScope(raceid), 'mobile', one.mobile)
      const text = of(`mobile ${one.mobile_ix.toString('hex')}`)
      messages.set(text.key, { ...text, mobile, mask: one.mobile_mask ?? '', lang: languageOf(one, mobile) })
    }
    await sendMessages(tx, [...messages.values()])
    const over = some.length < BATCH
    await saveProgress(tx, raceid, id, {
      notified: row.notified + some.length,
      after: some.at(-1)?.id ?? row.after,
      state: over ? 'sent' : 'sending',
      sent_at: over ? now : null,
    })
    return over
  })
}

export const announce: Job<Parts>['run'] = async (payload, working) => {
  const { raceid, id } = payload as { raceid: number; id: number }
  await working.seal.prepare('accounts')
  await working.seal.prepare(raceScope(raceid))
  while (!(await notifySome(working, raceid, id)));
}

export const jobs: Job<Parts>[] = [{ name: ANNOUNCE, run: announce }]
