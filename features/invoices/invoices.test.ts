import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { giveBack } from '#features/payments/byHand.service.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import type { Tx } from '#db/db.ts'
import { meanwhile } from '#test/meanwhile.ts'
import { runnerSession, staffSession } from '#test/people.ts'
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
import { findInvoice, updateInvoice } from './store.ts'
import {
  invoiceable,
  isCreditCode,
  normalTaxNumber,
  invoiceFile,
  toReverse,
  whyNoInvoice,
  whyNotTaxNumber,
} from './rules.ts'

/** The published code of a well-known company. */
const CODE = '91440300708461136T'

describe('rules', () => {
  test('a social credit code has the check of GB 32100-2015', () => {
    expect(isCreditCode(CODE)).toBe(true)
    for (let at = 0; at < 18; at++)
      for (const sign of '0X')
        if (CODE[at] !== sign)
          expect(isCreditCode(`${CODE.slice(0, at)}${sign}${CODE.slice(at + 1)}`), `${at} ${sign}`).toBe(false)
    for (const other of ['', CODE.slice(0, 17), `${CODE}1`, '91440300708461I36T'])
      expect(isCreditCode(other)).toBe(false)
  })
  test('a tax number has 15 to 20 digits and capitals; only a number of 18 has a check that all numbers keep', () => {
    expect(normalTaxNumber(' 9144 0300-7084 61136t ')).toBe(CODE)
    expect(normalTaxNumber('９１４４０３００７０８４６１１３６Ｔ')).toBe(CODE)
    for (const good of [CODE, '440300708461136', '44030070846113601', '44030070846113600001'])
      expect(whyNotTaxNumber(good), good).toBeUndefined()
    expect([
      whyNotTaxNumber('44030070846113'),
      whyNotTaxNumber('440300708461136000012'),
      whyNotTaxNumber('4403007084611中6'),
      whyNotTaxNumber('91440300708461136U'),
    ]).toEqual(['length', 'length', 'signs', 'check'])
  })
  test('the kept part of a payment is invoiced, and a later refund is reversed', () => {
    const order = { state: 'paid', amount: 10_000, refunded: 2500, payment: 'wechat' }
    expect([
      invoiceable(order),
      invoiceable({ ...order, state: 'open' }),
      invoiceable({ ...order, payment: 'invite' }),
      invoiceable({ ...order, refunded: 10_000 }),
    ]).toEqual([7500, 0, 0, 0])
    expect([
      whyNoInvoice(order, undefined),
      whyNoInvoice({ ...order, state: 'open' }, undefined),
      whyNoInvoice({ ...order, refunded: 10_000 }, undefined),
      whyNoInvoice(order, { state: 'issued' }),
      whyNoInvoice(order, { state: 'refused' }),
    ]).toEqual([undefined, 'invoice_not_paid', 'invoice_nothing_left', 'invoice_is_issued', undefined])
    const issued = { state: 'issued', amount: 10_000, reversed: 0 }
    expect([
      toReverse(order, issued),
      toReverse(order, { ...issued, reversed: 2500 }),
      toReverse(order, { ...issued, state: 'asked' }),
      toReverse({ ...order, refunded: 0 }, issued),
    ]).toEqual([2500, 0, 0, 0])
  })
})

let desk: Cashdesk
let runner: { token: string; uid: number }
let cashier: { token: string }
beforeAll(async () => {
  desk = await openCashdesk()
  runner = await runnerSession(desk)
  cashier = await staffSession(desk, [{ raceid: 2026, role: 'cashier' }])
})
afterAll(() => desk.close())

