import { inflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleExportsShow, consoleExportsStart, type Format } from '#features/exports/contract.ts'
import { RACE } from '#test/entrants.ts'
import { type HandoutDesk, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { checkinRunnerSign } from '../contract.ts'

let hall: HandoutDesk
let signed: string
beforeAll(async () => {
  hall = await openHandoutDesk()
  const deskid = await hall.addDesk()
  const first = await hall.enter(1, { name: '沈跑跑' })
  await hall.enter(2, { name: '王䶮' })
  signed = crypto.randomUUID()
  await hall.world.ask(
    checkinRunnerSign,
    { raceid: RACE, kind: 'pack', entry: signed, id: first.id, desk: deskid },
    hall.gate,
  )
})
afterAll(() => hall?.world.close())

const fetched = async (table: string, columns: string[], format: Format, filter = {}) => {
  const { href } = await hall.world.ask(
    consoleExportsStart,
    { raceid: RACE, table, columns, format, filter },
    hall.director,
  )
  const url = { method: 'GET', url: href, cookies: { startline_console: hall.director.token } } as const
  const file = await hall.world.app.inject(url)
  expect(file.statusCode).toBe(200)
  return file
}
const linesOf = async (...of: Parameters<typeof fetched>) => (await fetched(...of)).payload.trim().split('\r\n')
/** Returns the drawing of each page of a PDF. */
const drawingsOf = (bytes: Buffer): string[] =>
  [...bytes.toString('latin1').matchAll(/\n<<\/Filter\/FlateDecode\/Length (\d+)>>\nstream\n/g)].map(
    ({ index, 0: head, 1: length }) =>
      inflateSync(bytes.subarray(index + head.length, index + head.length + Number(length))).toString('latin1'),
  )
const charactersOn = (drawing: string): number => drawing.match(/ Do Q$/gm)?.length ?? 0

test('the CSV of entries tells who handed out what, where and when', async () => {
  const lines = await linesOf('handouts', ['desk', 'kind', 'bib', 'name', 'undone', 'entry'], 'csv')
  expect(lines.slice(1)).toEqual([`一号台,参赛包,A0001,沈跑跑,,${signed}`])
  expect(await linesOf('handouts', ['desk'], 'csv', { deskid: 99 })).toHaveLength(1)
})

test('each pack has a label on a page of its own; the list marks the packs that are handed out', async () => {
  const lines = await linesOf('pack_list', ['bib', 'name', 'handed'], 'csv')
  expect(lines.slice(1)).toEqual(['A0001,沈跑跑,是', 'A0002,王䶮,'])
  const labels = drawingsOf((await fetched('pack_labels', ['bib'], 'pdf')).rawPayload)
  expect(labels).toHaveLength(2)
  for (const label of labels) expect(charactersOn(label)).toBeGreaterThanOrEqual('A0001'.length + 2)
})

test('a supervisor can print labels and lists for one event or one desk', async () => {
  expect(await linesOf('pack_list', ['bib'], 'csv', { eventid: 1 })).toHaveLength(3)
  expect(await linesOf('pack_list', ['bib'], 'csv', { eventid: 99 })).toHaveLength(1)
  const { id } = await hall.world.db.selectFrom('registrations').select('id').orderBy('id').executeTakeFirstOrThrow()
  await hall.world.db.updateTable('registrations').set({ window: '三号台' }).where('id', '=', id).execute()
  expect((await linesOf('pack_list', ['bib'], 'csv', { desk: '三号台' })).slice(1)).toEqual(['A0001'])
})

test('the list on A4 holds many runners on one page', async () => {
  const pages = drawingsOf((await fetched('pack_list', ['bib'], 'pdf')).rawPayload)
  expect(pages).toHaveLength(1)
  expect(charactersOn(pages[0]!)).toBeGreaterThan(2 * 'A0001'.length)
})

test('only supervisors get the tables of the desks', async () => {
  for (const table of ['handouts', 'pack_labels', 'pack_list'])
    expect(await hall.world.call(consoleExportsShow, { raceid: RACE, table }, hall.gate)).toMatchObject({
      refusal: 'no_permission',
    })
})
