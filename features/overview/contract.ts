import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Fen, RaceId } from '#contract/scalars.ts'
import { checks } from './readiness.rules.ts'
import { ageBands } from './rules.ts'

const Counted = <Key extends z.ZodMiniType>(key: Key) => z.array(z.object({ key, count: z.number() }))

/** The figures of an event: its places, and the registrations that hold, want or wait for one. */
export const EventFigures = z.object({
  id: z.number(),
  name: z.string(),
  colour: z.string(),
  places: z.number(),
  taken: z.number(),
  /** The number of registered runners, and of paid ones among them. */
  registered: z.number(),
  paid: z.number(),
  draw: z.number(),
  to_review: z.number(),
  waitlist: z.number(),
})
export type EventFigures = z.output<typeof EventFigures>

export const EntryFigures = z.object({
  events: z.array(EventFigures),
  /** Sign-ups by the day on the race's clock, without empty days. */
  days: z.array(z.object({ day: z.string(), signups: z.number() })),
  /** The same by hour (`2026-11-23T14`, on the race's clock) of the last 48 hours. */
  hours: z.array(z.object({ hour: z.string(), signups: z.number() })),
  /** Figures of the registered runners. '' where the value is unknown. */
  sizes: Counted(z.string()),
  genders: Counted(z.enum(['male', 'female', ''])),
  ages: Counted(z.enum([...ageBands, ''])),
  /** By the first two digits of an identity number; a place that is no province of China as it was typed. */
  provinces: Counted(z.string()),
})
export type EntryFigures = z.output<typeof EntryFigures>

export const MoneyFigures = z.object({
  received: Fen,
  refunded: Fen,
  /** Orders that payers may still pay. */
  open: z.number(),
  /** Refunds that the gateway cannot make: staff must. */
  refunds_failed: z.number(),
  invoices: z.number(),
  days: z.array(z.object({ day: z.string(), received: Fen, refunded: Fen })),
  hours: z.array(z.object({ hour: z.string(), received: Fen, refunded: Fen })),
})
export type MoneyFigures = z.output<typeof MoneyFigures>

export const Overview = z.object({
  zone: z.string(),
  /** Each part is for staff with its right; null for the others. */
  entries: z.nullable(EntryFigures),
  money: z.nullable(MoneyFigures),
  /** Submitted results that nobody has reviewed. */
  handins: z.nullable(z.number()),
  /** Protests that wait for a decision. */ protests: z.nullable(z.number()),
  /** Photos that somebody asks to remove. */
  photo_reports: z.nullable(z.number()),
  /** The things that should be in order before runners see the race; for staff who may publish it. */
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
    'How a race is doing: places and entries by event, sign-ups and money by day and hour, what needs somebody now, who the ' +
    'runners are, and what should be in order before it is published. Each part only for those with its right.',
})
