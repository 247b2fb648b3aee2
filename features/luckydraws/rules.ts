import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { hexOfBytes } from '#contract/written.ts'

/**
 * The legal maximum of a prize that chance decides, in fen: 50,000 yuan. The Anti-Unfair Competition Law of the PRC
 * sets it in Article 11, number 4, of the text in force since 15 October 2025. Article 10 of the text of 2019 had the
 * same limit.
 */
export const VALUE_MOST = 5_000_000
export const GIFTS_MOST = 12
/** Odds are parts of a million. */
export const ODDS_TOTAL = 1_000_000

/** The colours of a wheel for which staff chose no colours. */
export const standardColours = ['#e4572e', '#f3a712', '#2a9d8f', '#3d5a80', '#8e5572', '#5b8e7d']

export const luckyDrawKinds = ['wheel', 'scratch', 'stage'] as const
export type DrawKind = (typeof luckyDrawKinds)[number]
export const drawStates = ['draft', 'published', 'frozen', 'seeded', 'closed'] as const
export type DrawState = (typeof drawStates)[number]
export const prizeWays = ['scan', 'post', 'coupon', 'place'] as const
export type PrizeWay = (typeof prizeWays)[number]
export const prizeStates = ['won', 'claimed', 'handed', 'sent', 'given', 'returned'] as const
export type PrizeState = (typeof prizeStates)[number]
export const drawOutcomes = ['won', 'blank', 'out', 'limit'] as const
export type DrawOutcome = (typeof drawOutcomes)[number]

/** The rules that give chances, in the order in which a page lists them. */
export const chanceRules = ['everybody', 'registered', 'finished', 'volunteered', 'shared'] as const
export type ChanceRule = (typeof chanceRules)[number]
export type Chances = Partial<Record<ChanceRule, number>>
/** The facts about one account that decide its chances. `shared` counts the people who came by the account's link. */
export type ChanceFacts = { registered: boolean; finished: boolean; volunteered: boolean; shared: number }
/**
 * Returns the chances of an account by rule. `shared` gives one chance for each friend, up to the number of the rule.
 */
export const chancesOf = (chances: Chances, reached: ChanceFacts): { rule: ChanceRule; most: number; has: number }[] =>
  chanceRules.flatMap((rule) => {
    const most = chances[rule] ?? 0
    if (most === 0) return []
    const has =
      rule === 'everybody' ? most : rule === 'shared' ? Math.min(most, reached.shared) : reached[rule] ? most : 0
    return [{ rule, most, has }]
  })
export const totalOf = (lines: readonly { has: number }[]): number => lines.reduce((sum, { has }) => sum + has, 0)

export const isDrawOpen = (
  draw: { state: string; opens_at: Date | null; closes_at: Date | null },
  now: Date,
): boolean =>
  draw.state === 'published' &&
  (draw.opens_at === null || draw.opens_at <= now) &&
  (draw.closes_at === null || draw.closes_at > now)

/**
 * Tells why a draw is not open; undefined if the draw is open. A draw on stage is over only when staff close it,
 * because the hall may run late.
 */
export const whyDrawClosed = (
  draw: { kind: string; state: string; opens_at: string | null; closes_at: string | null },
  now: number,
): 'soon' | 'over' | undefined => {
  const ended = draw.kind !== 'stage' && draw.closes_at !== null && Date.parse(draw.closes_at) <= now
  if (draw.state === 'closed' || ended) return 'over'
  return draw.opens_at !== null && Date.parse(draw.opens_at) > now ? 'soon' : undefined
}

export type RuledGift = { gift: number; odds: number; pieces: number }
const text = (said: string): Uint8Array => new TextEncoder().encode(said)
const joined = (...parts: readonly Uint8Array[]): Uint8Array => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

export const LUCKYDRAW_METHOD = 'startline-luckydraw 1'
/** Writes the rules of a draw on the spot as they are published (docs/luckydraw.md, The rules). */
export const rulesText = (rules: {
  race: number
  draw: number
  wins_each: number
  gifts: readonly RuledGift[]
}): string => `${LUCKYDRAW_METHOD}\n${JSON.stringify(rules)}\n`
/** Hashes a secret seed of 32 bytes together with the rules (docs/luckydraw.md, The promise). */
export const promiseOf = (rules: string, seed: Uint8Array): Uint8Array =>
  sha256(joined(text(`${LUCKYDRAW_METHOD} seed\n`), sha256(text(rules)), seed))

