import { byId, idIn, pageOf, rowsFor } from '#db/pages.ts'
import type { FastifyReply } from 'fastify'
import { raceOfKey } from '#contract/key.ts'
import { nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { rateOf } from '#db/limits/rates.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { sendMessage } from '#features/messages/service.ts'
import { eachLang } from '#features/messages/rules.ts'
import { itemsIn } from '#features/orders/items.rules.ts'
import { paidForOf } from '#features/orders/paidFor.rules.ts'
import type { OrderRow } from '#features/orders/rules.ts'
import { findOrder, findOrderByKey, lockOrder } from '#features/orders/finding.service.ts'
import { isMine, raceGiven, registrationOf } from '#features/registrations/status/ownership.service.ts'
import type { OrderState, Payment } from '#features/orders/contract.ts'
import { isEmail, normalEmail } from '#features/people/rules.ts'
import { readRace } from '#features/races/service.ts'
import { skinsOf } from '#features/races/rules.ts'
import { logChange, logChanges } from '#features/staff/service.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { type Parts, handle, hasRight, raw } from '#seam/server/handle.ts'
import { isInvoicePdf, issueInvoice } from './issuing.service.ts'
import { manyRoutes } from './many/many.routes.ts'
import { askInvoice } from './service.ts'
import {
  consoleInvoicesExport,
  consoleInvoicesIssue,
  consoleInvoicesList,
  consoleInvoicesRefuse,
  consoleInvoicesReverse,
  invoiceSave,
  invoiceShow,
  receiptShow,
} from './contract.ts'
import {
  type InvoiceKind,
  type InvoiceState,
  invoiceable,
  normalTaxNumber,
  invoiceFile,
  toReverse,
  whyNoInvoice,
  whyNotTaxNumber,
} from './rules.ts'
import {
  type InvoiceRow,
  type InvoiceView,
  type Reversal,
  countInvoices,
  findByKey,
  findInvoice,
  findOfOrder,
  listInvoices,
  lockInvoice,
  moneyOf,
  updateInvoice,
  viewInvoice,
} from './store.ts'
import { taxWords } from './words.ts'

const asks = rateOf(30, 60, 'invoices asks')
const receipts = allowanceOf({ own: 60, network: 1200 }, 60, 'invoices receipts')
const EXPORTED = 500

/**
 * Masks the gateway's number of a payment except the first four and last four characters. A number of up to ten
 * characters is masked as a whole.
 */
const maskNumber = (number: string): string =>
  number.length > 10 ? `${number.slice(0, 4)}****${number.slice(-4)}` : '****'

const invoiceOf = (row: InvoiceRow, email: string) => ({
  ...row,
  email,
  kind: row.kind as InvoiceKind,
  state: row.state as InvoiceState,
  reversals: row.reversals as Reversal[],
  file: row.file ? `/invoices/${row.raceid}/${row._key}.pdf` : null,
})
const mailOf = (seal: Seal, row: InvoiceRow): string => seal.open(raceScope(row.raceid), 'invoice email', row.email)
const lineOf = (row: InvoiceView, email = row.email_mask) => ({
  ...row,
  ...invoiceOf(row, email),
  to_reverse: toReverse(
    { state: row.order_state, amount: row.paid, refunded: row.refunded, payment: row.payment },
    row,
  ),
})

/**
 * Finds an order by its own key if the account ordered it, or by the key of a registration that belongs to the account.
 * Returns undefined for any other order.
 */
const ownOrder = async (
  parts: Pick<Parts, 'db' | 'seal'>,
  key: string,
  uid: number,
  now: Date,
): Promise<OrderRow | undefined> => {
  const raceid = raceOfKey(key)
  const order = raceid === undefined ? undefined : await findOrderByKey(parts.db, raceid, key)
  if (order) return order.uid === uid ? order : undefined
  const found = await registrationOf(parts, key, now)
  if (!found || found.row.orderid === null || !(await isMine(parts.db, parts.seal, found.row, uid))) return undefined
  return findOrder(parts.db, found.row.raceid, found.row.orderid)
}

type Lang = Parameters<typeof nameIn>[0]
const presentInvoicing = async ({ db, seal }: { db: Db; seal: Seal }, order: OrderRow, lang: Lang, now: Date) => {
  const race = (await raceGiven(db, order.raceid, now))!
  const invoice = await findOfOrder(db, order.raceid, order.id)
  await seal.prepare(raceScope(order.raceid))
  const { _key, tradeno, subject, amount, refunded, pay_at } = order
  return {
    raceid: order.raceid,
    race: nameIn(lang, race.name, race.names),
    zone: race.zone,
    order: { _key, tradeno, subject, amount, refunded, pay_at },
    amount: invoiceable(order),
    why: whyNoInvoice(order, invoice) ?? null,
    invoice: invoice ? invoiceOf(invoice, mailOf(seal, invoice)) : null,
  }
}

export const routes = [
  ...manyRoutes,
  handle(invoiceShow, async ({ input, db, seal, now, who, lang, refuse }) =>
    presentInvoicing(
      { db, seal },
      (await ownOrder({ db, seal }, input.id, who.uid!, now)) ?? refuse('invoice_order_unknown'),
      lang,
      now,
    ),
  ),

  handle(invoiceSave, async ({ input, db, seal, now, who, lang, refuse, refuseField, save }) => {
    const order = (await ownOrder({ db, seal }, input.id, who.uid!, now)) ?? refuse('invoice_order_unknown')
    const wait = asks.count(String(who.uid), now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const company = input.kind === 'company'
    const taxNumber = company ? normalTaxNumber(input.tax_number) : ''
    if (company && taxNumber === '') return refuseField('tax_number', taxWords.missing)
    const wrong = company ? whyNotTaxNumber(taxNumber) : undefined
    if (wrong) return refuseField('tax_number', taxWords[wrong])
    const email = normalEmail(input.email)
    if (!isEmail(email)) return refuseField('email', taxWords.email)
    await seal.prepare(raceScope(order.raceid))
    await save(async (tx) => {
      const why = await askInvoice(
        tx,
        seal,
        order,
        { kind: input.kind, title: input.title, taxNumber, email },
        who.uid!,
        now,
      )
      if (why) return refuse(why)
      return {} as never
    })
    return presentInvoicing({ db, seal }, order, lang, now)
  }),

  handle(receiptShow, async ({ input, db, now, address, who, device, lang, refuse }) => {
    const wait = receipts.count({ address, who, device }, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const raceid = raceOfKey(input.id)
    const order = raceid === undefined ? undefined : await findOrderByKey(db, raceid, input.id)
    const race = order && (await readRace(db, order.raceid, now))
    if (!order || !race || order.state !== 'paid' || order.payment === 'invite') return refuse('receipt_none')
    const { paid, back } = await moneyOf(db, order.raceid, order.id)
    return {
      ...order,
      number: order.tradeno,
      paid_for: paidForOf(order.room, itemsIn(lang, order.items)),
      items: itemsIn(lang, order.items),
      state: order.state as OrderState,
      payment: order.payment as Payment | null,
      race: { id: race.id, name: nameIn(lang, race.name, race.names), primary: skinsOf(race).primary, zone: race.zone },
      paid: paid.map((one) => ({
        gateway: one.gateway,
        number: maskNumber(one.gateway_number ?? ''),
        amount: one.paid_amount!,
        currency: one.paid_currency!,
        at: one.paid_at!,
      })),
      back: back.map((one) => ({
        amount: one.amount,
        currency: one.currency,
        at: one.refund_at,
        done: one.state === 'done',
      })),
    }
  }),

  handle(consoleInvoicesList, async ({ input, db }) => {
    const before = idIn(input.after)
    const [rows, counts] = await Promise.all([
      listInvoices(db, input.raceid, { state: input.state, q: input.q, before, limit: rowsFor(input.limit) }),
      before === undefined ? countInvoices(db, input.raceid) : null,
    ])
    const { rows: items, after } = pageOf(rows, input.limit, byId)
    return {
      items: items.map((row) => lineOf(row)),
      after,
      counts,
    }
  }),

  handle(consoleInvoicesIssue, async ({ input, files, db, seal, integrations, now, who, refuse, save }) => {
    const { raceid, id, number, issued, link } = input
    const found = (await findInvoice(db, raceid, id)) ?? refuse('invoice_unknown')
    if (found.state === 'issued') return refuse('invoice_is_issued')
    const pdf = files[0]
    if (pdf && !isInvoicePdf(pdf.bytes)) return refuse('invoice_file_wrong')
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    await Promise.all([seal.prepare(raceScope(raceid)), seal.prepare('accounts')])
    const issuing = { race, who, number, issued, link: link || null, pdf: pdf?.bytes, now }
    return save(async (tx) => {
      const outcome = await issueInvoice(tx, { seal, integrations }, issuing, found)
      if (outcome !== 'done') return refuse(outcome)
      return lineOf(await viewInvoice(tx, raceid, id))
    })
  }),

  handle(consoleInvoicesRefuse, async ({ input, db, seal, now, who, refuse, save }) => {
    const { raceid, id, reason } = input
    const race = (await raceGiven(db, raceid, now)) ?? refuse('race_not_found')
    await seal.prepare('accounts')
    return save(async (tx) => {
      const before = (await lockInvoice(tx, raceid, id)) ?? refuse('invoice_unknown')
      if (before.state === 'issued') return refuse('invoice_is_issued')
      await updateInvoice(tx, raceid, id, { state: 'refused', reason, updated_at: now })
      const order = (await findOrder(tx, raceid, before.orderid))!
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'invoice refused',
        target: `invoice ${id}`,
        before: { state: before.state },
        after: { state: 'refused', reason },
      })
      await sendMessage(tx, {
        seal,
        now,
        uid: before.uid,
        path: `/invoice?_key=${order._key}`,
        lang: 'zh-cn',
        template: 'invoice_refused',
        values: { race: eachLang((lang) => nameIn(lang, race.name, race.names)), reason },
        key: `invoice_refused ${raceid}/${id} ${now.getTime()}`,
        raceid,
      })
      return lineOf(await viewInvoice(tx, raceid, id))
    })
  }),

  handle(consoleInvoicesReverse, async ({ input, db, now, who, refuse, save }) => {
    const { raceid, id, number } = input
    const found = (await findInvoice(db, raceid, id)) ?? refuse('invoice_unknown')
    return save(async (tx) => {
      const order = (await lockOrder(tx, raceid, found.orderid))!
      const before = (await lockInvoice(tx, raceid, id))!
      const amount = toReverse(order, before)
      if (amount === 0) return refuse('invoice_nothing_to_reverse')
      const after = await updateInvoice(tx, raceid, id, {
        reversed: before.reversed + amount,
        reversals: [...(before.reversals as Reversal[]), { number, amount, at: now.toISOString() }],
        updated_at: now,
      })
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'invoice reversed',
        target: `invoice ${id}`,
        before: { reversed: before.reversed },
        after: { reversed: after.reversed, number },
      })
      return lineOf(await viewInvoice(tx, raceid, id))
    })
  }),

  handle(consoleInvoicesExport, async ({ input, db, seal, now, who, may, refuse }) => {
    const { raceid, state, opened } = input
    if (opened && !may('sealed.open')) return refuse('no_permission')
    const before = idIn(input.after)
    const rows = await listInvoices(db, raceid, { state, q: '', before, limit: rowsFor(EXPORTED) })
    const { rows: items, after } = pageOf(rows, EXPORTED, byId)
    await seal.prepare(raceScope(raceid))
    await db.transaction().execute(async (tx) => {
      await logChange(tx, {
        who,
        now,
        raceid,
        what: 'invoices exported',
        target: `invoices ${state ?? 'all'}`,
        after: { count: items.length, opened },
      })
      // The log records for each account that staff have seen its mail address.
      if (opened)
        await logChanges(
          tx,
          [...new Set(items.map(({ uid }) => uid))].map((uid) => ({
            who,
            now,
            raceid,
            what: 'invoice mail opened',
            target: `account ${uid}`,
          })),
        )
    })
    return {
      items: items.map((row) => lineOf(row, opened ? mailOf(seal, row) : undefined)),
      after,
    }
  }),
]

