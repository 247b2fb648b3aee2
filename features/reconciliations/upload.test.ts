import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Cashdesk, openCashdesk } from '#test/cashdesk.ts'
import { staffSession } from '#test/people.ts'
import { consoleReconciliationsShow, consoleReconciliationsUpload } from './contract.ts'

const DAY = '2026-03-03'
let desk: Cashdesk
let cashier: { token: string }
beforeAll(async () => {
  desk = await openCashdesk()
})
afterAll(() => desk?.close())

type Answer = {
  code: string
  refusal?: string
  data: { lines: number; matched: number; received: number; differences: { kind: string; count: number }[] }
}
const send = async (bytes: Buffer | undefined, change: Record<string, string> = {}, who = cashier): Promise<Answer> => {
  const form = new FormData()
  for (const [name, value] of Object.entries({
    gateway: 'wechat',
    day: DAY,
    preview: '1',
    _token: who.token,
    ...change,
  }))
    form.append(name, value)
  if (bytes) form.append('file', new Blob([new Uint8Array(bytes)]), '账单.csv')
  return (await desk.app.inject({ method: 'POST', url: consoleReconciliationsUpload.path, payload: form })).json()
}
const shown = () => desk.call(consoleReconciliationsShow, { gateway: 'wechat', day: DAY }, cashier)

test('a statement is previewed without a write, and then compared', async () => {
  desk.clock.set(`${DAY}T12:00:00+08:00`)
  for (let n = 0; n < 2; n++) {
    const { id } = await desk.order()
    await desk.start(id, { gateway: 'wechat' })
    desk.sandboxes.wechat.pay(await desk.numberOf(id))
    await desk.sandboxes.wechat.deliver()
  }
  desk.clock.set(`2026-03-04T10:30:00+08:00`)
  cashier = await staffSession(desk, [{ raceid: null, role: 'cashier' }])
  const director = await staffSession(desk, [{ raceid: 2026, role: 'director' }])
  const place = join(desk.parts.folder, 'statement-of-wechat')
  await desk.parts.integrations.gateways.wechat!.statement!.fetch(DAY, place)
  const bytes = await readFile(place)

  expect((await send(bytes, {}, director)).code).toBe('403')
  expect((await send(undefined)).refusal).toBe('statement_wrong')
  expect((await send(Buffer.from('%PDF-1.4 no statement'))).refusal).toBe('statement_wrong')
  expect((await send(bytes, { day: '2026-03-04' })).refusal).toBe('day_not_over')

  const preview = await send(bytes)
  expect(preview.data).toMatchObject({ lines: 2, matched: 2, received: 20_000, differences: [] })
  expect((await shown()).refusal, 'nothing is written').toBe('reconciliation_none')
  // A payment of our books that the file lacks is a difference, also in the preview.
  const lines = (bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString('utf8').split('\n')
  const short = Buffer.from([lines[0], ...lines.slice(2)].join('\n'))
  const { differences } = (await send(short)).data
  expect(differences.map(({ kind }) => kind)).toContain('missing_there')
  expect((await shown()).refusal).toBe('reconciliation_none')

  expect((await send(bytes, { preview: '0' })).data).toMatchObject({ lines: 2, matched: 2, differences: [] })
  expect((await shown()).data).toMatchObject({ day: { state: 'even', source: 'file', lines: 2 } })
  // The next comparison replaces this one, so the preview counts the payment that the next file lacks.
  expect((await send(short)).data.differences).toContainEqual({ kind: 'missing_there', count: 1 })
  expect((await send(short, { preview: '0' })).data.differences).toContainEqual({ kind: 'missing_there', count: 1 })
})
