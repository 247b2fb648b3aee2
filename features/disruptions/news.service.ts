import { addJob, type Job } from '#db/jobs/jobs.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type Message, sendMessages } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { registrationsByIds } from '#features/registrations/lookup/registration.service.ts'
import { runnerMessage } from '#features/registrations/runnerMessages.service.ts'
import { raceGiven } from '#features/registrations/status/ownership.service.ts'
import { sayTime } from '#features/registrations/status/statusText.rules.ts'
import type { Parts } from '#seam/server/handle.ts'
import { disruptionReason, whatIn } from './present.service.ts'
import { fallbackFor, hasNoPlace } from './rules.ts'
import { type DisruptionRow, listChoices, lockDisruption, updateDisruption } from './store.ts'
import { planTermWords as words } from './words.ts'

/** The job that sends the news of a plan to its runners. Its payload is the plan's key. */
export const NEWS = 'disruption news'
const BATCH = 300
const templates = {
  declared: 'disruption_declared',
  changed: 'disruption_changed',
  undone: 'disruption_undone',
} as const

type Working = Pick<Parts, 'db' | 'seal'> & { now: Date }

const fallbackText = (plan: DisruptionRow, row: { state: string; price: number }) => {
  const fallback = fallbackFor(plan, row)
  if (fallback === 'keep' && hasNoPlace(row)) return words.stay_in_line
  return fallback === 'refund' && row.price === 0 ? words.leave_free : words.fallbacks[fallback]
}
/** Returns the reason without full stops, exclamation marks and spaces at its end, as a part of a sentence. */
const partOf = (reason: string): string => reason.replace(/[。.！!\s]+$/u, '')

/**
 * Sends the news to the next few hundred runners and saves the position, in one transaction. A killed job continues
 * there, and the key of a message keeps the message from being sent twice. Returns true when no runner is left.
 */
const sendSome = async ({ db, seal, now }: Working, raceid: number, id: number): Promise<boolean> => {
  const race = await raceGiven(db, raceid, now)
  if (!race) return true
  return db.transaction().execute(async (tx) => {
    const plan = await lockDisruption(tx, raceid, id)
    if (!plan?.news || !plan.news_at) return true
    const { news, news_at, until } = plan
    const rows = await listChoices(tx, raceid, id, { after: plan.notified_to, limit: BATCH })
    const found = await registrationsByIds(
      tx,
      raceid,
      rows.map(({ registrationid }) => registrationid),
    )
    const live = found.filter((row) => row.deleted_at === null && row.closed_at === null && row.refundid === 0)
    const messages = live.flatMap((row): Message[] => {
      const message = runnerMessage({ seal, race, now }, row, {
        template: templates[news],
        key: `${templates[news]} ${raceid}/${id} ${row.id} ${news_at.getTime()}`,
        deadline: news === 'undone' ? null : until,
        values: {
          what: whatIn(plan, race.zone),
          reason: eachLang((lang) => partOf(disruptionReason(plan, lang))),
          until: eachLang((lang) => sayTime(until, race.zone, lang)),
          fallback: fallbackText(plan, row),
        },
      })
      return message ? [message] : []
    })
    await sendMessages(tx, messages)
    const over = rows.length < BATCH
    await updateDisruption(tx, raceid, id, {
      notified_to: rows.at(-1)?.registrationid ?? plan.notified_to,
      ...(over ? { news: null } : {}),
    })
    return over
  })
}

const sendNews: Job<Parts>['run'] = async (payload, working) => {
  const { raceid, id } = payload as { raceid: number; id: number }
  await working.seal.prepare('accounts')
  await working.seal.prepare(raceScope(raceid))
  // After 3,000 runners the job ends and adds a new job for the next runners, so that other jobs can run between them.
  for (let round = 0; round < 10; round++) if (await sendSome(working, raceid, id)) return
  await working.db
    .transaction()
    .execute((tx) => addJob(tx, NEWS, { raceid, id }, { key: `${NEWS} ${raceid}/${id} next ${crypto.randomUUID()}` }))
}
export const newsJob: Job<Parts> = { name: NEWS, run: sendNews }