const paidOrder = async (uid = runner.uid) => {
  const opened = await desk.order({ uid })
  await desk.start(opened.id)
  desk.sandbox.pay(await desk.numberOf(opened.id))
  await desk.sandbox.deliver()
  return opened
}
const refund = async (orderid: number, amount: number) => {
  await desk.db
    .transaction()
    .execute((tx) =>
      giveBack(tx, { raceid: 2026, orderid, registrationid: 0, amount, reason: 'exit' }, desk.clock.now()),
    )
  await desk.refundsRun()
}
const company = { kind: 'company', title: '跑者科技有限公司', tax_number: CODE, email: 'Fapiao@Example.com' } as const

describe('asking', () => {
  test('is for the account that ordered, over the paid amount, and names faults', async () => {
    const open = await desk.order({ uid: runner.uid })
    expect(await desk.call(invoiceShow, { id: open._key })).toMatchObject({ code: '401' })
    expect(await desk.call(invoiceSave, { id: open._key, ...company })).toMatchObject({ code: '401' })
    const stranger = await runnerSession(desk)
    for (const key of [open._key, '1k8-1111111111111111111111']) {
      expect(await desk.call(invoiceShow, { id: key }, stranger)).toMatchObject({ refusal: 'invoice_order_unknown' })
      expect(await desk.call(invoiceSave, { id: key, ...company }, stranger)).toMatchObject({
        refusal: 'invoice_order_unknown',
      })
    }
    expect(await desk.ask(invoiceShow, { id: open._key }, runner)).toMatchObject({
      why: 'invoice_not_paid',
      amount: 0,
      invoice: null,
    })
    expect(await desk.call(invoiceSave, { id: open._key, ...company }, runner)).toMatchObject({
      refusal: 'invoice_not_paid',
    })
    const { _key: id } = await paidOrder()
    for (const [change, field] of [
      [{ tax_number: '' }, 'tax_number'],
      [{ tax_number: '91440300708461136U' }, 'tax_number'],
      [{ email: 'nobody' }, 'email'],
      [{ title: ' ' }, 'title'],
      [{ title: '跑者😀公司' }, 'title'],
      [{ title: '……' }, 'title'],
    ] as const)
      expect(await desk.call(invoiceSave, { id, ...company, ...change }, runner)).toMatchObject({
        code: '422',
        data: { fields: { [field]: expect.any(String) } },
      })
  })
  test('can be changed until the issue; its mail address is sealed; after a refusal it can be asked again', async () => {
    const order = await paidOrder()
    const id = order._key
    expect(await desk.ask(invoiceSave, { id, ...company }, runner)).toMatchObject({
      amount: 10_000,
      why: null,
      invoice: { state: 'asked', tax_number: CODE, email: 'fapiao@example.com', amount: 10_000 },
    })
    expect(
      await desk.ask(
        invoiceSave,
        { id, kind: 'personal', title: '李雷', tax_number: 'ignored', email: 'li@example.com' },
        runner,
      ),
    ).toMatchObject({ invoice: { kind: 'personal', title: '李雷', tax_number: '' } })
    const row = await desk.db
      .selectFrom('invoices')
      .selectAll()
      .where('orderid', '=', order.id)
      .executeTakeFirstOrThrow()
    expect([row.email_mask, row.email.toString('latin1').includes('example')]).toEqual(['l***@example.com', false])
    expect(
      await desk.db.selectFrom('invoices').select('id').where('orderid', '=', order.id).execute(),
      'once per order',
    ).toHaveLength(1)
    expect(
      await desk.ask(consoleInvoicesRefuse, { raceid: 2026, id: row.id, reason: '抬头不完整' }, cashier),
    ).toMatchObject({ state: 'refused', email: 'l***@example.com' })
    expect(await desk.ask(invoiceShow, { id }, runner)).toMatchObject({
      why: null,
      invoice: { state: 'refused', reason: '抬头不完整' },
    })
    const messages = await desk.db
      .selectFrom('messages')
      .select(['uid', 'path'])
      .where('template', '=', 'invoice_refused')
      .execute()
    expect(messages).toEqual([{ uid: runner.uid, path: `/invoice?_key=${id}` }])
    expect(await desk.ask(invoiceSave, { id, ...company }, runner)).toMatchObject({
      invoice: { state: 'asked', reason: null },
    })
    await refund(order.id, 10_000)
    expect(await desk.call(invoiceSave, { id, ...company }, runner)).toMatchObject({ refusal: 'invoice_nothing_left' })
  })
})

