import type { Job } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { recipientsByIds } from '#features/registrations/lookup/recipients.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { ANNOUNCE } from './rules.ts'
import { type ReaderDone, lockAnnouncement, nextReaders, saveProgress, saveReaders } from './store.ts'
import { mayNotGet, messagesTo } from './writing.service.ts'

const BATCH = 300

/**
 * Notifies the next readers and marks their rows, in one transaction. A killed job therefore continues with the rows
 * that are open. Each message also has a key, so that nobody gets it twice. Returns true if this job has no more
 * readers to notify.
 */
const notifySome = async ({ db, seal, now }: Parts & { now: Date }, raceid: number, id: number): Promise<boolean> => {
  const race = await raceGiven(db, raceid, now)
  if (!race) return true
  return db.transaction().execute(async (tx) => {
    const row = await lockAnnouncement(tx, raceid, id)
    if (!row || row.state === 'sent' || row.state === 'stopped') return true
    // If staff moved the announcement to a later time, its first job still runs at the earlier time.
    if (row.send_at && row.send_at > now) return true
    const ids = await nextReaders(tx, raceid, id, BATCH)
    const found = new Map((await recipientsByIds(tx, raceid, ids)).map((one) => [one.id, one]))
    // Two rows with the same key in one statement would clash.
    const messages = new Map<string, Message>()
    const done = ids.map((registrationid): ReaderDone => {
      const one = found.get(registrationid)
      if (!one || mayNotGet(one, row)) return { registrationid, outcome: 'left', box_key: null, text_key: null }
      const { box, text } = messagesTo({ seal, race, now }, one, row)
      messages.set(box.key, box)
      if (text) messages.set(text.key, text)
      return { registrationid, outcome: 'sent', box_key: box.key, text_key: text?.key ?? null }
    })
    await sendMessages(tx, [...messages.values()])
    if (done.length > 0) await saveReaders(tx, raceid, id, done, now)
    const over = ids.length < BATCH
    await saveProgress(tx, raceid, id, {
      notified: row.notified + done.filter(({ outcome }) => outcome === 'sent').length,
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
  while (!(await notifySome({ ...working, now: working.clock() }, raceid, id)));
}

export const jobs: Job<Parts>[] = [{ name: ANNOUNCE, run: announce }]
