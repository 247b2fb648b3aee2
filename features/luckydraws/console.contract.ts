import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Int, Line, Page, RaceId, Time, Whole, IntBetween, OtherNames, GivenMoment } from '#contract/scalars.ts'
import { DrawDesign, Prize, ShownGift } from './contract.ts'
import { GIFTS_MOST, ODDS_TOTAL, chanceRules, drawStates, luckyDrawKinds, prizeStates, prizeWays } from './rules.ts'

const given = z._default(z.nullable(GivenMoment), null)
const Colour = z.string().check(z.regex(/^#[0-9a-f]{6}$/i))
const moment = z.nullable(Time)
const texts = z.record(z.string(), z.string())
const named = { raceid: RaceId, id: Int }

export const GivenGift = z.object({
  name: Line(60),
  names: z._default(OtherNames, {}),
  icon: z._default(z.string().check(z.trim(), z.maxLength(16)), ''),
  value: IntBetween(0, 100_000_000),
  pieces: IntBetween(1, 1_000_000),
  odds: z._default(IntBetween(0, ODDS_TOTAL), 0),
  way: z.enum(prizeWays),
  settings: z._default(z.object({ couponid: z.optional(Whole), eventid: z.optional(Whole) }), {}),
})
export type GivenGift = z.output<typeof GivenGift>
export const GivenDesign = z.object({
  colours: z._default(z.array(Colour).check(z.maxLength(12)), []),
  background: z._default(z.union([z.literal(''), Colour]), ''),
  title: z._default(z.string().check(z.trim(), z.maxLength(40)), ''),
  subtitle: z._default(z.string().check(z.trim(), z.maxLength(80)), ''),
})

const StageFacts = z.object({
  present: z.number(),
  entries: z.number(),
  list_hash: z.string(),
  source: z.enum(['beacon', 'number']),
  round: z.nullable(z.number()),
  problem: z.nullable(z.string()),
  key: z.string(),
})
const ConsoleGift = z.extend(ShownGift, {
  names: texts,
  won: z.number(),
  settings: z.object({ couponid: z.optional(z.number()), eventid: z.optional(z.number()) }),
})
const ConsoleDraw = z.object({
  id: z.number(),
  kind: z.enum(luckyDrawKinds),
  name: z.string(),
  names: texts,
  about: z.string(),
  abouts: texts,
  design: DrawDesign,
  chances: z.partialRecord(z.enum(chanceRules), z.number()),
  wins_each: z.number(),
  present: z.boolean(),
  source: z.enum(['beacon', 'number']),
  state: z.enum(drawStates),
  opens_at: moment,
  closes_at: moment,
  claim_days: z.number(),
  tries: z.number(),
  promise: z.string(),
  seed: z.string(),
  updated_at: Time,
  gifts: z.array(ConsoleGift),
  stage: z.nullable(StageFacts),
})
export type ConsoleDraw = z.output<typeof ConsoleDraw>
const About = z.string().check(z.trim(), z.maxLength(2000))
const Abouts = z.object({ 'zh-tw': z.optional(About), en: z.optional(About) })
const one = z.object({ draw: ConsoleDraw })

export const consoleLuckydrawsList = post('/console/luckydraws/list', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(ConsoleDraw) }),
  description: 'Lists the lucky draws of a race with their gifts, drafts too. Secret seeds are never shown.',
})
export const consoleLuckydrawsSave = post('/console/luckydraws/save', {
  access: { right: 'race.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    kind: z.enum(luckyDrawKinds),
    name: Line(60),
    names: z._default(OtherNames, {}),
    about: z._default(About, ''),
    /**
     * The description in languages other than Simplified Chinese. Without this field the call leaves these descriptions
     * unchanged.
     */
    abouts: z.optional(Abouts),
    design: z._default(GivenDesign, { colours: [], background: '', title: '', subtitle: '' }),
    chances: z._default(z.partialRecord(z.enum(chanceRules), IntBetween(0, 100)), {}),
    wins_each: z._default(IntBetween(1, 100), 1),
    present: z._default(Flag, true),
    source: z._default(z.enum(['beacon', 'number']), 'beacon'),
    opens_at: given,
    closes_at: given,
    claim_days: z._default(IntBetween(1, 365), 14),
    gifts: z.array(GivenGift).check(z.minLength(1), z.maxLength(GIFTS_MOST)),
    /** The field `updated_at` of the draw as the caller read it before the change. */
    updated_at: z.optional(z.string()),
  }),
  output: one,
  refusals: [
    'draw_not_found',
    'draw_changed_meanwhile',
    'draw_is_published',
    'gift_value_beyond_law',
    'gift_odds_beyond_whole',
    'gift_without_odds',
    'gift_settings_missing',
    'draw_without_chances',
    'draw_closes_before_opening',
  ],
  description:
    'Writes or changes a draft with its gifts. A prize beyond the legal maximum of 50,000 yuan is refused. Once a draw ' +
    'is published its rules stay.',
})
export const consoleLuckydrawsPublish = post('/console/luckydraws/publish', {
  access: { right: 'race.edit' },
  input: z.object(named),
  output: one,
  refusals: ['draw_not_found', 'draw_is_published', 'beacon_pretend'],
  description: 'Publishes a draw: rules, odds and numbers become public and fixed, and the hash of the seed with them.',
})
export const consoleLuckydrawsClose = post('/console/luckydraws/close', {
  access: { right: 'race.edit' },
  input: z.object(named),
  output: one,
  refusals: ['draw_not_found', 'draw_not_published'],
  description:
    'Closes a draw for good. The secret seed of a draw on the spot becomes public with the log of all tries.',
})
export const consoleLuckydrawsPresent = post('/console/luckydraws/present', {
  access: { right: 'desk.work' },
  input: z.object({ ...named, bib: Line(20) }),
  output: z.object({ name: z.string(), bib: z.string(), present: z.number() }),
  refusals: ['draw_not_found', 'draw_not_gathering', 'finisher_not_found'],
  description: 'Notes that the finisher with this bib is in the hall.',
})
export const consoleLuckydrawsFreeze = post('/console/luckydraws/freeze', {
  access: { right: 'race.edit' },
  input: z.object({ ...named, source: z.optional(z.literal('number')) }),
  output: one,
  refusals: ['draw_not_found', 'draw_not_gathering', 'nobody_to_draw', 'beacon_silent', 'beacon_pretend'],
  description:
    'Fixes who takes part in a draw on stage and publishes the hash of the list, before the seed exists. If the ' +
    'beacon cannot decide the draw, `source` lets a number that is called in the hall decide it.',
})
export const consoleLuckydrawsNumber = post('/console/luckydraws/number', {
  access: { right: 'race.edit' },
  input: z.object({ ...named, number: Line(40) }),
  output: one,
  refusals: ['draw_not_found', 'draw_not_frozen'],
  description: 'Enters the number that was called in the hall, once. It gives the order of all entries.',
})
export const consoleLuckydrawsNext = post('/console/luckydraws/next', {
  access: { right: 'race.edit' },
  input: z.object({ ...named, rank: Int, absent: z._default(Flag, false) }),
  output: z.object({
    winner: z.nullable(z.object({ rank: z.number(), name: z.string(), bib: z.string() })),
    draw: ConsoleDraw,
  }),
  refusals: ['draw_not_found', 'draw_not_seeded', 'rank_not_next', 'nothing_left'],
  description:
    'Calls the entry of the next rank on stage. With `absent` the entry of this rank loses its gift to the next rank. ' +
    'The rank makes sure that two tabs call each winner once.',
})
const WinnerLine = z.extend(Prize, { id: z.number(), winner: z.string(), bib: z.string(), contact_mask: z.string() })
export const consoleLuckydrawsWinners = post('/console/luckydraws/winners', {
  access: { right: 'registrations.read' },
  input: z.object({
    raceid: RaceId,
    room: z._default(z.enum(['luckydraws', 'cards']), 'luckydraws'),
    source: z.optional(Int),
    state: z.optional(z.enum(prizeStates)),
    ...Page,
  }),
  output: z.object({ items: z.array(WinnerLine), after: z.nullable(z.string()), total: z.number() }),
  description: 'Lists won prizes, the newest first, with masked addresses.',
})
export const consoleLuckydrawsOpen = post('/console/luckydraws/open', {
  access: { right: 'sealed.open' },
  input: z.object(named),
  output: z.object({ name: z.string(), mobile: z.string(), address: z.string() }),
  refusals: ['prize_not_found'],
  description: 'Opens the address of a prize by post. The log keeps who opened it.',
})
export const consoleLuckydrawsSend = post('/console/luckydraws/send', {
  access: { right: 'sealed.open' },
  input: z.object({ ...named, carrier: Line(40), number: Line(60) }),
  output: z.object({ state: z.enum(prizeStates) }),
  refusals: ['prize_not_found', 'prize_not_claimed'],
  description: "Notes the carrier and the number of a parcel with a prize. The winner's page shows them.",
})