/**
 * Returns the random number of a try, from 0 to 999,999 (docs/luckydraw.md, One try). The player and the server each
 * add a part that the other cannot know.
 */
export const fallOf = (seed: Uint8Array, person: Uint8Array, own: Uint8Array, k: number): number => {
  const count = new Uint8Array(4)
  new DataView(count.buffer).setUint32(0, k)
  const bytes = hmac(sha256, seed, joined(person, own, count))
  const high = new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0)
  return Number((high * BigInt(ODDS_TOTAL)) >> 64n)
}
/** Returns the gift whose part of the odds contains the number `fall`, or undefined if the number wins nothing. */
export const giftAt = (gifts: readonly RuledGift[], fall: number): number | undefined => {
  let upto = 0
  for (const { gift, odds } of gifts) {
    upto += odds
    if (fall < upto) return gift
  }
  return undefined
}

/** The state of a draw that decides about the next tries. `decideTry` changes it. */
export type Running = {
  seed: Uint8Array
  gifts: readonly RuledGift[]
  wins_each: number
  won: Map<number, number>
  n: number
  chain: Uint8Array
}
export type PlayerState = { person: Uint8Array; used: number; wins: number }
export type DecidedTry = { n: number; k: number; fell: number | null; fate: DrawOutcome; chain: Uint8Array }

const MARK: Readonly<Record<DrawOutcome, string>> = { won: 'g', out: 'x', limit: 'l', blank: '-' }
/** Writes one try as a line of the log, without a line break (docs/luckydraw.md, The log). */
export const logLineOf = (
  person: Uint8Array,
  own: Uint8Array,
  { n, k, fell, fate }: Omit<DecidedTry, 'chain'>,
): string => `${n} ${hexOfBytes(person)} ${k} ${hexOfBytes(own)} ${MARK[fate]}${fell ?? ''}`

/** Decides the next try. It changes `running` and `player`, so that the next try of the batch uses the new counts. */
export const decideTry = (running: Running, player: PlayerState, own: Uint8Array): DecidedTry => {
  const n = ++running.n
  const k = ++player.used
  const fell = giftAt(running.gifts, fallOf(running.seed, player.person, own, k)) ?? null
  const left =
    fell === null ? 0 : running.gifts.find(({ gift }) => gift === fell)!.pieces - (running.won.get(fell) ?? 0)
  const fate: DrawOutcome =
    fell === null ? 'blank' : player.wins >= running.wins_each ? 'limit' : left <= 0 ? 'out' : 'won'
  if (fate === 'won') {
    player.wins++
    running.won.set(fell!, (running.won.get(fell!) ?? 0) + 1)
  }
  const decided = { n, k, fell, fate }
  running.chain = sha256(joined(running.chain, text(logLineOf(player.person, own, decided))))
  return { ...decided, chain: running.chain }
}

export type GiftProblem =
  | 'gift_value_beyond_law'
  | 'gift_odds_beyond_whole'
  | 'gift_without_odds'
  | 'gift_settings_missing'
/** Returns the first reason why a draw cannot have these gifts; undefined if there is no such reason. */
export const whyNoGifts = (
  kind: DrawKind,
  gifts: readonly { value: number; odds: number; way: PrizeWay; settings: { couponid?: unknown; eventid?: unknown } }[],
): GiftProblem | undefined => {
  if (gifts.some(({ value }) => value > VALUE_MOST)) return 'gift_value_beyond_law'
  if (gifts.reduce((sum, { odds }) => sum + odds, 0) > ODDS_TOTAL) return 'gift_odds_beyond_whole'
  if (kind !== 'stage' && gifts.some(({ odds }) => odds === 0)) return 'gift_without_odds'
  const lacks = ({ way, settings }: (typeof gifts)[number]) =>
    (way === 'coupon' && settings.couponid === undefined) || (way === 'place' && settings.eventid === undefined)
  return gifts.some(lacks) ? 'gift_settings_missing' : undefined
}

/** Masks a name for the public list of winners: 沈** and J***. */
export const maskedName = (name: string): string => {
  const letters = [...name.trim()]
  return letters.length === 0 ? '' : `${letters[0]}${'*'.repeat(Math.min(3, Math.max(1, letters.length - 1)))}`
}
