import { raceOfKey } from '#contract/key.ts'
import { nameIn } from '#contract/words.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import type { Db, Tx } from '#db/db.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { readEvent } from '#features/events/service.ts'
import { ownsFile } from '#features/files/service.ts'
import { bibAsPrinted } from '#features/registrations/lookup/findingBibs.service.ts'
import { registrationById } from '#features/registrations/lookup/registration.service.ts'
import { writtenBib } from '#features/registrations/bib.rules.ts'
import { logChange } from '#features/staff/service.ts'
import { handle } from '#seam/server/handle.ts'
import { publicationStateOf } from '../publication/publication.rules.ts'
import { findPublication, staffNamesOf } from '../publication/publication.store.ts'
import { holdResults } from '../ranking/derived.service.ts'
import { withRanks } from '../ranking/ranks.service.ts'
import { findByKey } from '../report/queries.store.ts'
import { clockText, rankingOf, recorded } from '../rules.ts'
import { whyNoProtest } from './protests.rules.ts'
import {
  consoleResultsProtests,
  consoleResultsProtestsDecide,
  consoleResultsProtestsFile,
  resultsProtestFile,
  resultsProtestShow,
} from './protests.contract.ts'
import { readyToNotify, notifyDecision } from './notifying.service.ts'
import {
  type ProtestedResult,
  countOpenProtests,
  findResultOf,
  insertProtest,
  listProtests,
  listProtestsOf,
  lockProtest,
  saveDecision,
} from './protests.store.ts'

/** Limits the protests of one account. A person protests once or twice; a program could fill the list of the jury. */
const perAccount: Limit = { kind: 'protests filed', max: 10, seconds: 86_400 }

/** Finds the published result of a key, if the result belongs to the account. */
const ownResult = async (db: Db, key: string, uid: number | null, now: Date) => {
  const raceid = raceOfKey(key)
  const result = raceid === undefined ? undefined : await findByKey(db, raceid, now, key)
  return result && uid !== null && result.uid === uid ? result : undefined
}

const standingOf = async (on: Db | Tx, { raceid, eventid }: ProtestedResult, now: Date) => {
  const sheet = await findPublication(on, raceid, eventid)
  return sheet
    ? { state: publicationStateOf(sheet, now), until: sheet.protest_until }
    : { state: 'none' as const, until: null }
}

type By = { uid: number | null; filed_by: number | null; content: string; pictures: readonly string[]; now: Date }
/**
 * Files a protest under the lock of the event's results. Nobody can then make the results official at the same moment
 * and miss this protest.
 */
const file = async (tx: Tx, of: ProtestedResult, { now, ...by }: By) => {
  await holdResults(tx, of.raceid, [of.eventid])
  const why = whyNoProtest(await standingOf(tx, of, now), now)
  if (why !== undefined) return why
  const { raceid, eventid, id: resultid, bib, registrationid } = of
  const id = await insertProtest(tx, { raceid, eventid, resultid, bib, registrationid, ...by, created_at: now })
  return id ?? 'protest_open'
}

export const routes = [
  handle(resultsProtestShow, async ({ input: { key }, db, now, lang, who, refuse }) => {
    const result = (await ownResult(db, key, who.uid, now)) ?? refuse('protest_not_yours')
    const [standing, protests, event] = [
      await standingOf(db, result, now),
      await listProtestsOf(db, result.raceid, result.id),
      await readEvent(db, result.raceid, result.eventid, now),
    ]
    const open = protests.some(({ state }) => state === 'open')
    return {
      raceid: result.raceid,
      name: result.name,
      bib: result.bib,
      event: event ? nameIn(lang, event.name, event.names) : '',
      ...standing,
      why: whyNoProtest(standing, now) ?? (open ? ('protest_open' as const) : null),
      protests,
    }
  }),

  handle(resultsProtestFile, async ({ input: { key, content, pictures }, db, now, who, refuse, save }) => {
    const result = (await ownResult(db, key, who.uid, now)) ?? refuse('protest_not_yours')
    const wait = await countTry(db, perAccount, String(who.uid), now)
    if (wait > 0) refuse('too_often', { retry_after: wait })
    for (const path of pictures) if (!(await ownsFile(db, result.raceid, path, who.uid!))) refuse('picture_not_yours')
    return save(async (tx) => {
      const done = await file(tx, result, { uid: who.uid, filed_by: null, content, pictures, now })
      if (typeof done === 'string') return refuse(done)
      return (await listProtestsOf(tx, result.raceid, result.id)).find(({ id }) => id === done)!
    })
  }),

  handle(consoleResultsProtests, async ({ input, db, now, lang }) => {
    const { raceid, eventid = null, decided, limit } = input
    const seen = idIn(input.after) ?? null
    const [found, open] = await Promise.all([
      listProtests(db, raceid, eventid, decided, seen, rowsFor(limit)),
      countOpenProtests(db, raceid, eventid),
    ])
    const { rows, after } = pageOf(found, limit, byId)
    const ranked = await withRanks(
      db,
      rows.flatMap((row) => (row.outcome === null ? [] : [{ ...row, id: row.resultid, outcome: row.outcome }])),
    )
    const ranks = new Map(ranked.map(({ id, rank }) => [id, rank]))
    const nameOf = await staffNamesOf(
      db,
      rows.flatMap(({ filed_by, decided_by }) => [filed_by, decided_by]),
    )
    const items = []
    for (const row of rows) {
      const ranking = rankingOf((await readEvent(db, raceid, row.eventid, now, true))?.ranking)
      const ms = ranking.basis === 'net' ? (row.net_ms ?? row.gun_ms) : (row.gun_ms ?? row.net_ms)
      items.push({
        ...row,
        event: nameIn(lang, row.e_name, row.e_names),
        time: ms === null ? null : clockText(recorded(ms, ranking.rounding)),
        place: ranks.get(row.resultid) ?? null,
        filed_by: nameOf(row.filed_by),
        decided_by: nameOf(row.decided_by),
      })
    }
    return { items, after, open }
  }),

  handle(consoleResultsProtestsFile, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, eventid, content } = input
    const written = writtenBib(input.bib)
    const printed = await bibAsPrinted(db, raceid, written, { eventid })
    const result =
      (await findResultOf(db, raceid, eventid, written)) ??
      (await findResultOf(db, raceid, eventid, printed)) ??
      refuse('result_not_found')
    const runner =
      result.registrationid === null
        ? undefined
        : await db.transaction().execute((tx) => registrationById(tx, raceid, result.registrationid!))
    return save(async (tx) => {
      const uid = runner?.uid ?? null
      const id = await file(tx, result, { uid, filed_by: who.staffid, content, pictures: [], now })
      if (typeof id === 'string') return refuse(id)
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'protest filed',
        target: `result ${result.bib}`,
        after: { eventid },
      })
      return { id }
    })
  }),

  handle(consoleResultsProtestsDecide, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, id, upheld, decision } = input
    const race = (await readyToNotify(db, seal, raceid, now)) ?? refuse('protest_not_found')
    return save(async (tx) => {
      const row = (await lockProtest(tx, raceid, id)) ?? refuse('protest_not_found')
      if (row.state !== 'open') return refuse('protest_decided')
      const state = upheld ? ('upheld' as const) : ('dismissed' as const)
      await saveDecision(tx, raceid, id, { state, decision, decided_by: who.staffid, decided_at: now })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: upheld ? 'protest upheld' : 'protest dismissed',
        target: `result ${row.bib}`,
        after: { eventid: row.eventid, decision },
      })
      await notifyDecision(tx, seal, race, { ...row, state, decision }, now)
      return { id, state }
    })
  }),
]
