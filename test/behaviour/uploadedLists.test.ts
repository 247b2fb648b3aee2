import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { consolePhotosAlbum, consolePhotosTaglist } from '#features/photos/console.contract.ts'
import { reconcile } from '#features/reconciliations/service.ts'
import { consoleResultsImport } from '#features/results/contract.ts'
import { consoleTimingImport, consoleTimingList } from '#features/timing/contract.ts'
import { consoleVolunteersImport } from '#features/volunteers/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

let world: World
let token: string
let places: [Endpoint, Record<string, unknown>][]
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  ;({ token } = await staffSession(world, [{ raceid: null, role: 'owner' }]))
  const game = await world.ask(consoleGamesSave, { raceid: RACE, name: '亲子挑战', published: true }, { token })
  const album = await world.ask(consolePhotosAlbum, { raceid: RACE, name: '终点' }, { token })
  places = [
    [consoleResultsImport, { eventid: 1, dry: 'true' }],
    [consoleTimingImport, { dry: 'true' }],
    [consoleTimingList, { eventid: 1, kind: 'runners' }],
    [consoleTimingList, { eventid: 1, kind: 'chips' }],
    [consoleVolunteersImport, { dry: 'true' }],
    [consoleGamesImport, { id: game.id, dry: 'true' }],
    [consolePhotosTaglist, { albumid: album.id }],
  ]
})
afterAll(() => world?.close())

const send = async (endpoint: Endpoint, fields: Record<string, unknown>, name: string, bytes: Buffer) => {
  const form = new FormData()
  for (const [field, value] of Object.entries({ raceid: RACE, ...fields, _token: token }))
    form.append(field, String(value))
  form.append('file', new File([new Uint8Array(bytes)], name))
  const packed = new Response(form)
  const answered = await world.app.inject({
    method: 'POST',
    url: endpoint.path,
    headers: { 'content-type': packed.headers.get('content-type')! },
    payload: Buffer.from(await packed.arrayBuffer()),
  })
  return answered.json<{ code: string; refusal?: string; msg: string }>()
}

const vectors = join(import.meta.dirname, '../vectors/workbooks')
const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096)])
const binary = Buffer.from(Array.from({ length: 5000 }, (_, n) => (n * 7919) % 256))
const page = readFileSync(join(vectors, 'refused/page.xls'))

test('for every list an old workbook, a web page named .xls and a binary file are refused with a sentence', async () => {
  for (const [endpoint, fields] of places)
    for (const [name, bytes, refusals] of [
      ['a.xls', old, ['workbook_old']],
      ['b.xls', page, ['workbook_old']],
      ['c.csv', binary, ['file_not_text']],
      ['d.csv', Buffer.from('\0\0\0'), ['file_not_text']],
    ] as const) {
      const { code, refusal, msg } = await send(endpoint, fields, name, bytes)
      expect([endpoint.path, name, code, refusals.includes(refusal as never) ? refusals : refusal]).toEqual([
        endpoint.path,
        name,
        '422',
        refusals,
      ])
      expect(msg).toMatch(/\p{Script=Han}/u)
    }
})

test('for every list a stray quote is text if its meaning is clear, and otherwise its line is named', async () => {
  const clear = 'bib,name,file,chip,time\n1,"Speedy" Bob,a.jpg,C1,1:05:00\n2,Ann,b.jpg,C2,1:06:00\n'
  const open = 'bib,name,file,chip,time\n1,"Bob,a.jpg,C1,1:05:00\n2,Ann,b.jpg,C2,1:06:00\n'
  for (const [endpoint, fields] of places) {
    const { refusal: read } = await send(endpoint, fields, 'list.csv', Buffer.from(clear))
    expect([endpoint.path, read === 'quote_open' || read === 'file_not_text']).toEqual([endpoint.path, false])
    const { code, msg } = await send(endpoint, fields, 'list.csv', Buffer.from(open))
    expect([endpoint.path, code === '500']).toEqual([endpoint.path, false])
    expect([endpoint.path, code === '200' || /\p{Script=Han}/u.test(msg)]).toEqual([endpoint.path, true])
  }
})

test('a statement that is an old workbook, a binary file or broken by a quote fails with one sentence, and nothing of it counts', async () => {
  for (const gateway of ['wechat', 'alipay', 'cmb', 'paypal'] as const)
    for (const [name, bytes] of [
      ['a.xls', old],
      ['b.csv', binary],
      ['c.csv', Buffer.from('交易时间,公众账号ID\n`2026-03-01,"`wx\n')],
    ] as const) {
      const file = join(world.parts.folder, name)
      writeFileSync(file, bytes)
      if (!world.parts.integrations.gateways[gateway]?.statement) continue
      const compared = await reconcile(world.parts, { gateway, day: '2026-02-28', file }, world.clock.now())
      expect([gateway, name, compared?.state, compared?.matched]).toEqual([gateway, name, 'failed', 0])
      expect(compared?.failure).toMatch(/^[^\n]{10,300}$/)
    }
})
