import type { Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { type Limit, countTry, houseOf, limitKey, triesSoFar } from '#db/limits.ts'
import { rateOf } from '#db/rates.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { passesCheck } from '#features/accounts/service.ts'
import { readEvent } from '#features/events/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type RaceGiven, presentCard } from '../status/present.service.ts'
import { numberIndexes } from '../signup/sealing.service.ts'
import { type CardRow, findCards } from './cards.store.ts'

const perNumber = rateOf(20, 60)
/** A mobile network puts many people behind one address, so this is wide; misses are what the picture check guards. */
const perAddress = rateOf(600, 60)
const misses: Limit = { kind: 'registration looked up in vain', max: 5, seconds: 900 }

export type NumberAsked = {
  idnum: string
  address: string
  captchaid?: string | undefined
  captcha?: string | undefined
}
/** `wait`: seconds until the next try. `refused`: the picture check is due, or was not passed. */
export type NumberFound<T> = { wait: number } | { refused: 'picture_needed' | 'picture_wrong' } | { found: T[] }
/**
 * What a number finds, and how often its asker has missed lately. `missesKey` is for a statement that reads both at
 * once.
 */
type Find<T> = (numbers: Buffer[], missesKey: Buffer) => Promise<{ misses: number; found: T[] }>

/**
 * Houses of which a picture has been asked lately: of them nothing is even looked for without one, so that time does
 * not tell what would have been found.
 */
const guessers = new Map<string, number>()
const WARY_MS = 60_000
const isWary = (house: string, now: Date) => (guessers.get(house) ?? 0) > now.getTime()
const beWary = (house: string, now: Date) => {
  if (guessers.size >= 50_000) guessers.clear()
  guessers.set(house, now.getTime() + WARY_MS)
}

/**
 * Every public look-up by number goes through here: limited per address and per number, and after a few misses,
 * whatever was looked for, the picture check is asked for before anything found is told.
 */
export const lookUpNumber = async <T>(
  { db, seal }: Pick<Parts, 'db' | 'seal'>,
  raceid: number,
  asked: NumberAsked,
  now: Date,
  find: Find<T>,
): Promise<NumberFound<T>> => {
  await seal.prepare(raceScope(raceid))
  const numbers = numberIndexes(seal, raceid, asked.idnum)
  const house = houseOf(asked.address)
  const wait = Math.max(perAddress.count(house, now), perNumber.count(numbers[0]!.toString('base64'), now))
  if (wait > 0) return { wait }
  const withPicture = Boolean(asked.captchaid && asked.captcha)
  if (!withPicture && isWary(house, now) && (await triesSoFar(db, misses, house, now)) >= misses.max)
    return { refused: 'picture_needed' }
  const { misses: missed, found } = await find(numbers, limitKey(misses, house))
  if (missed >= misses.max) {
    beWary(house, now)
    if (!asked.captchaid || !asked.captcha) return { refused: 'picture_needed' }
    if (!(await passesCheck(db, { captchaid: asked.captchaid, captcha: asked.captcha }, now)))
      return { refused: 'picture_wrong' }
  }
  if (found.length === 0) await countTry(db, misses, house, now)
  return { found }
}
/** How often this address has looked up in vain lately. */
export const missesOf = (db: Db, address: string, now: Date): Promise<number> =>
  triesSoFar(db, misses, houseOf(address), now)

export type FoundCard = Awaited<ReturnType<typeof presentCards>>[number]
/**
 * Cards as they are answered, to whom `knows` says may see a hidden name. A registration whose payment ran out, or
 * that ended without a place, gives way to the one that took its place.
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
  // Money on its way back is followed by its card, whatever came after it.
  const live = rows.some(lives) ? rows.filter((row) => lives(row) || row.refundid !== 0) : rows
  return Promise.all(
    live.map(async (card) =>
      presentCard(lang, card, (await readEvent(db, race.id, card.eventid, now))!, race, now, knows(card)),
    ),
  )
}
/** The public look-up's cards of a number. */
export const lookUpCards = (
  parts: Pick<Parts, 'db' | 'seal'>,
  race: RaceGiven,
  asked: NumberAsked,
  now: Date,
): Promise<NumberFound<CardRow>> =>
  lookUpNumber(parts, race.id, asked, now, async (numbers, missesKey) => {
    const { misses: missed, cards } = await findCards(parts.db, { raceid: race.id, numbers, missesKey, now })
    return { misses: missed, found: cards }
  })
