import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Key, Line, RaceId, Time } from '#contract/scalars.ts'
import { chanceRules, drawStates, drawOutcomes, luckyDrawKinds, prizeStates, prizeWays } from './rules.ts'

const moment = z.nullable(Time)
export const DrawDesign = z.object({
  /** The colours of the wheel. If the wheel has more gifts than colours, the colours repeat. */
  colours: z.array(z.string()),
  background: z.string(),
  title: z.string(),
  subtitle: z.string(),
})
export type DrawDesign = z.output<typeof DrawDesign>
/**
 * A gift as players see it: the number of pieces at the beginning, the number of pieces that are left, and the odds of
 * one try in parts of a million.
 */
export const ShownGift = z.object({
  gift: z.number(),
  name: z.string(),
  icon: z.string(),
  value: Fen,
  pieces: z.number(),
  left: z.number(),
  odds: z.number(),
  way: z.enum(prizeWays),
})
export type ShownGift = z.output<typeof ShownGift>
export const ShownDraw = z.object({
  id: z.number(),
  kind: z.enum(luckyDrawKinds),
  name: z.string(),
  about: z.string(),
  state: z.enum(drawStates),
  opens_at: moment,
  closes_at: moment,
  wins_each: z.number(),
  claim_days: z.number(),
  tries: z.number(),
  /** The SHA-256 hash of the secret seed; empty for a draw on stage. */
  promise: z.string(),
  /** The published seed; empty until a draw on the spot closes or a draw on stage is seeded. */
  seed: z.string(),
  chances: z.array(z.object({ rule: z.enum(chanceRules), most: z.number() })),
})
export type ShownDraw = z.output<typeof ShownDraw>

