import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, RaceId } from '#contract/scalars.ts'
import { checks } from './readiness.rules.ts'
import { ageBands } from './rules.ts'

const Counted = <Key extends z.ZodMiniType>(key: Key) => z.array(z.object({ key, count: z.number() }))

/** The figures of an event: its places, and the registrations that have a place, want a place or wait for a place. */
export const EventFigures = z.object({
  id: z.number(),
  name: z.string(),
  colour: z.string(),
  places: z.number(),
  taken: z.number(),
  /** The number of registered runners, and the number of paid runners among them. */
  registered: z.number(),
  paid: z.number(),
  draw: z.number(),
  to_review: z.number(),
  waitlist: z.number(),
  /** The number of runners who have left the race or the waitlist. */
  left: z.number(),
})
export type EventFigures = z.output<typeof EventFigures>

/**
 * The figures of an add-on of an event. `buyers` are registrations that paid for `sold` pieces. Registrations that may
 * still pay hold `unpaid` pieces. `sum` is null for staff who may not read orders. `left` is null if the add-on has
 * no limit. `offered` is false if the event does not sell the add-on any more.
 */
export const AddonFigures = z.object({
  eventid: z.number(),
  event: z.string(),
  id: z.string(),
  name: z.string(),
  buyers: z.number(),
  sold: z.number(),
  sum: z.nullable(Fen),
  unpaid_buyers: z.number(),
  unpaid: z.number(),
  left: z.nullable(z.number()),
  offered: z.boolean(),
})
export type AddonFigures = z.output<typeof AddonFigures>

export const EntryFigures = z.object({
  events: z.array(EventFigures),
  addons: z.array(AddonFigures),
  /** The number of sign-ups by day, on the race's clock. Days without a sign-up are left out. */
  days: z.array(z.object({ day: z.string(), signups: z.number() })),
  /** The number of sign-ups by hour of the last 48 hours (`2026-11-23T14`, on the race's clock). */
  hours: z.array(z.object({ hour: z.string(), signups: z.number() })),
  /** Figures of the registered runners. '' means that the value is unknown. */
  sizes: Counted(z.string()),
  genders: Counted(z.enum(['male', 'female', ''])),
  ages: Counted(z.enum([...ageBands, ''])),
  /**
   * Runners by province, from the first two digits of an identity number. A place outside China's provinces stays as
   * the runner typed it.
   */
  provinces: Counted(z.string()),
})
export type EntryFigures = z.output<typeof EntryFigures>

export const MoneyFigures = z.object({
  received: Fen,
  refunded: Fen,
  /** The number of orders that payers may still pay. */
  open: z.number(),
  /** The number of refunds that the gateway cannot make, so staff must make them. */
  refunds_failed: z.number(),
  invoices: z.number(),
  days: z.array(z.object({ day: z.string(), received: Fen, refunded: Fen })),
  hours: z.array(z.object({ hour: z.string(), received: Fen, refunded: Fen })),
})
export type MoneyFigures = z.output<typeof MoneyFigures>

export const Overview = z.object({
  zone: z.string(),
  /** The parts of the answer. A part is null for staff without its right. */
  entries: z.nullable(EntryFigures),
  money: z.nullable(MoneyFigures),
  /** Bulk refunds that wait for the approval of a second person. */
  approvals: z.nullable(z.number()),
  /** The number of submitted results that nobody has reviewed. */
  handins: z.nullable(z.number()),
  /** Paid stays for which the hotel has not given a confirmation number yet. */
  stays: z.nullable(z.number()),
  /** Webhooks that fail or that the server switched off. */
  webhooks: z.nullable(z.number()),
  /** Names that the service for real names did not confirm, while no person has decided about them. */
  names: z.nullable(z.number()),
  /** Suspicions of substitutes that nobody has decided. */
  substitutes: z.nullable(z.number()),
  /**
   * The number of clubs that need staff: nobody leads the club, or shortly before the deadline some of its people are
   * not registered and paid.
   */
  clubs: z.nullable(z.number()),
  /** The number of protests that wait for a decision. */
  protests: z.nullable(z.number()),
  /** The race packs that nobody has collected since the pick-up began, and the packs that two desks handed out. */
  packs: z.nullable(z.object({ left: z.number(), clashes: z.number() })),
  /** Open calls for help, and other open alarms about people on the course. */
  control: z.nullable(z.object({ sos: z.number(), alarms: z.number() })),
  /** The files of scheduled exports that the reader has not fetched. */
  exports: z.number(),
  /** The number of photos that a person asks to remove. */
  photo_reports: z.nullable(z.number()),
  /** Due follow-ups of orders. */
  follow_ups: z.nullable(z.number()),
  /** Applications, entries and comments of the live feed that wait for a decision. */
  feed: z.nullable(z.number()),
  /** Orders of the shop to pack or to send, and returns to decide. */
  shop: z.nullable(z.object({ orders: z.number(), returns: z.number() })),
  /** Prizes by post that wait to be sent. */
  prizes: z.nullable(z.number()),
  /** Things that are still lent for a deposit. The number is 0 until a day after the start of the race. */
  deposits_out: z.nullable(z.number()),
  /** Clashes of gates that nobody has settled, such as double entries. */
  gate_clashes: z.nullable(z.number()),
  /** Proofs of challenges that wait for a decision. */
  proofs: z.nullable(z.number()),
  /** The preparations before runners see the race, for staff who may publish it. */
  checks: z.nullable(
    z.array(z.object({ check: z.enum([...checks, 'menu']), ok: z.boolean(), of: z.array(z.string()) })),
  ),
})
export type Overview = z.output<typeof Overview>

export const consoleOverviewShow = post('/console/overview/show', {
  access: 'staff',
  input: z.object({ raceid: RaceId }),
  output: Overview,
  refusals: ['race_not_found'],
  description:
    'Shows the state of a race: places and entries by event, sign-ups and money by day and hour, waiting work, ' +
    'figures about the runners, and the preparations before publication. Staff see only the parts that their rights ' +
    'allow.',
})
