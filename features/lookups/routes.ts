import { registrationsOfBib } from '#features/registrations/lookup/findingBibs.service.ts'
import { raceOfKey } from '#contract/key.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { lookupsOf, normalName } from '#features/people/rules.ts'
import { placeIn } from '#features/races/rules.ts'
import {
  type FoundCard,
  type NumberFound,
  lookUpCards,
  lookUpRows,
  presentCards,
} from '#features/registrations/lookup/publicLookup.service.ts'
import { isMine, publishedRace } from '#features/registrations/status/ownership.service.ts'
import { type LookedUpResult, resultsOf } from '#features/results/service.ts'
import { logChange } from '#features/staff/service.ts'
import { shiftByKey, shiftsOf } from '#features/volunteers/service.ts'
import { foundTickets } from '#features/tickets/tickets.service.ts'
import { type Parts, type Who, handle } from '#seam/server/handle.ts'
import {
  apiRunnerDetail,
  apiRunnerQueryIdnum,
  apiRunnerShow,
  gameRunnerByidnum,
  masterQuery,
  masterRunner,
  simpleRegistrationByidnum,
} from './contract.ts'
import { routes as gameRoutes } from './games.routes.ts'
import { type GivenRunner, ofGame, ofRegistration, ofResult, ofShift, ofTicket } from './present.service.ts'
import {
  type KnownRow,
  findGameRunner,
  findSeen,
  listAccountsOf,
  listForStaff,
  listGameRunners,
  listIdsOf,
  listKnown,
  listRelated,
} from './store.ts'

type Race = NonNullable<Awaited<ReturnType<typeof publishedRace>>>
/**
 * The caller's right to hidden names: `knows` tells whether the caller may see the name of a row. Staff and the account
 * that signed up may see it.
 */
type CompanionCall = { knows: (row: { uid: number }) => boolean }
type At = { db: Db; lang: Lang; race: Race; now: Date } & CompanionCall
const accountKnows =
  (who: Who): CompanionCall['knows'] =>
  ({ uid }) =>
    uid === who.uid

const indexesOf = async ({ seal }: Pick<Parts, 'seal'>, raceid: number, idnum: string): Promise<Buffer[]> => {
  await seal.prepare(raceScope(raceid))
  return lookupsOf(idnum).map((number) => seal.blind(raceScope(raceid), 'idnum', number))
}

const byEvent = <T extends { eventid: number; event: string }>(found: T[]): T[] =>
  found.toSorted((a, b) => a.eventid - b.eventid || a.event.localeCompare(b.event))

/** Removes the English name if the runner hides the name, unless `own` is true. */
const hidden = <Row extends { enname: string | null; hide_name: boolean }>(row: Row, own: boolean): Row =>
  row.hide_name && !own ? { ...row, enname: null } : row

/** Adds the fields of the runner query to cards. */
const withMore = async (
  { db, race, now, knows }: At,
  cards: readonly FoundCard[],
  related: ReadonlySet<string> = new Set(),
) => {
  const rows = await listKnown(
    db,
    race.id,
    cards.map(({ _key }) => _key),
  )
  const results = await resultsOf(db, race.id, { registrationids: rows.map(({ id }) => id), numbers: [] }, now)
  return cards.map((card) => {
    const row = rows.find(({ _key }) => _key === card._key)
    return ofRegistration(
      card,
      row && hidden(row, knows(row)),
      row && results.find(({ registrationid }) => registrationid === row.id),
      related.has(card._key),
    )
  })
}
/**
 * Returns the found registrations. If the caller may know a found registration (`mayKnow`), the answer also has the
 * registrations that share its order, its team or its account.
 */
const withRelated = async (
  at: At,
  found: readonly FoundCard[],
  own: readonly KnownRow[] | undefined,
  mayKnow: (row: KnownRow) => Promise<boolean>,
) => {
  const rows: readonly KnownRow[] =
    own ??
    (await listKnown(
      at.db,
      at.race.id,
      found.map(({ _key }) => _key),
    ))
  const known: KnownRow[] = []
  for (const row of rows) if (await mayKnow(row)) known.push(row)
  const others =
    known.length === 0
      ? []
      : (await listRelated(at.db, at.race.id, known)).filter(({ _key }) => !found.some((card) => card._key === _key))
  const cards = await presentCards(at.db, at.lang, at.race, others, at.now, at.knows)
  return byEvent(await withMore(at, [...found, ...cards], new Set(cards.map(({ _key }) => _key))))
}