describe('issuing', () => {
  test('is for staff who issue invoices of that race', async () => {
    const registrar = await staffSession(desk, [{ raceid: 2026, role: 'registrar' }])
    const elsewhere = await staffSession(desk, [{ raceid: 7, role: 'cashier' }])
    const one = { raceid: 2026, id: 1 }
    for (const who of [registrar, elsewhere])
      for (const refused of [
        desk.call(consoleInvoicesList, { raceid: 2026 }, who),
        desk.call(consoleInvoicesIssue, { ...one, number: '1', issued: '2026-03-01' }, who),
        desk.call(consoleInvoicesRefuse, { ...one, reason: 'x' }, who),
        desk.call(consoleInvoicesReverse, { ...one, number: '1' }, who),
        desk.call(consoleInvoicesExport, { raceid: 2026 }, who),
      ])
        expect(await refused).toMatchObject({ code: '403' })
    expect(
      await desk.call(consoleInvoicesIssue, { raceid: 2026, id: 999_999, number: '1', issued: '2026-03-01' }, cashier),
    ).toMatchObject({ refusal: 'invoice_unknown' })
    expect(
      await desk.call(consoleInvoicesExport, { raceid: 2026, opened: true }, cashier),
      'mails are for those who may open them',
    ).toMatchObject({ code: '403' })
  })
  test('records number and file, over the rest; a refund afterwards needs a red-letter note', async () => {
    const order = await paidOrder()
    await refund(order.id, 2500)
    await desk.ask(invoiceSave, { id: order._key, ...company }, runner)
    const { items, counts } = await desk.ask(
      consoleInvoicesList,
      { raceid: 2026, state: 'asked', q: '跑者科技' },
      cashier,
    )
    const found = items.find(({ orderid }) => orderid === order.id)!
    expect([found.amount, found.email, counts!.asked > 0]).toEqual([7500, 'f***@example.com', true])
    const issue = (bytes: string) => {
      const form = new FormData()
      for (const [name, value] of Object.entries({
        raceid: '2026',
        id: String(found.id),
        number: '24442000000123456789',
        issued: '2026-03-01',
        link: '',
        _token: cashier.token,
      }))
        form.append(name, value)
      form.append('file', new Blob([bytes]), 'fapiao.pdf')
      return desk.app.inject({ method: 'POST', url: consoleInvoicesIssue.path, payload: form })
    }
    expect((await issue('GIF89a')).json()).toMatchObject({ refusal: 'invoice_file_wrong' })
    const pdf = '%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n'
    expect((await issue(pdf)).json()).toMatchObject({
      code: '200',
      data: { state: 'issued', amount: 7500, to_reverse: 0 },
    })
    expect((await issue(pdf)).json()).toMatchObject({ refusal: 'invoice_is_issued' })
    expect(await desk.call(invoiceSave, { id: order._key, ...company }, runner)).toMatchObject({
      refusal: 'invoice_is_issued',
    })
    const shown = await desk.ask(invoiceShow, { id: order._key }, runner)
    expect(shown.invoice).toMatchObject({
      state: 'issued',
      number: '24442000000123456789',
      issued_at: '2026-02-28T16:00:00.000Z',
      amount: 7500,
    })
    const fetched = (token?: string) =>
      desk.app.inject({
        method: 'GET',
        url: shown.invoice!.file!,
        headers: token ? { authorization: `Bearer ${token}` } : {},
      })
    expect([
      (await fetched()).statusCode,
      (await fetched((await runnerSession(desk)).token)).statusCode,
      (await fetched(runner.token)).payload,
      (await fetched(cashier.token)).statusCode,
    ]).toEqual([404, 404, pdf, 200])
    expect(await desk.call(consoleInvoicesReverse, { raceid: 2026, id: found.id, number: 'r' }, cashier)).toMatchObject(
      { refusal: 'invoice_nothing_to_reverse' },
    )
    await refund(order.id, 500)
    expect((await desk.ask(consoleInvoicesList, { raceid: 2026, state: 'to_reverse' }, cashier)).items).toMatchObject([
      { id: found.id, to_reverse: 500 },
    ])
    expect(
      await desk.ask(consoleInvoicesReverse, { raceid: 2026, id: found.id, number: '24442000000999' }, cashier),
    ).toMatchObject({ to_reverse: 0, reversed: 500, reversals: [{ number: '24442000000999', amount: 500 }] })
    const log = await desk.db.selectFrom('log').select('what').where('target', '=', `invoice ${found.id}`).execute()
    expect(log.map(({ what }) => what)).toEqual(['invoice issued', 'invoice reversed'])
  })
  test('the list is exported masked, or opened with the right; each export is logged', async () => {
    const director = await staffSession(desk, [{ raceid: 2026, role: 'director' }])
    const masked = await desk.ask(consoleInvoicesExport, { raceid: 2026 }, cashier)
    const opened = await desk.ask(consoleInvoicesExport, { raceid: 2026, opened: true, state: 'issued' }, director)
    expect([masked.items.every(({ email }) => email.includes('***')), opened.items.map(({ email }) => email)]).toEqual([
      true,
      ['fapiao@example.com'],
    ])
    expect(
      await desk.db.selectFrom('log').select('what').where('what', '=', 'invoices exported').execute(),
    ).toHaveLength(2)
  })
  test('of two simultaneous issues the file of the valid issue is stored', async () => {
    const order = await paidOrder()
    await desk.ask(invoiceSave, { id: order._key, ...company }, runner)
    const { items } = await desk.ask(consoleInvoicesList, { raceid: 2026, state: 'asked' }, cashier)
    const { id } = items.find(({ orderid }) => orderid === order.id)!
    const { _key } = (await findInvoice(desk.db, 2026, id))!
    const issue = () => {
      const form = new FormData()
      const said = {
        raceid: '2026',
        id: String(id),
        number: '2',
        issued: '2026-03-01',
        link: '',
        _token: cashier.token,
      }
      for (const [name, value] of Object.entries(said)) form.append(name, value)
      form.append('file', new Blob(['%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n']), 'second.pdf')
      return desk.app.inject({ method: 'POST', url: consoleInvoicesIssue.path, payload: form })
    }
    const first = (tx: Tx) => updateInvoice(tx, 2026, id, { state: 'issued', number: '1', file: true })
    const second = await meanwhile(desk, first, issue)
    expect(second.json()).toMatchObject({ refusal: 'invoice_is_issued' })
    expect(await desk.parts.integrations.files.read(invoiceFile(2026, _key))).toBeUndefined()
  })
})

test('a receipt is opened only by its key and names nobody', async () => {
  const open = await desk.order({ uid: runner.uid })
  for (const id of [open._key, '1k8-1111111111111111111111'])
    expect(await desk.call(receiptShow, { id })).toMatchObject({ refusal: 'receipt_none' })
  const order = await paidOrder()
  await refund(order.id, 2500)
  const receipt = await desk.ask(receiptShow, { id: order._key })
  expect(receipt).toMatchObject({
    number: order.tradeno,
    subject: '2026 · 半程马拉松',
    amount: 10_000,
    refunded: 2500,
    payment: 'wechat',
    paid: [{ gateway: 'wechat', amount: 10_000, number: expect.stringMatching(/^4200\*\*\*\*\d{4}$/) }],
    back: [{ amount: 2500, done: true }],
  })
  expect(JSON.stringify(receipt)).not.toMatch(/uid|mobile|email|buyer/)
})
