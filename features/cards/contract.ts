import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, Flag, Int, Line, RaceId, Time, Whole, IntBetween, OtherNames, GivenMoment } from '#contract/scalars.ts'
import { Prize } from '#features/luckydraws/contract.ts'
import { VALUE_MOST, ODDS_TOTAL, prizeWays } from '#features/luckydraws/rules.ts'
import { CARDS_MOST, cardChanceActions } from './rules.ts'

const moment = z.nullable(Time)
const Token = z.string().check(z.regex(/^[\w-]{20,60}$/))
const PersonName = z._default(z.string().check(z.trim(), z.maxLength(20)), '')
export const CardKind = z.object({
  card: z.number(),
  name: z.string(),
  icon: z.string(),
  colour: z.string(),
  odds: z.number(),
  pieces: z.number(),
  left: z.number(),
})
export type CardKind = z.output<typeof CardKind>
export const CardSet = z.object({
  id: z.number(),
  name: z.string(),
  about: z.string(),
  opens_at: moment,
  closes_at: moment,
  daily: z.number(),
  chances: z.array(z.object({ deed: z.enum(cardChanceActions), most: z.number() })),
  gift: z.object({
    name: z.string(),
    icon: z.string(),
    value: Fen,
    pieces: z.number(),
    left: z.number(),
    way: z.enum(prizeWays),
  }),
  kinds: z.array(CardKind),
})
export type CardSet = z.output<typeof CardSet>
/**
 * The caller's cards of one kind. `offered` counts the cards that a link offers. `used` counts the cards that were
 * exchanged for the gift.
 */
const Own = z.object({ card: z.number(), n: z.number(), offered: z.number(), used: z.number() })
const MyState = z.object({
  own: z.array(Own),
  visit: z.number(),
  deeds: z.number(),
  /** True if the caller has already exchanged a full set of cards for the gift. */
  has_gift: z.boolean(),
  full: z.boolean(),
})
export type MyState = z.output<typeof MyState>
const setOf = { raceid: RaceId, id: Int }
const shown = { set: CardSet, my: MyState }

export const fucardShow = post('/fucard/show', {
  access: 'anyone',
  shared: 2,
  input: z.object({ raceid: RaceId, id: z.optional(Int) }),
  output: z.object({ zone: z.string(), items: z.array(CardSet) }),
  refusals: ['race_not_found'],
  description: 'Lists the published sets of cards of a race with the odds and the number of each card, and the gift.',
})
export const fucardMy = post('/fucard/my', {
  access: 'runner',
  input: z.object(setOf),
  output: z.object(shown),
  refusals: ['card_set_not_found'],
  description: "Shows the caller's cards of a set and how many the caller may draw.",
})
export const fucardDraw = post('/fucard/draw', {
  access: 'runner',
  input: z.object(setOf),
  output: z.object({ card: z.number(), ...shown }),
  refusals: ['card_set_not_found', 'card_set_closed', 'no_card_to_draw', 'no_card_left', 'too_often'],
  description: 'Draws one card: first for the visit of this day, then for deeds.',
})
export const fucardGiving = post('/fucard/giving', {
  access: 'runner',
  input: z.object({ ...setOf, card: Int, name: PersonName, stop: z._default(Flag, false) }),
  output: z.object({ token: z.string(), ...shown }),
  refusals: ['card_set_not_found', 'card_not_yours', 'too_often'],
  description:
    'Makes a link by which one other person takes a card. `stop` ends the links of this card. The card stays with its ' +
    'holder until somebody takes it.',
})
export const fucardTake = post('/fucard/take', {
  access: 'runner',
  input: z.object({ raceid: RaceId, token: Token }),
  output: z.object({ card: z.number(), ...shown }),
  refusals: ['card_link_over', 'card_link_own', 'too_often'],
  description: 'Takes a card by its link. However many people tap at once, exactly one card moves to one of them.',
})
const Linked = z.object({ set: CardSet, card: z.number(), name: z.string(), over: z.boolean() })
export const fucardGift = post('/fucard/gift', {
  access: 'runner',
  input: z.object(setOf),
  output: z.object({ prize: Prize, ...shown }),
  refusals: [
    'card_set_not_found',
    'card_set_closed',
    'card_set_not_full',
    'card_gift_taken',
    'card_gifts_gone',
    'too_often',
  ],
  description: 'Gives the gift for a full set, once. One card of each kind goes into it and cannot be given any more.',
})
export const fucardDemand = post('/fucard/demand', {
  access: 'runner',
  input: z.object({ ...setOf, card: Int, name: PersonName }),
  output: z.object({ token: z.string() }),
  refusals: ['card_set_not_found', 'card_set_closed', 'card_unknown', 'too_often'],
  description: 'Makes a link by which the caller asks friends for one card.',
})
export const fucardShowDemand = post('/fucard/show/demand', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, token: Token, offer: z._default(Flag, false) }),
  output: Linked,
  refusals: ['card_link_over'],
  description: 'Shows which card a link asks for. With `offer` it shows which card a link gives.',
})
export const fucardGive = post('/fucard/give', {
  access: 'runner',
  input: z.object({ raceid: RaceId, token: Token }),
  output: z.object(shown),
  refusals: ['card_link_over', 'card_link_own', 'card_not_yours', 'too_often'],
  description: "Gives one of the caller's cards to the person who asks by a link. The first giver answers the link.",
})

