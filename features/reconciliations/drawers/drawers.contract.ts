import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Day, Fen, Int, Page, RaceId, Time } from '#contract/scalars.ts'
import { deskWays } from '#features/payments/rules.ts'

/**
 * The states of a drawer. `open` means that nobody has counted the cash, and `closed` that the count covers all cash.
 * `moved` means that cash came or went after the count, and `cashless` that no cash came or went.
 */
export const drawerStates = ['open', 'closed', 'moved', 'cashless'] as const
export type DrawerState = (typeof drawerStates)[number]

const Sum = z.object({ count: z.number(), sum: Fen })
/** The takings of a member of staff on a day. `staffid` is 0 if the books do not name the person who took the money. */
export const Drawer = z.object({
  day: Day,
  staffid: z.number(),
  staff: z.nullable(z.string()),
  cash: Sum,
  card: Sum,
  transfer: Sum,
  /** The refunds that were paid from the drawer. */
  refunded: Sum,
  /** The cash that should lie in the drawer. */
  expected: Fen,
  state: z.enum(drawerStates),
  /** The amount of the newest count; null if nobody has counted the drawer. */
  counted: z.nullable(Fen),
  difference: z.nullable(Fen),
})
export type Drawer = z.output<typeof Drawer>

/** One count of a drawer. `difference` is the counted amount minus the expected amount. */
export const DrawerCount = z.object({
  id: z.number(),
  expected: Fen,
  counted: Fen,
  difference: Fen,
  note: z.string(),
  staff: z.nullable(z.string()),
  at: Time,
})
export type DrawerCount = z.output<typeof DrawerCount>

/** A payment at the desk, or a refund that was paid from the drawer (`refund`, with a negative amount). */
export const Taking = z.object({
  kind: z.enum(['payment', 'refund']),
  id: z.number(),
  orderid: z.number(),
  at: Time,
  way: z.enum(deskWays),
  amount: Fen,
  receipt: z.nullable(z.number()),
  /** The number on the slip of the terminal or of the transfer, or the reference of the refund. */
  reference: z.nullable(z.string()),
})
export type Taking = z.output<typeof Taking>

const right = { right: 'money.reconcile' } as const
const one = { raceid: RaceId, day: Day, staffid: z.coerce.number().check(z.int(), z.minimum(0)) }

export const consoleReconciliationsDrawers = post('/console/reconciliations/drawers', {
  access: right,
  input: z.object({ raceid: RaceId, ...Page }),
  output: z.object({ items: z.array(Drawer), after: z.nullable(z.string()) }),
  description:
    'The takings at the desks of a race by day and member of staff, newest first: payments by cash, card and transfer with count and sum, cash refunds, and whether the drawer was counted.',
})
export const consoleReconciliationsDrawer = post('/console/reconciliations/drawer', {
  access: right,
  input: z.object({ ...one, ...Page }),
  output: z.object({
    drawer: Drawer,
    counts: z.array(DrawerCount),
    items: z.array(Taking),
    after: z.nullable(z.string()),
  }),
  refusals: ['drawer_none'],
  description:
    'One drawer of a day with every count of it, newest first, and its payments and cash refunds in the order of time.',
})
export const consoleReconciliationsCount = post('/console/reconciliations/count', {
  access: right,
  input: z.object({
    ...one,
    /** The amount that the caller saw as expected. The call is refused if cash has moved since. */
    expected: Int,
    counted: Int.check(z.minimum(0)),
    /** The reason for a difference. */
    note: z._default(z.string().check(z.trim(), z.maxLength(500), z.regex(/^[^\p{Cc}]*$/u)), ''),
  }),
  output: Drawer,
  refusals: ['drawer_none', 'drawer_moved'],
  description:
    'Closes the drawer of a day with the counted cash. A difference needs a reason. A later count replaces an earlier one, and all of them are kept. The books do not change.',
})