/**
 * The limit on look-ups of one member of staff. A desk with a queue stays below this limit, and a program that lists
 * the race exceeds it.
 */
const perStaff = rateOf(120, 60, 'lookups per staff')
const perKey = rateOf(30, 60, 'lookups per key')

const startsWithUnderscore = (typed: string) => ({ bare: typed.replace(/^_+/, ''), related: typed.startsWith('_') })

export const routes = [
  handle(apiRunnerQueryIdnum, async (context) => {
    const { input, db, seal, now, who, lang, refuse } = context
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const at = { db, lang, race, now, knows: accountKnows(who) }
    const { bare: idnum, related } = startsWithUnderscore(input.idnum)
    const request = { ...input, idnum, asker: context }
    const settled = <T>(looked: NumberFound<T>): T[] => {
      if ('wait' in looked) return refuse('too_often', { retry_after: looked.wait })
      return 'refused' in looked ? refuse(looked.refused, looked.facts) : looked.found
    }
    if (input.type === 'volunteers')
      return settled(
        await lookUpRows(
          { db, seal },
          race.id,
          request,
          now,
          (numbers) => shiftsOf(db, race.id, numbers),
          ({ name }) => [name],
        ),
      ).map((row) => ofShift(race.id, row))
    if (input.type === 'ticket') {
      const looked = await lookUpRows(
        { db, seal },
        race.id,
        request,
        now,
        (numbers) => listAccountsOf(db, race.id, numbers),
        () => [],
      )
      const found = await foundTickets(db, race.id, { uids: settled(looked), uid: who.uid }, lang)
      return found.map((ticket) => ofTicket(race.id, ticket, lang))
    }
    if (input.type === 'score') {
      const resultsBy = async (numbers: Buffer[]): Promise<(LookedUpResult | null)[]> => {
        const registrationids = await listIdsOf(db, race.id, numbers)
        const results = await resultsOf(db, race.id, { registrationids, numbers }, now)
        // The look-up has found a registered runner, who has no result yet. This look-up is no miss.
        return results.length > 0 ? results : registrationids.map(() => null)
      }
      const looked = await lookUpRows({ db, seal }, race.id, request, now, resultsBy, (one) => [one?.name ?? null])
      return Promise.all(
        settled(looked).flatMap((result) => (result ? [ofResult(db, lang, race.id, result, now)] : [])),
      )
    }
    const cards = await presentCards(
      db,
      lang,
      race,
      settled(await lookUpCards({ db, seal }, race, request, now)),
      now,
      at.knows,
    )
    return related
      ? withRelated(at, cards, undefined, (row) => isMine(db, seal, row, who.uid))
      : byEvent(await withMore(at, cards))
  }),

  handle(simpleRegistrationByidnum, async (context) => {
    const { input, db, seal, now, who, lang, refuse } = context
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const looked = await lookUpCards({ db, seal }, race, { ...input, asker: context }, now)
    if ('wait' in looked) return refuse('too_often', { retry_after: looked.wait })
    return 'refused' in looked
      ? refuse(looked.refused, looked.facts)
      : presentCards(db, lang, race, looked.found, now, accountKnows(who))
  }),

  handle(gameRunnerByidnum, async (context) => {
    const { input, db, seal, now, lang, refuse } = context
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const finishersToo = input.type === 'poster' && input.gameid === undefined
    const runnersBy = async (numbers: Buffer[]): Promise<(GivenRunner | null)[]> => {
      const games = (await listGameRunners(db, race.id, input.gameid, numbers, now)).map((row) => ofGame(race.id, row))
      if (!finishersToo) return games
      const registrationids = await listIdsOf(db, race.id, numbers)
      const results = (await resultsOf(db, race.id, { registrationids, numbers }, now)).filter(
        ({ outcome }) => outcome === 'finished',
      )
      const found = [
        ...games,
        ...(await Promise.all(results.map((result) => ofResult(db, lang, race.id, result, now)))),
      ]
      // The look-up has found a registered runner, who has no result yet. This look-up is no miss.
      return found.length > 0 ? found : registrationids.map(() => null)
    }
    const request = { ...input, asker: context }
    const looked = await lookUpRows({ db, seal }, race.id, request, now, runnersBy, (one) => [one?.name ?? null])
    if ('wait' in looked) return refuse('too_often', { retry_after: looked.wait })
    return 'refused' in looked
      ? refuse(looked.refused, looked.facts)
      : byEvent(looked.found.flatMap((one) => one ?? []))
  }),

  handle(apiRunnerShow, async ({ input, db, seal, now, lang, refuse }) => {
    const found =
      (await findOne({ db, seal }, input.id, { uid: null, numbers: [] }, lang, now)) ?? refuse('runner_not_found')
    return found.runner
  }),

  handle(apiRunnerDetail, async ({ input, db, seal, now, who, lang, refuse }) => {
    const raceid = raceOfKey(input.id)!
    // A caller with the right document number gets a fuller answer. The tries of document numbers are therefore limited
    // for each runner (`id`).
    const wait = input.idnum === undefined ? 0 : perKey.count(input.id, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const numbers = input.idnum === undefined ? [] : await indexesOf({ seal }, raceid, input.idnum)
    return (await findOne({ db, seal }, input.id, { uid: who.uid, numbers }, lang, now)) ?? refuse('runner_not_found')
  }),

  handle(masterQuery, async ({ input, may }) => ({
    role: may('registrations.read', input.raceid) ? ('admin' as const) : null,
  })),

  handle(masterRunner, async ({ input, db, seal, now, who, lang, refuse }) => {
    const wait = perStaff.count(String(who.staffid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { bare, related } = startsWithUnderscore(input.key)
    const race = (await publishedRace(db, input.raceid, now)) ?? refuse('race_not_found')
    const at = { db, lang, race, now, knows: () => true }
    const rows = await listForStaff(db, race.id, {
      numbers: await indexesOf({ seal }, race.id, bare),
      name: normalName(bare),
      worn: await registrationsOfBib(db, race.id, bare),
    })
    // The typed text may be a document's number, so the staff log records the found registrations instead.
    await db.transaction().execute((tx) =>
      logChange(tx, {
        who,
        now,
        raceid: race.id,
        what: 'runner looked up',
        target: `registrations ${rows.map(({ id }) => id).join(', ') || '-'}`,
      }),
    )
    const cards = await presentCards(db, lang, race, rows, now, at.knows)
    return related ? withRelated(at, cards, rows, async () => true) : byEvent(await withMore(at, cards))
  }),

  ...gameRoutes,
]

/**
 * Finds the registration, the volunteer's shift or the runner of a game to which a key belongs. Returns undefined if
 * the key belongs to none of them.
 */
const findOne = async (
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  key: string,
  asker: { uid: number | null; numbers: readonly Buffer[] },
  lang: Lang,
  now: Date,
) => {
  const raceid = raceOfKey(key)
  const race = raceid === undefined ? undefined : await publishedRace(db, raceid, now)
  if (!race) return undefined
  const shown = {
    id: race.id,
    name: nameIn(lang, race.name, race.names),
    city: placeIn(lang, race).city,
    time: race.time,
    zone: race.zone,
  }
  const bare = { gender: null, idnum: null, zone: null, result: null, volunteer: null, race: shown }
  const row = await findSeen(db, race.id, key)
  if (row) {
    const [[card], results] = await Promise.all([
      presentCards(db, lang, race, [row], now, ({ uid }) => uid === asker.uid),
      resultsOf(db, race.id, { registrationids: [row.id], numbers: [] }, now),
    ])
    return {
      ...bare,
      runner: ofRegistration(card!, hidden(row, row.uid === asker.uid), results[0]),
      gender: row.gender as 'male' | 'female' | null,
      idnum: row.idnum_mask,
      zone: row.runnerzone,
      result: results[0] ?? null,
    }
  }
  await seal.prepare(raceScope(race.id))
  const shift = await shiftByKey({ db, seal }, race.id, key, asker)
  if (shift) return { ...bare, runner: ofShift(race.id, shift), idnum: shift.idnum_mask, volunteer: shift }
  const runner = await findGameRunner(db, race.id, key, now)
  return runner && { ...bare, runner: ofGame(race.id, runner), gender: runner.gender as 'male' | 'female' | null }
}