const given = z._default(z.nullable(GivenMoment), null)
const About = z.string().check(z.trim(), z.maxLength(2000))
const Abouts = z.object({ 'zh-tw': z.optional(About), en: z.optional(About) })
const texts = z.record(z.string(), z.string())
const Settings = z.object({ couponid: z.optional(Whole), eventid: z.optional(Whole) })
const Icon = z._default(z.string().check(z.trim(), z.maxLength(16)), '')
const ConsoleSet = z.extend(CardSet, {
  names: texts,
  abouts: texts,
  chances: z.partialRecord(z.enum(cardChanceActions), z.number()),
  claim_days: z.number(),
  published_at: moment,
  updated_at: Time,
  gift: z.extend(CardSet.shape.gift, { names: texts, settings: Settings }),
  kinds: z.array(z.extend(CardKind, { names: texts, drawn: z.number() })),
  players: z.number(),
})
export type ConsoleSet = z.output<typeof ConsoleSet>
export const consoleCardsList = post('/console/cards/list', {
  access: { right: 'race.edit' },
  input: z.object({ raceid: RaceId }),
  output: z.object({ zone: z.string(), items: z.array(ConsoleSet) }),
  description: 'Lists the sets of cards of a race with what was drawn of each card, drafts too.',
})
export const consoleCardsSave = post('/console/cards/save', {
  access: { right: 'race.edit' },
  input: z.object({
    raceid: RaceId,
    id: z.optional(Int),
    name: Line(60),
    names: z._default(OtherNames, {}),
    about: z._default(About, ''),
    /**
     * The description in languages other than Simplified Chinese. Without this field, the stored descriptions stay as
     * they are.
     */
    abouts: z.optional(Abouts),
    chances: z._default(z.partialRecord(z.enum(cardChanceActions), IntBetween(0, 100)), {}),
    daily: z._default(IntBetween(0, 20), 1),
    opens_at: given,
    closes_at: given,
    claim_days: z._default(IntBetween(1, 365), 14),
    gift: z.object({
      name: Line(60),
      names: z._default(OtherNames, {}),
      icon: Icon,
      value: IntBetween(0, VALUE_MOST * 20),
      pieces: IntBetween(0, 1_000_000),
      way: z.enum(prizeWays),
      settings: z._default(Settings, {}),
    }),
    kinds: z
      .array(
        z.object({
          name: Line(30),
          names: z._default(OtherNames, {}),
          icon: Icon,
          colour: z._default(z.union([z.literal(''), z.string().check(z.regex(/^#[0-9a-f]{6}$/i))]), ''),
          odds: IntBetween(1, ODDS_TOTAL),
          pieces: IntBetween(1, 10_000_000),
        }),
      )
      .check(z.minLength(2), z.maxLength(CARDS_MOST)),
    published: z._default(Flag, false),
    updated_at: z.optional(z.string()),
  }),
  output: z.object({ set: ConsoleSet }),
  refusals: [
    'card_set_not_found',
    'card_set_changed_meanwhile',
    'card_set_published',
    'card_odds_not_whole',
    'card_gift_beyond_law',
    'card_gift_settings_missing',
  ],
  description: 'Writes or changes a draft of a set, or publishes it. A published set keeps its odds and numbers.',
})
