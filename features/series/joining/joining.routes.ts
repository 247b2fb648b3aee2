import { nameIn } from '#contract/words.ts'
import type { Tx } from '#db/db.ts'
import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import { type Limit, countTry } from '#db/limits/limits.ts'
import { violationOf } from '#db/errors/violation.ts'
import { eachLang } from '#features/messages/rules.ts'
import { sendMessage } from '#features/messages/service.ts'
import { checkDocument, isName, maskIdnum, normalName } from '#features/people/rules.ts'
import { documentWords, wrongName } from '#features/people/words.ts'
import { logChange } from '#features/staff/service.ts'
import type { ParsedOf } from '#contract/endpoint.ts'
import { type Context, handle } from '#seam/server/handle.ts'
import { type SeriesRow, findSeries, listEvents, lockSeries } from '../store.ts'
import { consoleSeriesJoins, consoleSeriesJoinsDecide, seriesJoin, seriesLeave } from './joining.contract.ts'
import { JOINS_MOST, JOIN_CONSENT, provenName, seasonOver } from './joining.rules.ts'
import { numbersOfAccount, presentWaiting, seriesIndex } from './joining.service.ts'
import {
  type JoinRow,
  type RaceNumber,
  countJoins,
  decideJoin,
  findJoin,
  insertJoin,
  insertRaces,
  isTaken,
  listJoinsOf,
  listNumbered,
  listWaiting,
  removeJoin,
} from './joining.store.ts'

/**
 * The number of document numbers that one account may try in a day. The limit keeps people from trying the numbers of
 * other people.
 */
const joinTries: Limit = { kind: 'series joins', max: 20, seconds: 86_400 }

type Call = Omit<Context<typeof seriesJoin>, 'input'> & { input: ParsedOf<typeof seriesJoin> }
const checked = ({ input, now, refuseField }: Pick<Call, 'input' | 'now' | 'refuseField'>) => {
  const verdict = checkDocument({ idtype: input.idtype, idnum: input.idnum, country: input.country }, now)
  if (!verdict.ok) return refuseField(verdict.why === 'country' ? 'country' : 'idnum', documentWords[verdict.why])
  const { document } = verdict
  const name = normalName(input.name)
  if (!isName(name, document.kind)) refuseField('name', wrongName(document.kind))
  return { document, name }
}
const openSeries = async (
  { db, now, refuse }: Pick<Call, 'db' | 'now' | 'refuse'>,
  series: SeriesRow | undefined,
): Promise<{ series: SeriesRow; raceids: number[] }> => {
  if (!series || series.published_at === null || series.published_at > now) return refuse('series_not_found')
  if (seasonOver(series.season) <= now) return refuse('series_season_over')
  return { series, raceids: (await listEvents(db, series.id, now)).map(({ raceid }) => raceid) }
}

/** Keeps the join of a checked document number. The caller has locked the series, so no document joins twice. */
const keepJoin = async (
  tx: Tx,
  given: { series: SeriesRow; uid: number; name: string; document_ix: Buffer; mask: string; numbers: RaceNumber[] },
  now: Date,
): Promise<JoinRow | 'series_joins_full' | 'series_join_refused'> => {
  const { series, uid, document_ix, numbers } = given
  const own = (await listJoinsOf(tx, uid)).filter(({ seriesid }) => seriesid === series.id)
  const known = own.find((one) => one.document_ix?.equals(document_ix))
  if (known?.state === 'refused') return 'series_join_refused'
  if (!known && own.length >= JOINS_MOST) return 'series_joins_full'
  const proven = provenName(await listNumbered(tx, numbers), uid)
  const state = proven === undefined || (await isTaken(tx, series.id, document_ix)) ? 'waiting' : 'joined'
  const { name, mask: idnum_mask } = given
  const join =
    known ??
    (await insertJoin(
      tx,
      { seriesid: series.id, uid, name: proven ?? name, document_ix, idnum_mask, consent: JOIN_CONSENT, state },
      now,
    ))
  await insertRaces(tx, join, numbers)
  // The join may have waited for staff. A registration since then may prove that the document is the runner's.
  if (join.state === 'waiting' && state === 'joined') {
    await decideJoin(tx, { id: join.id, state, staffid: null }, now)
    return { ...join, state }
  }
  return join
}

export const joiningRoutes = [
  handle(seriesJoin, async (call) => {
    const { input, db, seal, now, who, refuse, save } = call
    const uid = who.uid!
    const { series, raceids } = await openSeries(call, await findSeries(db, input.id))
    const { document, name } = checked(call)
    if (!input.agreed) return refuse('series_consent_missing')
    const wait = await countTry(db, joinTries, String(uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const document_ix = await seriesIndex(seal, document.lookup)
    const numbers = await numbersOfAccount({ db, seal }, raceids, document.lookup, uid)
    return save(async (tx) => {
      if (!(await lockSeries(tx, series.id))) return refuse('series_not_found')
      const mask = maskIdnum(document.idnum)
      const join = await keepJoin(tx, { series, uid, name, document_ix, mask, numbers }, now)
      return typeof join === 'string' ? refuse(join) : { state: join.state }
    })
  }),
  handle(seriesLeave, async ({ input, who, refuse, save }) =>
    save(async (tx) => {
      if (!(await removeJoin(tx, { id: input.id, uid: who.uid! }))) return refuse('series_join_unknown')
      return {}
    }),
  ),
  handle(consoleSeriesJoins, async ({ input, db, lang, refuse }) => {
    if (!(await findSeries(db, input.id))) return refuse('series_not_found')
    const waiting = await listWaiting(db, input.id, idIn(input.after) ?? 0, rowsFor(input.limit))
    const { rows, after } = pageOf(waiting, input.limit, byId)
    return { ...(await countJoins(db, input.id)), items: await presentWaiting(db, rows, lang), next: after }
  }),
  handle(consoleSeriesJoinsDecide, async ({ input, db, seal, now, who, refuse, save }) => {
    const { id, take, reason } = input
    const found = (await findJoin(db, id)) ?? refuse('series_join_unknown')
    await seal.prepare('accounts')
    const state = take ? 'joined' : 'refused'
    const decided = save(async (tx) => {
      const series = (await lockSeries(tx, found.seriesid)) ?? refuse('series_join_unknown')
      const join = (await findJoin(tx, id)) ?? refuse('series_join_unknown')
      if (join.state !== 'waiting') return refuse('series_join_decided')
      if (take && join.document_ix && (await isTaken(tx, series.id, join.document_ix)))
        return refuse('series_join_taken')
      await decideJoin(tx, { id, state, staffid: who.staffid }, now)
      await logChange(tx, {
        who,
        now,
        raceid: null,
        what: take ? 'series join taken' : 'series join refused',
        target: `series ${series.id}`,
        after: { join: id, reason: reason ?? '' },
      })
      await sendMessage(tx, {
        seal,
        now,
        uid: join.uid,
        path: '/me/results',
        lang: 'zh-cn',
        template: take ? 'series_joined' : 'series_not_joined',
        values: { series: eachLang((one) => nameIn(one, series.name, series.names)), name: join.name },
        key: `series join ${id}`,
      })
      return { state } as const
    })
    // Two documents of different countries can have the same number. The second document cannot join.
    return decided.catch((error: unknown) =>
      violationOf(error)?.constraint?.startsWith('one_join_of') === true
        ? refuse('series_join_taken')
        : Promise.reject(error as Error),
    )
  }),
]
