import * as z from 'zod/mini'
import { post, upload } from '#contract/endpoint.ts'
import { Day, Fen, Flag, Int, Key, Line, Page, RaceId, Search, Time } from '#contract/scalars.ts'
import { orderStates, payments } from '#features/orders/contract.ts'
import { ShownItem } from '#features/orders/items.contract.ts'
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
/** An invoice as its requester sees it; `file` is the path of its PDF. */
export const Invoice = z.object(known)
export type Invoice = z.output<typeof Invoice>

/** The amount of an order that an invoice can cover; `why` gives the reason why there can be none now. */
export const whyNots = ['invoice_not_paid', 'invoice_nothing_left', 'invoice_is_issued'] as const
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
  why: z.nullable(z.enum(whyNots)),
  invoice: z.nullable(Invoice),
})
export type InvoiceAsked = z.output<typeof InvoiceAsked>

/** A typed title. The screen checks it with the same schema. */
export const Title = Line(100).check(z.regex(/^(?=.*\p{L})\P{Emoji_Presentation}*$/u))

export const invoiceShow = post('/invoice/show', {
  access: 'runner',
  input: z.object({ id: Key }),
  output: InvoiceAsked,
  refusals: ['invoice_order_unknown'],
  description:
    "An order (its key, or a registration's) with what can be invoiced of it and the invoice asked for, to the " +
    "account that ordered or the registrant's own.",
})
export const invoiceSave = post('/invoice/save', {
  access: 'runner',
  input: z.object({
    id: Key,
    kind: z.enum(invoiceKinds),
    title: Title,
    tax_number: z._default(z.string().check(z.maxLength(40)), ''),
    email: z.string().check(z.trim(), z.minLength(1), z.maxLength(254)),
  }),
  output: InvoiceAsked,
  refusals: ['invoice_order_unknown', ...whyNots],
  description:
    'Asks for an invoice over a paid order, or changes what was asked until it is issued; what was refused may be ' +
    'asked again. A company needs its tax number (15–20 characters; 18 with the check of GB 32100-2015).',
})

/** A receipt that everybody with its key may see: no name, no contact. */
export const Receipt = z.object({
  number: z.string(),
  race: z.object({ id: z.number(), name: z.string(), primary: z.string(), zone: z.string() }),
  subject: z.string(),
  state: z.enum(orderStates),
  amount: Fen,
  fee: Fen,
  discount: Fen,
  /** The lines of the order; null for an order from before lines existed. */
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
    'The receipt of a paid order by its unguessable key: what, when, over which channel, how much, and what went ' +
    'back. It names nobody; the numbers of the channel are masked.',
})

/** An invoice as staff see it; `to_reverse`: fen that went back after its issue and need a red-letter note. */
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
    "A race's invoices, newest first, by state or by title, number or order; mails are masked. `counts` stand on " +
    'the first page.',
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
    'Writes down that an invoice was issued: its number, its day, a link or the PDF itself (at most 5 MB, kept ' +
    'sealed). Its amount is what is left of the order at that moment.',
})
export const consoleInvoicesRefuse = post('/console/invoices/refuse', {
  access: right,
  input: z.object({ ...one, reason: Line(200) }),
  output: InvoiceLine,
  refusals: ['invoice_unknown', 'invoice_is_issued'],
  description: 'Refuses an invoice with the reason that the asker reads, who may then ask again.',
})
export const consoleInvoicesReverse = post('/console/invoices/reverse', {
  access: right,
  input: z.object({ ...one, number: InvoiceNumber }),
  output: InvoiceLine,
  refusals: ['invoice_unknown', 'invoice_nothing_to_reverse'],
  description: 'Writes down the red-letter note over what went back to the payer after the invoice was issued.',
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
    "A race's invoices for a spreadsheet, 500 at a time; with `opened` their mails are open, for staff with the " +
    'right to open contact details. Logged.',
})
