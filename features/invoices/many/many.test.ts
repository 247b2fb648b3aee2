import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '#integrations/archives/zip.ts'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { withWrongChecksum } from '#test/damage.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { consoleInvoicesList, invoiceSave } from '../contract.ts'
import { type IssueReport, consoleInvoicesMany } from './many.contract.ts'

const PDF = '%PDF-1.4\n1 0 obj\nendobj\n%%EOF\n'
let desk: Cashdesk
let runner: { token: string; uid: number }
let cashier: { token: string }
beforeAll(async () => {
  desk = await openCashdesk()
  runner = await runnerSession(desk)
  cashier = await staffSession(desk, [{ raceid: 2026, role: 'cashier' }])
})
afterAll(() => desk?.close())

/** Pays an order, and asks for its invoice if `asks` is true. Returns the number of the order. */
const asked = async (asks = true): Promise<string> => {
  const opened = await desk.order({ uid: runner.uid })
  await desk.start(opened.id)
  desk.sandbox.pay(await desk.numberOf(opened.id))
  await desk.sandbox.deliver()
  const wanted = { kind: 'personal', title: '李雷', tax_number: '', email: 'li@example.com' } as const
  if (asks) await desk.ask(invoiceSave, { id: opened._key, ...wanted }, runner)
  return opened.tradeno
}
type Sent = { name: string; bytes: string | Uint8Array }
const send = async (files: readonly Sent[], lines = '', who = cashier) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ raceid: '2026', issued: '2026-03-01', lines, _token: who.token }))
    form.append(name, value)
  for (const { name, bytes } of files)
    form.append('file', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)]), name)
  const answer = await desk.app.inject({ method: 'POST', url: consoleInvoicesMany.path, payload: form })
  return answer.json() as { code: string; refusal?: string; data: { items: IssueReport[]; issued: number } }
}
const outcomes = ({ data }: Awaited<ReturnType<typeof send>>) => data.items.map(({ outcome }) => outcome)
const zipped = (files: readonly Sent[]): Sent => ({
  name: '发票.zip',
  bytes: zipOf(
    files.map(({ name, bytes }) => ({ name, bytes: Buffer.from(bytes) })),
    desk.clock.now(),
  ),
})

test('refuses staff without the right, an empty list, and a broken archive', async () => {
  const viewer = await staffSession(desk, [{ raceid: 2026, role: 'viewer' }])
  expect((await send([{ name: 'a.pdf', bytes: PDF }], '', viewer)).code).toBe('403')
  expect((await send([])).refusal).toBe('invoice_nothing_sent')
  expect((await send([{ name: 'a.zip', bytes: Buffer.from('PK\u0003\u0004 broken') }])).refusal).toBe(
    'invoice_archive_wrong',
  )
  const { name, bytes } = zipped([{ name: '1.pdf', bytes: PDF }])
  expect((await send([{ name, bytes: withWrongChecksum(bytes as Buffer) }])).refusal).toBe('invoice_archive_wrong')
})

test('numbers and PDFs are imported together, each with its outcome, and a repetition changes nothing', async () => {
  const [loose, packed, line, nobody, wrong] = [
    await asked(),
    await asked(),
    await asked(),
    await asked(false),
    await asked(),
  ]
  const files = [
    { name: `${loose}_25332000000012345601.pdf`, bytes: PDF },
    zipped([
      { name: `三月/${packed}.pdf`, bytes: PDF },
      { name: `__MACOSX/._${packed}.pdf`, bytes: 'x' },
      { name: 'readme.txt', bytes: 'x' },
    ]),
    { name: `${nobody}_25332000000012345602.pdf`, bytes: PDF },
    { name: `${wrong}_25332000000012345603.pdf`, bytes: 'GIF89a' },
    { name: 'scan.pdf', bytes: PDF },
  ]
  const lines = `订单号,发票号码\n${packed},25332000000012345604\n${line},25332000000012345605,2026-02-28`
  const first = await send(files, lines)
  expect(first.code, JSON.stringify(first)).toBe('200')
  expect(outcomes(first)).toEqual(['issued', 'issued', 'no_request', 'file_wrong', 'no_order', 'issued'])
  expect(first.data.issued).toBe(3)
  const { items } = await desk.ask(consoleInvoicesList, { raceid: 2026, state: 'issued' }, cashier)
  const of = (tradeno: string) => items.find((one) => one.tradeno === tradeno)
  expect(of(packed)).toMatchObject({ number: '25332000000012345604' })
  expect(of(line)).toMatchObject({ number: '25332000000012345605', issued_at: '2026-02-27T16:00:00.000Z' })
  expect(outcomes(await send(files, lines))).toEqual([
    'is_issued',
    'is_issued',
    'no_request',
    'file_wrong',
    'no_order',
    'is_issued',
  ])
})

test('an invoice whose file and line contradict each other is not issued until they agree', async () => {
  const tradeno = await asked()
  const pdf = { name: `${tradeno}_11112222.pdf`, bytes: PDF }
  expect(outcomes(await send([pdf], `${tradeno},22221111`))).toEqual(['differs'])
  expect(outcomes(await send([pdf], `${tradeno},11112222`))).toEqual(['issued'])
})
