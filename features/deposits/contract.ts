import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Amount, Fen, Int, Key, Line, Page, RaceId, Time } from '#contract/scalars.ts'
import { deskWays } from '#features/payments/rules.ts'
import { whyNotSold } from '#features/sales/fill.rules.ts'
import { depositStates, depositThings, thingCode } from './rules.ts'

export const DepositKind = z.object({
  id: z.number(),
  variantid: z.number(),
  lends: z.enum(depositThings),
  name: z.string(),
  about: z.string(),
  price: Fen,
  free: z.number(),
})
export type DepositKind = z.output<typeof DepositKind>
/** A deposit as its payer sees it. `code` is the number of the lent thing. */
export const Deposit = z.object({
  _key: z.string(),
  lends: z.enum(depositThings),
  name: z.string(),
  amount: Fen,
  state: z.enum(depositStates),
  code: z.nullable(z.string()),
  reason: z.string(),
  order_key: z.string(),
  item_key: z.string(),
  created_at: Time,
  ended_at: z.nullable(Time),
})
export type Deposit = z.output<typeof Deposit>

export const liveDeposit = post('/live/deposit', {
  access: 'runner',
  input: z.object({
    raceid: RaceId,
    /** The deposit to order. Without this field the call only shows the deposits. */
    variantid: z.optional(Int),
    n: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(10)), 1),
    amount: z.optional(Amount),
  }),
  output: z.object({
    zone: z.string(),
    race: z.string(),
    kinds: z.array(DepositKind),
    items: z.array(Deposit),
    order: z.nullable(z.object({ order: z.string(), amount: Fen, paid: z.boolean() })),
  }),
  refusals: ['race_not_found', 'too_often', ...whyNotSold],
  description:
    "Shows the things that a race lends for a deposit, and the account's own deposits. With `variantid` it orders a " +
    'deposit, which /sales/pay pays. The money goes back when the desk scans the thing. /sales/return gives back a ' +
    'deposit whose thing was not handed out.',
})

const DeskDeposit = z.object({
  id: z.number(),
  _key: z.string(),
  lends: z.enum(depositThings),
  name: z.string(),
  amount: Fen,
  state: z.enum(depositStates),
  code: z.nullable(z.string()),
  reason: z.string(),
  runner: z.string(),
  bib: z.nullable(z.string()),
  lent_at: z.nullable(Time),
  ended_at: z.nullable(Time),
})
export type DeskDeposit = z.output<typeof DeskDeposit>
const work = { right: 'desk.work' } as const
const Code = z.pipe(Line(60), z.transform(thingCode))

export const consoleDepositsList = post('/console/deposits/list', {
  access: work,
  input: z.object({
    raceid: RaceId,
    state: z.optional(z.enum(depositStates)),
    /** The searched text: the number of a lent thing, or a bib. */
    q: z._default(z.string().check(z.trim(), z.maxLength(60)), ''),
    ...Page,
  }),
  output: z.object({
    kinds: z.array(DepositKind),
    items: z.array(DeskDeposit),
    after: z.nullable(z.string()),
    counts: z.object({ paid: z.number(), lent: z.number(), held: Fen }),
  }),
  description: 'Lists the deposits of a race, and counts the lent things and the fen that the race holds for them.',
})
export const consoleDepositsTake = post('/console/deposits/take', {
  access: work,
  input: z.object({
    raceid: RaceId,
    bib: Line(20),
    variantid: Int,
    way: z.enum(deskWays),
    reference: z.optional(z.string().check(z.trim(), z.maxLength(60))),
    /** The number of the thing that the desk hands out in the same call. */
    code: z._default(z.pipe(z.string().check(z.trim(), z.maxLength(60)), z.transform(thingCode)), ''),
  }),
  output: z.object({ id: z.number(), receipt: z.nullable(z.number()) }),
  refusals: ['bib_unknown', 'deposit_unpaid', 'thing_is_lent', ...whyNotSold],
  description: 'Takes a deposit of a runner at the desk, in cash, by card or by transfer, and hands the thing out.',
})
export const consoleDepositsLend = post('/console/deposits/lend', {
  access: work,
  input: z.object({ raceid: RaceId, id: Key, code: Code }),
  output: z.object({ id: z.number() }),
  refusals: ['deposit_unknown', 'deposit_state', 'thing_is_lent'],
  description: 'Hands a thing out for a paid deposit, by the code that the runner shows and the number of the thing.',
})
export const consoleDepositsBack = post('/console/deposits/back', {
  access: work,
  input: z.object({ raceid: RaceId, code: Code }),
  output: z.object({ id: z.number(), amount: Fen, name: z.string() }),
  refusals: ['thing_not_lent'],
  description:
    'Scans a lent thing back. The deposit goes back by the channel of its payment. A second scan is refused.',
})
export const consoleDepositsKeep = post('/console/deposits/keep', {
  access: { right: 'money.refund' },
  input: z.object({ raceid: RaceId, id: Int, reason: Line(200) }),
  output: z.object({ id: z.number() }),
  refusals: ['deposit_unknown', 'deposit_state'],
  description: 'Keeps a deposit, for a thing that was lost or broken. The payer gets a message with the reason.',
})
