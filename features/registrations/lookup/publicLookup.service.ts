import type { Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { countTry, triesUnder } from '#db/limits/limits.ts'
import { rateOf } from '#db/limits/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { type Demand, type Misses, demandOf } from '#features/checks/human.rules.ts'
import { type GivenAnswer, type NotHuman, askFor, countMiss, missKeys, missesFrom } from '#features/checks/service.ts'
import { readEvent } from '#features/events/service.ts'
import { lookupsOf, mayBeNumber, normalName, restOf } from '#features/people/rules.ts'
import { type Asker, kindOfAsker, laneOf } from '#seam/server/asker.ts'
import type { Parts } from '#seam/server/handle.ts'
import { inTurn } from '#seam/server/turns.ts'
import { type RaceGiven, presentCard } from '../status/present.service.ts'
import { numberIndexes } from '../signup/sealing.service.ts'
import { type CardRow, type MissKeys, findCards, listFacts } from './cards.store.ts'
import { guessed } from './numberBound.service.ts'

/**
 * The limit for look-ups of one document number by one caller. Strangers behind one address share the limit, and a
 * stranger who reads a picture may exceed it. So other callers cannot delay people who look up their own document
 * number.
 */
const perNumber = rateOf(20, 60, 'registrations lookup per number')

type Numbered = Pick<Parts, 'db' | 'seal'>
export type NumberLookup = GivenAnswer & {
  idnum: string
  /** A second fact about the person: the name, or the last four digits of the mobile. */
  fact?: string | undefined
  asker: Asker & { meet: () => unknown }
}
/**
 * The answer to a look-up. `wait` is the number of seconds until the next try. `refused` names the check that the next
 * try needs.
 */
export type NumberFound<T> =
  | { wait: number }
  | { refused: NotHuman['word'] | 'fact_wrong'; facts: Partial<NotHuman['facts']> }
  | { found: T[] }
/** Reads the matches of a number, and at the same time the caller's misses under `keys`. */
type Find<T> = (numbers: Buffer[], keys: MissKeys) => Promise<{ misses: Misses; found: T[] }>

/**
 * Callers and numbers with recent misses. For these callers and numbers, the server searches only after the caller has
 * passed the required check. Otherwise the time of the answer would tell whether the search finds something.
 */
const guessers = new Map<string, number>()
const WARY_MS = 60_000
const isWary = (keys: MissKeys, now: Date) =>
  guessers.size > 0 && keys.some((key) => (guessers.get(key.toString('latin1')) ?? 0) > now.getTime())
const beWary = (keys: MissKeys, now: Date) => {
  if (guessers.size >= 50_000) guessers.clear()
  for (const key of keys) guessers.set(key.toString('latin1'), now.getTime() + WARY_MS)
}

/**
 * Tells whether the caller knows a second fact: the name in a registration or in a found row, or the last four digits
 * of the mobile. If `check` is `mobile`, only the digits count.
 */
const fitsFact = async (
  { db, seal }: Numbered,
  raceid: number,
  numbers: readonly Buffer[],
  names: readonly (string | null)[],
  { fact, check }: { fact: string; check: Demand['check'] },
): Promise<boolean> => {
  const rows = await listFacts(db, raceid, numbers)
  const digits = fact.normalize('NFKC').replaceAll(/\s/g, '')
  if (/^\d{4}$/.test(digits))
    return rows.some(({ mobile }) => mobile && seal.open(raceScope(raceid), 'mobile', mobile).endsWith(digits))
  const plain = (name: string) => normalName(name).toLowerCase()
  return (
    check !== 'mobile' &&
    [...rows.map(({ name }) => name), ...names].some((name) => name && plain(name) === plain(fact))
  )
}

/**
 * Counts a miss of the caller. The miss also counts for the group of document numbers that differ only in their last
 * four characters. For the group, each document number counts only once a day.
 */
const missed = async ({ db, seal }: Numbered, { idnum, asker }: NumberLookup, subject: Buffer, now: Date) => {
  const [number = ''] = lookupsOf(idnum)
  const isGuess =
    mayBeNumber(number) && (await countTry(db, guessed, seal.blind('people', 'number guessed', number), now)) === 0
  await countMiss(db, 'lookup', asker, now, isGuess ? subject : undefined)
}

/**
 * Runs a public look-up by document number. Look-ups of numbers that differ only in their last four characters run one
 * after another. The first tries need no check. After misses the rule for human checks names a check, and the caller
 * must pass it before the server tells anything. `namesOf` returns the names in a found row.
 */
export const lookUpNumber = async <T>(
  parts: Numbered,
  raceid: number,
  request: NumberLookup,
  now: Date,
  find: Find<T>,
  namesOf: (one: T) => readonly (string | null)[] = () => [],
): Promise<NumberFound<T>> => {
  const { seal } = parts
  const { asker } = request
  await Promise.all([seal.prepare(raceScope(raceid)), seal.prepare('people')])
  const numbers = numberIndexes(seal, raceid, request.idnum)
  const wait = perNumber.count(`${laneOf(asker)} ${numbers[0]!.toString('base64')}`, now)
  const isStranger = kindOfAsker(asker) === 'stranger'
  if (wait > 0 && !isStranger) return { wait }
  // Strangers behind one address share a limit and can use it up. This limit does not stop a person who reads a
  // picture.
  const why = wait > 0 ? await askFor(parts.db, { check: 'picture' }, request, now, asker.meet) : undefined
  if (why) return { refused: why.word, facts: why.facts }
  const subject = seal.blind('people', 'number but four', restOf(lookupsOf(request.idnum)[0] ?? ''))
  const keys = missKeys('lookup', asker, subject)
  const answerTo: Answering<T> = {
    parts,
    raceid,
    asked: request,
    now,
    find,
    namesOf,
    numbers,
    subject,
    keys,
    isMet: wait > 0,
  }
  return inTurn(`number ${subject.toString('latin1')}`, () => answerInTurn(answerTo))
}
type Answering<T> = {
  parts: Numbered
  raceid: number
  asked: NumberLookup
  now: Date
  find: Find<T>
  namesOf: (one: T) => readonly (string | null)[]
  numbers: Buffer[]
  subject: Buffer
  keys: MissKeys
  /** True if the caller has read a picture for this call already. */
  isMet: boolean
}
const answerInTurn = async <T>(answering: Answering<T>): Promise<NumberFound<T>> => {
  const { parts, raceid, asked, now, find, namesOf, numbers, subject, keys, isMet } = answering
  const [{ db }, { asker }] = [parts, asked]
  const demandBy = (misses: Misses): Demand => {
    const demand = demandOf('lookup', kindOfAsker(asker), misses)
    return isMet && (demand.check === 'work' || demand.check === 'picture') ? { check: 'none' } : demand
  }
  const withNothing = !asked.captchaid && !asked.fact
  if (withNothing && isWary(keys, now)) {
    const demand = demandBy(missesFrom(await triesUnder(db, keys, now)))
    if (demand.check !== 'none') return asksFor(demand)
  }
  const { misses, found } = await find(numbers, keys)
  const demand = demandBy(misses)
  if (demand.check !== 'none') {
    beWary(keys, now)
    if (withNothing || demand.check === 'session') return asksFor(demand)
    // A caller who cannot read the picture may give a second fact instead.
    if (asked.fact && demand.check !== 'work') {
      const fits = await fitsFact(parts, raceid, numbers, found.flatMap(namesOf), {
        fact: asked.fact,
        check: demand.check,
      })
      if (fits && found.length > 0) return { found }
      await missed(parts, asked, subject, now)
      return { refused: 'fact_wrong', facts: { check: demand.check } }
    }
    if (demand.check === 'fact' || demand.check === 'mobile') return asksFor(demand)
    const why = await askFor(db, demand, asked, now, asker.meet)
    if (why) return { refused: why.word, facts: why.facts }
  }
  if (found.length === 0) await missed(parts, asked, subject, now)
  return { found }
}
const asksFor = <T>(demand: Exclude<Demand, { check: 'none' }>): NumberFound<T> => ({
  refused: 'picture_needed',
  facts: 'bits' in demand ? { check: demand.check, bits: demand.bits } : { check: demand.check },
})
/** Runs a public look-up in the rows of another table. */
export const lookUpRows = <T>(
  parts: Numbered,
  raceid: number,
  request: NumberLookup,
  now: Date,
  find: (numbers: Buffer[]) => Promise<T[]>,
  namesOf?: (one: T) => readonly (string | null)[],
): Promise<NumberFound<T>> =>
  lookUpNumber(
    parts,
    raceid,
    request,
    now,
    async (numbers, keys) => {
      const [counts, found] = await Promise.all([triesUnder(parts.db, keys, now), find(numbers)])
      return { misses: missesFrom(counts), found }
    },
    namesOf,
  )

export type FoundCard = Awaited<ReturnType<typeof presentCards>>[number]
/**
 * Presents cards; `knows` tells who may see a hidden name. A registration that was not paid in time, or that ended
 * without a place, is left out beside a live registration.
 */
export const presentCards = (
  db: Db,
  lang: Lang,
  race: RaceGiven,
  rows: readonly CardRow[],
  now: Date,
  knows: (row: CardRow) => boolean,
) => {
  const lives = ({ closed_at, freed_at }: CardRow) => closed_at === null && freed_at === null
  // A registration with a refund keeps its card, even if the person signed up again later.
  const live = rows.some(lives) ? rows.filter((row) => lives(row) || row.refundid !== 0) : rows
  return Promise.all(
    live.map(async (card) =>
      presentCard(lang, card, (await readEvent(db, race.id, card.eventid, now))!, race, now, knows(card)),
    ),
  )
}
export const lookUpCards = (
  parts: Pick<Parts, 'db' | 'seal'>,
  race: RaceGiven,
  request: NumberLookup,
  now: Date,
): Promise<NumberFound<CardRow>> =>
  lookUpNumber(parts, race.id, request, now, async (numbers, keys) => {
    const { misses, cards } = await findCards(parts.db, { raceid: race.id, numbers, keys, now })
    return { misses: missesFrom(misses), found: cards }
  })
