import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { createHash } from 'node:crypto'
import { raceOfKey } from '#contract/key.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { noteId } from '#db/ids.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { newKey } from '#db/random.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { metresOf } from '#features/events/rules.ts'
import { eventNow, readEvent } from '#features/events/service.ts'
import { keepPrivateFile } from '#features/files/service.ts'
import { sendMessage } from '#features/messages/service.ts'
import { type Values, eachLang } from '#features/messages/rules.ts'
import type { RaceGiven } from '#features/registrations/status/present.service.ts'
import { languageOf } from '#features/registrations/runnerMessages.service.ts'
import { ownRegistrations, publishedRace } from '#features/registrations/status/ownership.service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { holdResults, rerank } from '../ranking/derived.service.ts'
import {
  consoleResultsHandins,
  consoleResultsRefuse,
  consoleResultsTake,
  resultsHandin,
  resultsMine,
} from './submissions.contract.ts'
import { isOverBy, isPlausible, isRuled, submittedSecondsOf, whyNoSubmission } from './submissions.rules.ts'
import {
  type SubmissionRow,
  countWaitingSubmissions,
  decideSubmission,
  findSubmission,
  insertSubmission,
  isMarkKnown,
  listSubmissions,
  listOfRegistrations,
  listOutcomes,
  lockSubmission,
  upsertTaken,
} from './submissions.store.ts'
import { ranksOf } from '../ranking/ranking.rules.ts'
import { agegroupOf, clockText, rankingOf } from '../rules.ts'
import { findSheet, nextIds, saveSheet, setPublished } from '../store.ts'
import { readyToNotify } from '../protests/notifying.service.ts'

/**
 * Limits the submissions of one account, because proofs stay on the disk. A person submits few results; a program could
 * fill the disk.
 */
const perAccount: Limit = { kind: 'results handed in', max: 20, seconds: 86_400 }

const bibOf = (row: Pick<SubmissionRow, 'r_bib' | 'r_prefix'>): string | null =>
  row.r_bib === null ? null : `${row.r_prefix ?? ''}${row.r_bib}`
const time = (ms: number | null) => (ms === null ? null : clockText(Math.floor(ms / 1000)))
const shown = (row: SubmissionRow, lang: Lang) => ({
  ...row,
  key: row.r_key,
  event: nameIn(lang, row.e_name, row.e_names),
  name: row.r_name,
  bib: bibOf(row),
  gender: row.r_gender,
  time: time(row.time_ms)!,
  taken_time: time(row.taken_ms),
})

/**
 * Writes the submitted result as accepted, and ranks the event again. The first result of an event publishes the
 * event's list.
 */
const takeResult = async (
  tx: Tx,
  row: SubmissionRow,
  ms: number,
  ranking: ReturnType<typeof rankingOf>,
  now: Date,
): Promise<{ rank: number | null; path: string }> => {
  const { raceid, eventid } = row
  const [id] = await nextIds(tx, 1)
  const gender = row.r_gender === null ? null : row.r_gender === 'male' ? 'M' : 'F'
  const written = await upsertTaken(tx, {
    raceid,
    eventid,
    id: id!,
    _key: newKey(raceid),
    bib: (bibOf(row) ?? `R${row.registrationid}`).toUpperCase(),
    registrationid: row.registrationid,
    name: row.r_name,
    gender,
    age: row.r_age,
    age_in_year: row.r_age_in_year,
    agegroup: agegroupOf({ age: row.r_age, age_in_year: row.r_age_in_year }, ranking),
    ms,
    now,
  })
  if (written.fresh) await noteId(tx, 'score', written.id, raceid)
  const sheet = await findSheet(tx, raceid, eventid)
  const { totals, clock, ranked } = await rerank(tx, raceid, eventid, ranking, sheet?.corrected ?? false, {
    changed: [written.id],
    gone: [],
  })
  await saveSheet(tx, {
    ...(sheet ?? {
      raceid,
      eventid,
      points: [],
      split_clock: 'gun',
      imported_at: null,
      corrected: false,
      waiting_since: null,
      provisional: false,
    }),
    clock,
    totals,
    updated_at: now,
  })
  if (!sheet) await setPublished(tx, raceid, eventid, now, now)
  const isPublic = !sheet || sheet.published_at !== null
  return {
    rank: ranksOf(ranked, written.id).rank,
    path: isPublic ? `/result?key=${written._key}` : `/upload?raceid=${raceid}`,
  }
}

