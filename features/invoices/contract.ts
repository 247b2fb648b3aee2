import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Day, Fen, Flag, Int, Key, Line, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { orderStates, payments } from '#features/orders/contract.ts'
import { ShownItem } from '#features/orders/items.contract.ts'
import { paidFors } from '#features/orders/paidFor.rules.ts'
import { invoiceKinds, invoiceStates } from './rules.ts'

const Reversal = z.object({ number: z.string(), amount: Fen, at: Time })
const known = {
  kind: z.enum(invoiceKinds),
  title: z.string(),
  tax_number: z.string(),
  email: z.string(),
  amount: Fen,
  state: z.enum(invoiceStates),
  reason: z.nullable(z.string()),
  number: z.nullable(z.string()),
  issued_at: z.nullable(Time),
  link: z.nullable(z.string()),
  file: z.nullable(z.string()),
  reversed: Fen,
  reversals: z.array(Reversal),
  created_at: Time,
  updated_at: Time,
}
/** An invoice as its requester sees it. `file` is the path of its PDF. */
export const Invoice = z.object(known)
export type Invoice = z.output<typeof Invoice>

/** The reasons why an order can have no invoice at the moment. */
export const invoiceReasons = ['invoice_not_paid', 'invoice_nothing_left', 'invoice_is_issued'] as const
export const InvoiceAsked = z.object({
  raceid: z.number(),
  race: z.string(),
  zone: z.string(),
  order: z.object({
    _key: z.string(),
    tradeno: z.string(),
    subject: z.string(),
    amount: Fen,
    refunded: Fen,
    pay_at: z.nullable(Time),
  }),
  amount: Fen,
  why: z.nullable(z.enum(invoiceReasons)),
  invoice: z.nullable(Invoice),
})
export type InvoiceAsked = z.output<typeof InvoiceAsked>

/** The title of an invoice. It has at least one letter and no emoji. */
export const InvoiceTitle = Line(100).check(z.regex(/^(?=.*\p{L})\P{Emoji_Presentation}*$/u))

export const invoiceShow = post('/invoice/show', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: InvoiceAsked,
  refusals: ['invoice_order_unknown'],
  description:
    "Shows an order with the amount that an invoice can cover, and the requested invoice. `id` is the order's key " +
    "or a registration's key. Only the account that ordered, or the registrant's account, may ask.",
})
export const invoiceSave = post('/invoice/save', {
  access: 'runner',
  input: z.object({
    id: Key,
    kind: z.enum(invoiceKinds),
    title: InvoiceTitle,
    tax_number: z._default(z.string().check(z.maxLength(40)), ''),
    email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  }),
  output: InvoiceAsked,
  refusals: ['invoice_order_unknown', ...invoiceReasons],
  description:
    'Requests an invoice over a paid order, or changes a request that staff have not issued. The payer may request ' +
    'again after a refusal. A company needs its tax number of 15–20 characters. A number of 18 characters must pass ' +
    'the check of GB 32100-2015.',
})

/** A receipt that everybody with its key may see. It holds no name and no contact data. */
export const Receipt = z.object({
  number: z.string(),
  /** The things that the order pays for. With `other` the field `subject` names them. */
  paid_for: z.enum(paidFors),
  race: z.object({ id: z.number(), name: z.string(), primary: z.string(), zone: z.string() }),
  subject: z.string(),
  state: z.enum(orderStates),
  amount: Fen,
  fee: Fen,
  discount: Fen,
  /** The lines of the order; null for an old order without lines. */
  items: z.nullable(z.array(ShownItem)),
  refunded: Fen,
  currency: z.string(),
  payment: z.nullable(z.enum(payments)),
  pay_at: z.nullable(Time),
  created_at: Time,
  paid: z.array(z.object({ gateway: z.string(), number: z.string(), amount: Fen, currency: z.string(), at: Time })),
  back: z.array(z.object({ amount: Fen, currency: z.string(), at: z.nullable(Time), done: z.boolean() })),
})
export type Receipt = z.output<typeof Receipt>
export const receiptShow = post('/receipt/show', {
  access: 'anyone',
  input: z.object({ id: Key }),
  output: Receipt,
  refusals: ['receipt_none'],
  description:
    'Shows the receipt of a paid order by its secret key: the things bought, the time, the channel, the amount, and ' +
    "the refunds. It names nobody, and the channel's numbers are masked.",
})

/**
 * An invoice as staff see it. `to_reverse` is the amount in fen that was refunded after the issue and needs a
 * red-letter note.
 */
export const InvoiceLine = z.object({
  id: z.number(),
  orderid: z.number(),
  tradeno: z.string(),
  subject: z.string(),
  paid: Fen,
  refunded: Fen,
  to_reverse: Fen,
  ...known,
})
export type InvoiceLine = z.output<typeof InvoiceLine>

const right = { right: 'invoices.edit' } as const
export const invoiceFilters = [...invoiceStates, 'to_reverse'] as const
export const consoleInvoicesList = post('/console/invoices/list', {
  access: right,
  input: z.object({ raceid: RaceId, state: z.optional(z.enum(invoiceFilters)), q: z._default(Search, ''), ...Page }),
  output: z.object({
    items: z.array(InvoiceLine),
    after: z.nullable(z.string()),
    counts: z.nullable(
      z.object({ asked: z.number(), issued: z.number(), refused: z.number(), to_reverse: z.number() }),
    ),
  }),
  description:
    "Lists a race's invoices, the newest first. Staff filter by state, or search by title, number or order. Mail " +
    'addresses are masked. The first page has `counts`.',
})
const one = { raceid: RaceId, id: Int }
export const InvoiceNumber = Line(40)
export const consoleInvoicesIssue = upload('/console/invoices/issue', {
  access: right,
  input: z.object({
    ...one,
    number: InvoiceNumber,
    issued: Day,
    link: z.optional(z.string().check(z.trim(), z.maxLength(400), z.regex(/^(https:\/\/[^\s"<>]+)?$/))),
  }),
  output: InvoiceLine,
  refusals: ['invoice_unknown', 'invoice_is_issued', 'invoice_nothing_left', 'invoice_file_wrong'],
  description:
    'Records that staff issued an invoice: its number, its day, and a link or the PDF (at most 5 MB, kept sealed). ' +
    'The amount is the paid amount without refunds at that moment.',
})
export const consoleInvoicesRefuse = post('/console/invoices/refuse', {
  access: right,
  input: z.object({ ...one, reason: Line(200) }),
  output: InvoiceLine,
  refusals: ['invoice_unknown', 'invoice_is_issued'],
  description: 'Refuses an invoice. The payer reads the reason and may request again.',
})
export const consoleInvoicesReverse = post('/console/invoices/reverse', {
  access: right,
  input: z.object({ ...one, number: InvoiceNumber }),
  output: InvoiceLine,
  refusals: ['invoice_unknown', 'invoice_nothing_to_reverse'],
  description: 'Records the red-letter note over the amount that was refunded after the issue.',
})
export const consoleInvoicesExport = post('/console/invoices/export', {
  access: right,
  input: z.object({
    raceid: RaceId,
    state: z.optional(z.enum(invoiceFilters)),
    opened: z._default(Flag, false),
    after: z.optional(z.string().check(z.maxLength(200))),
  }),
  output: z.object({ items: z.array(InvoiceLine), after: z.nullable(z.string()) }),
  description:
    "Lists a race's invoices for a spreadsheet, 500 in one call. With `opened` the mail addresses are in clear " +
    'text. The caller then needs the right to open contact details. The staff log records the call.',
})