const gone = (reply: FastifyReply) => reply.code(404).header('cache-control', 'no-store').send()
export const rawRoutes = [
  raw(
    'GET',
    '/invoices/:raceid/:name',
    "An invoice's PDF, to the account that asked for it and to staff who issue the race's invoices.",
    async ({ db, seal, integrations }, request, reply, callers) => {
      const { raceid, name } = request.params as { raceid: string; name: string }
      const key = /^([\w-]{24,30})\.pdf$/.exec(name)?.[1]
      const row = key && raceOfKey(key) === Number(raceid) ? await findByKey(db, Number(raceid), key) : undefined
      if (!row?.file) return gone(reply)
      const { runner, staff } = await callers()
      // A caller without the right does not learn that the invoice exists.
      if (runner.uid !== row.uid && !hasRight(staff, 'invoices.edit', row.raceid)) return gone(reply)
      const sealed = await integrations.files.read(invoiceFile(row.raceid, row._key))
      if (!sealed) return gone(reply)
      await seal.prepare(raceScope(row.raceid))
      const bytes = Buffer.from(seal.open(raceScope(row.raceid), 'invoice file', sealed), 'base64')
      return reply
        .header('cache-control', 'private, no-store')
        .header('x-content-type-options', 'nosniff')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'")
        .header(
          'content-disposition',
          `inline; filename="invoice-${(row.number ?? String(row.id)).replaceAll(/[^\w.-]+/g, '_')}.pdf"`,
        )
        .type('application/pdf')
        .send(bytes)
    },
  ),
]