type Verdict = { template: 'handin_taken' | 'handin_refused'; values: Values; path: string }
/**
 * Notifies the account that submitted a result, and the registrant's mobile, of the decision. The message goes out
 * once, in the transaction of the decision.
 */
const notify = async (
  tx: Tx,
  seal: Seal,
  race: RaceGiven,
  row: SubmissionRow,
  verdict: Verdict,
  now: Date,
): Promise<void> => {
  const { raceid, id, uid } = row
  const registered = await registrationById(tx, raceid, row.registrationid)
  if (!registered) return
  const mobile = registered.mobile ? seal.open(raceScope(raceid), 'mobile', registered.mobile) : undefined
  const named = {
    race: eachLang((lang) => nameIn(lang, race.name, race.names)),
    event: eachLang((lang) => nameIn(lang, row.e_name, row.e_names)),
  }
  await sendMessage(tx, {
    seal,
    now,
    mobile,
    mask: registered.mobile_mask ?? '',
    uid,
    path: verdict.path,
    lang: languageOf(registered, mobile ?? ''),
    template: verdict.template,
    values: { ...named, ...verdict.values },
    key: `handin ${raceid}/${id}`,
    raceid,
  })
}

export const routes = [
  handle(resultsMine, async ({ input, db, seal, now, lang, who, refuse }) => {
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const own = (await ownRegistrations(db, seal, who.uid!, { raceid: race.id, limit: 50 }, now)).filter(
      (row) => whyNoSubmission(row, { ruled: false, waits: false }) === undefined,
    )
    const ids = own.map(({ id }) => id)
    const [handed, outcomes] = await Promise.all([
      listOfRegistrations(db, race.id, ids),
      listOutcomes(db, race.id, ids),
    ])
    return {
      open: race.settings.hand_in,
      entries: own.map((row) => {
        const ruled = outcomes.some((one) => one.registrationid === row.id && isRuled(one))
        const waits = handed.some(({ registrationid, state }) => registrationid === row.id && state === 'waiting')
        return {
          key: row._key,
          eventid: row.eventid,
          event: nameIn(lang, row.e_name, row.e_names),
          name: row.name,
          bib: bibOf({ r_bib: row.bib, r_prefix: row.prefix_bib }),
          why: ruled ? ('has_result' as const) : waits ? ('waits' as const) : null,
        }
      }),
      handed: handed.map((row) => shown(row, lang)),
    }
  }),

  handle(resultsHandin, async ({ input, files, db, seal, integrations, now, lang, who, refuse, save }) => {
    const race = (await publishedRace(db, raceOfKey(input.key)!, now)) ?? refuse('race_not_found')
    if (!race.settings.hand_in) refuse('handin_closed')
    const file = files[0] ?? refuse('file_missing')
    const wait = await countTry(db, perAccount, String(who.uid), now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    const row = (await ownRegistrations(db, seal, who.uid!, { raceid: race.id, limit: 50 }, now)).find(
      ({ _key }) => _key === input.key,
    )
    const known = row
      ? {
          ruled: (await listOutcomes(db, race.id, [row.id])).some(isRuled),
          waits: (await listOfRegistrations(db, race.id, [row.id])).some(({ state }) => state === 'waiting'),
        }
      : { ruled: false, waits: false }
    const why = whyNoSubmission(row, known)
    if (why !== undefined || !row) return refuse(why ?? 'handin_not_yours')
    const event = (await readEvent(db, race.id, row.eventid, now, true)) ?? refuse('handin_not_yours')
    const seconds = submittedSecondsOf(input.time)
    if (!isPlausible(seconds, metresOf(event))) refuse('handin_implausible')
    if (!isOverBy(now, event.start_at ?? race.time, seconds)) refuse('handin_too_early')
    const mark = createHash('sha256').update(file.bytes).digest()
    if (await isMarkKnown(db, race.id, mark)) refuse('same_file')
    const kept = await keepPrivateFile(
      { db, seal, integrations },
      { raceid: race.id, uid: who.uid!, bytes: file.bytes, name: file.filename },
      now,
    )
    if (typeof kept === 'string') return refuse(kept)
    return save(async (tx) => {
      const id = await insertSubmission(tx, {
        raceid: race.id,
        registrationid: row.id,
        eventid: row.eventid,
        uid: who.uid!,
        time_ms: seconds * 1000,
        note: input.note,
        proof: kept.path,
        mark,
        created_at: now,
      })
      // Another call was quicker, and its row is already there.
      if (id === undefined) return refuse((await isMarkKnown(tx, race.id, mark)) ? 'same_file' : 'handin_waits')
      return shown((await findSubmission(tx, race.id, id))!, lang)
    })
  }),

  handle(consoleResultsHandins, async ({ input, db, lang }) => {
    const seen = idIn(input.after) ?? null
    const [rows, waiting] = await Promise.all([
      listSubmissions(db, input.raceid, input.state, seen, rowsFor(input.limit)),
      countWaitingSubmissions(db, input.raceid),
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return {
      items: items.map((row) => shown(row, lang)),
      after,
      waiting,
    }
  }),

  handle(consoleResultsTake, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, id } = input
    const submission = await db.transaction().execute((tx) => findSubmission(tx, raceid, id))
    const event =
      (submission && (await readEvent(db, raceid, submission.eventid, now, true))) ?? refuse('handin_not_found')
    if (input.time !== undefined && !isPlausible(submittedSecondsOf(input.time), metresOf(event)))
      refuse('handin_implausible')
    const race = (await readyToNotify(db, seal, raceid, now)) ?? refuse('handin_not_found')
    // The race may have been postponed after the runner submitted the time.
    const seconds = input.time === undefined ? submission!.time_ms / 1000 : submittedSecondsOf(input.time)
    if (!isOverBy(now, event.start_at ?? race.time, seconds)) refuse('handin_too_early')
    return save(async (tx) => {
      await holdResults(tx, raceid, [submission!.eventid])
      const { ranking } = (await eventNow(tx, raceid, submission!.eventid)) ?? refuse('handin_not_found')
      const row = (await lockSubmission(tx, raceid, id)) ?? refuse('handin_not_found')
      if (row.state !== 'waiting') refuse('handin_decided')
      if ((await listOutcomes(tx, raceid, [row.registrationid])).some(isRuled)) refuse('handin_has_result')
      const ms = input.time === undefined ? row.time_ms : submittedSecondsOf(input.time) * 1000
      const { rank, path } = await takeResult(tx, row, ms, rankingOf(ranking), now)
      await decideSubmission(tx, raceid, id, {
        state: 'taken',
        reason: null,
        taken_ms: ms,
        staffid: who.staffid,
        decided_at: now,
      })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'result taken',
        target: `handin ${id}`,
        before: { time: time(row.time_ms) },
        after: { time: time(ms), place: rank },
      })
      await notify(tx, seal, race, row, { template: 'handin_taken', values: { time: time(ms)! }, path }, now)
      return { id, state: 'taken' as const, place: rank }
    })
  }),

  handle(consoleResultsRefuse, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, id, reason } = input
    const race = (await readyToNotify(db, seal, raceid, now)) ?? refuse('handin_not_found')
    return save(async (tx) => {
      const row = (await lockSubmission(tx, raceid, id)) ?? refuse('handin_not_found')
      if (row.state !== 'waiting') refuse('handin_decided')
      await decideSubmission(tx, raceid, id, {
        state: 'refused',
        reason,
        taken_ms: null,
        staffid: who.staffid,
        decided_at: now,
      })
      await logChange(tx, { who, now, raceid, what: 'result refused', target: `handin ${id}`, after: { reason } })
      await notify(
        tx,
        seal,
        race,
        row,
        {
          template: 'handin_refused',
          values: { reason: reason.replace(/[。.！!\s]+$/u, '') },
          path: `/upload?raceid=${raceid}`,
        },
        now,
      )
      return { id, state: 'refused' as const }
    })
  }),
]