const drawOf = z.object({ raceid: RaceId, id: Int })
export const luckeyList = post('/luckey/list', {
  access: 'anyone',
  shared: 5,
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(ShownDraw) }),
  refusals: ['race_not_found'],
  description: 'Lists the published lucky draws of a race.',
})
export const luckeyGifts = post('/luckey/gifts', {
  access: 'anyone',
  shared: 2,
  input: drawOf,
  output: z.object({ zone: z.string(), draw: ShownDraw, gifts: z.array(ShownGift), design: DrawDesign }),
  refusals: ['draw_not_found'],
  description: 'Shows a draw with its gifts, their odds and the number left, and the hash that binds the seed.',
})
export const siteDesignFetch = post('/site/design/fetch', {
  access: 'anyone',
  shared: 60,
  input: drawOf,
  output: z.object({ id: z.number(), kind: z.enum(luckyDrawKinds), design: DrawDesign }),
  refusals: ['draw_not_found'],
  description: 'Reads the published design of the page of a draw: its colours and texts.',
})
const ChanceLine = z.object({ rule: z.enum(chanceRules), most: z.number(), has: z.number() })
export const luckeyCheck = post('/luckey/check', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: Int,
    /** The key of the shared link that the caller opened. */
    from: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/))),
    /** The six digits that the big screen of the hall shows. With these digits the caller counts as present. */
    hall: z.optional(z.string().check(z.trim(), z.regex(/^\d{6}$/))),
  }),
  output: z.object({
    chances: z.array(ChanceLine),
    total: z.number(),
    used: z.number(),
    left: z.number(),
    wins: z.number(),
    /** The key of the caller's own link for friends. It is also the name in the public log. */
    person: z.string(),
    present: z.boolean(),
    /** True if the caller is a finisher and can therefore win on stage. */
    finisher: z.boolean(),
  }),
  refusals: ['draw_not_found', 'hall_code_wrong', 'too_often'],
  description:
    "Tells the caller's chances by rule. It counts a friend's link once, and with the code of the hall it makes the " +
    'caller present for a draw on stage.',
})
export const Prize = z.object({
  _key: z.string(),
  room: z.enum(['luckydraws', 'cards']),
  sourceid: z.number(),
  gift: z.number(),
  name: z.string(),
  icon: z.string(),
  way: z.enum(prizeWays),
  state: z.enum(prizeStates),
  claim_until: Time,
  created_at: Time,
  contact: z.string(),
  /** The code of a coupon or of an invitation; empty before the prize is claimed. */
  code: z.string(),
  eventid: z.nullable(z.number()),
  carrier: z.string(),
  number: z.string(),
})
export type Prize = z.output<typeof Prize>
export const luckeyDraw = post('/luckey/draw', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    id: Int,
    /** A random number of the device, 32 hexadecimal digits. The same number again gives the same outcome. */
    own: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
  }),
  output: z.object({
    n: z.number(),
    k: z.number(),
    person: z.string(),
    fate: z.enum(drawOutcomes),
    /** The gift that the random number of the try hits; null if it hits none. The try may still win nothing. */
    gift: z.nullable(z.number()),
    left: z.number(),
    /** The hash of this try and all earlier tries. */
    chain: z.string(),
    prize: z.nullable(Prize),
  }),
  refusals: ['draw_not_found', 'draw_not_open', 'no_chance_left', 'too_often'],
  description:
    'Uses one chance of the caller. The outcome follows from the secret seed, the random number of the device and the ' +
    'number of the try (docs/luckydraw.md).',
})
export const luckeyWinning = post('/luckey/winning', {
  access: 'anyone',
  shared: 2,
  input: drawOf,
  output: z.object({
    items: z.array(z.object({ name: z.string(), gift: z.string(), icon: z.string(), at: Time })),
  }),
  refusals: ['draw_not_found'],
  description: 'Lists the newest 50 winners of a draw with masked names.',
})
export const luckeyGet = post('/luckey/get', {
  access: 'runner',
  input: z.object({
    raceid: z.optional(RaceId),
    /** The prize to claim. Without a prize the call lists the caller's prizes. */
    id: z.optional(Key),
    name: z.optional(Line(40)),
    mobile: z.optional(Line(20)),
    address: z.optional(Line(200)),
  }),
  output: z.object({ zone: z.string(), items: z.array(Prize) }),
  refusals: ['prize_not_found', 'prize_returned', 'prize_on_its_way', 'prize_not_available'],
  description:
    'Lists the own prizes, or claims one: a prize by post with an address, a coupon or a place with its code. A desk ' +
    'hands out the others by their code.',
})
export const luckeyAward = post('/luckey/award', {
  access: { right: 'desk.work' },
  input: z.object({
    raceid: RaceId,
    /** The code of a prize, or a link that contains the code. */
    code: Line(300),
    /** True if the call undoes a hand-out that was a mistake. */
    undo: z._default(Flag, false),
  }),
  output: z.object({ prize: Prize, again: z.boolean() }),
  refusals: ['prize_not_found', 'prize_returned', 'prize_not_by_hand', 'prize_handed'],
  description: 'Hands a prize out at a desk by its code, once. `undo` takes the hand-out back.',
})

const StageWinner = z.object({
  rank: z.number(),
  gift: z.nullable(z.number()),
  name: z.string(),
  bib: z.string(),
  absent: z.boolean(),
  at: Time,
})
export const luckydrawsStage = post('/luckydraws/stage', {
  access: 'anyone',
  shared: 1,
  input: drawOf,
  output: z.object({
    race: z.string(),
    draw: ShownDraw,
    design: DrawDesign,
    gifts: z.array(ShownGift),
    present: z.number(),
    entries: z.number(),
    list_hash: z.string(),
    source: z.enum(['beacon', 'number']),
    round: z.nullable(z.number()),
    source_text: z.string(),
    winners: z.array(StageWinner),
  }),
  refusals: ['draw_not_found'],
  description:
    'Shows a draw on stage: who is present, the hash of the frozen list, the source of the seed, the winners.',
})
export const luckydrawsHall = post('/luckydraws/hall', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, id: Int, key: z.string().check(z.regex(/^[\w-]{32}$/)) }),
  output: z.object({ code: z.string(), until: Time, address: z.string() }),
  refusals: ['draw_not_found'],
  description: 'Gives the big screen the present code of the hall. Only the screen knows the key.',
})
