import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleCheckinDeclarationsSave } from '#features/checkin/contract.ts'
import { RACE, idnumOf } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type HandoutDesk, type Runner, openHandoutDesk } from '#test/scenes/handoutDesk.ts'
import { checkinRunnerQuery, checkinRunnerSigned, checkinRunnerVerify } from './contract.ts'
import { consoleDesksFigures, consoleDesksWindows } from './figures/figures.contract.ts'
import { checkinProxyList, checkinProxyMake, checkinProxyWithdraw } from './proxies/proxies.contract.ts'
import { consoleDesksClose, consoleDesksList, consoleDesksSave } from './setup/setup.contract.ts'
import { consoleDesksStock, consoleDesksStockChange } from './stock/stock.contract.ts'

let at: HandoutDesk
let first: Runner
let second: Runner
let desk: number
let other: number
beforeAll(async () => {
  at = await openHandoutDesk()
  first = await at.enter(1, { name: '沈跑跑' })
  second = await at.enter(2, { name: '周启明', clothes: 'L' })
  desk = await at.addDesk()
  other = await at.addDesk({ name: '二号台' })
}, 60_000)
afterAll(() => at?.world.close())

const find = async (q: string) =>
  (await at.world.ask(checkinRunnerQuery, { raceid: RACE, q }, at.gate)).items.map(({ id }) => id)
const stockOf = async (size: string) =>
  (await at.world.ask(consoleDesksStock, { raceid: RACE }, at.director)).sizes.find((one) => one.size === size)

test('refuses those without the right and staff of another race', async () => {
  const { world } = at
  const viewer = await staffSession(world, [{ raceid: RACE, role: 'viewer' }])
  const elsewhere = await staffSession(world, [{ raceid: 7, role: 'director' }])
  const one = { raceid: RACE, id: first.id }
  for (const as of [viewer, elsewhere]) {
    expect((await world.call(checkinRunnerQuery, { raceid: RACE, q: 'A1' }, as)).refusal).toBe('no_permission')
    expect((await world.call(checkinRunnerVerify, one, as)).refusal).toBe('no_permission')
    expect((await at.sign({ id: first.id }, as)).refusal).toBe('no_permission')
    expect((await world.call(checkinRunnerSigned, { raceid: RACE }, as)).refusal).toBe('no_permission')
  }
  for (const call of [consoleDesksFigures, consoleDesksStock, consoleDesksWindows])
    expect((await world.call(call, { raceid: RACE } as never, at.gate)).refusal).toBe('no_permission')
  expect((await world.call(consoleDesksSave, { raceid: RACE, name: 'x' }, at.gate)).refusal).toBe('no_permission')
  expect((await world.call(checkinRunnerVerify, { raceid: RACE, id: 999_999 }, at.gate)).refusal).toBe(
    'registration_not_found',
  )
  expect((await at.sign({ id: first.id, desk: 99 })).refusal).toBe('desk_not_found')
  expect((await at.sign({ id: first.id, entry: 'x' })).code).toBe('422')
})

test('finds a runner by code, bib, end of a number, mobile and name, and by no foreign code', async () => {
  for (const q of [
    first.key,
    `https://run.example/status?_key=${first.key}`,
    'A0001',
    'a1',
    idnumOf(1),
    idnumOf(1).slice(-4),
    '13900000001',
    '沈跑',
  ])
    expect(await find(q), q).toContain(first.id)
  expect(await find('周启明')).toEqual([second.id])
  expect(await find('7-ABCDEFGHJKLMNPQRSTUVWX')).toEqual([])
  expect(await find('https://evil.example/?x=1')).toEqual([])
  expect(await find('䶮😀'.repeat(20))).toEqual([])
  expect((await at.world.call(checkinRunnerQuery, { raceid: RACE, q: ' ' }, at.gate)).code).toBe('422')
  const { items } = await at.world.ask(checkinRunnerQuery, { raceid: RACE, q: 'A1' }, at.gate)
  expect(JSON.stringify(items)).not.toContain(idnumOf(1))
})

test('a chip finds its runner', async () => {
  await at.world.db.insertInto('timing_chips').values({ raceid: RACE, chip: 'E2801160', bib: 'A0002' }).execute()
  expect(await find('e2801160')).toEqual([second.id])
  expect(await at.world.ask(checkinRunnerVerify, { raceid: RACE, id: second.id }, at.gate)).toMatchObject({
    chip: 'E2801160',
    bib: 'A0002',
    size: 'L',
    missing: [],
  })
})

test('a pack is handed out once; the same entry again changes nothing; after an undo the pack can be handed out again', async () => {
  const entry = crypto.randomUUID()
  expect(await at.sign({ id: first.id, desk, entry })).toMatchObject({
    code: '200',
    data: { known: false, pack: { handed: { desk: '一号台', mine: true, size_out: 'M' }, taken: 'M' } },
  })
  expect(await at.sign({ id: first.id, desk, entry })).toMatchObject({ code: '200', data: { known: true } })
  expect((await at.sign({ id: second.id, desk, entry })).refusal).toBe('entry_differs')
  expect(await at.sign({ id: first.id, desk: other })).toMatchObject({
    code: '409',
    refusal: 'handed_already',
    msg: '参赛包已发放（一号台）',
  })
  const undo = { id: first.id, kind: 'undo', undoes: entry }
  expect((await at.sign({ ...undo, desk: other })).refusal).toBe('undo_not_own')
  expect(await at.sign({ ...undo, desk })).toMatchObject({ code: '200', data: { pack: { handed: null } } })
  expect((await at.sign({ ...undo, desk })).refusal).toBe('undone_already')
  const { items, today } = await at.world.ask(checkinRunnerSigned, { raceid: RACE, desk }, at.gate)
  expect(items.map(({ kind, undone }) => [kind, undone])).toEqual([
    ['undo', false],
    ['pack', true],
  ])
  expect(today).toBe(0)
})

test('two desks at the same moment hand out one pack, and stock never goes below zero', async () => {
  await at.world.ask(
    consoleDesksStockChange,
    {
      raceid: RACE,
      changes: [
        { size: 'M', change: 3 },
        { size: 'S', change: 1 },
      ],
      note: '到货',
    },
    at.director,
  )
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, n) => at.sign({ id: first.id, desk: n % 2 ? desk : other })),
  )
  expect(answers.map(({ code }) => code).sort()).toEqual(['200', ...Array.from({ length: 7 }, () => '409')])
  const more = await Promise.all(Array.from({ length: 6 }, (_, n) => at.enter(100 + n)))
  const rest = await Promise.all(more.map(({ id }) => at.sign({ id, desk })))
  expect(rest.filter(({ code }) => code === '200')).toHaveLength(2)
  expect(new Set(rest.filter(({ code }) => code !== '200').map(({ refusal }) => refusal))).toEqual(
    new Set(['size_gone']),
  )
  expect(await stockOf('M')).toMatchObject({ came: 3, gone: 3, left: 0 })
  const [lucky] = more.filter((_, n) => rest[n]!.code === '200')
  expect(await at.sign({ id: lucky!.id, desk, kind: 'size', size: 'S' })).toMatchObject({
    code: '200',
    data: { pack: { taken: 'S' } },
  })
  expect(await stockOf('M')).toMatchObject({ gone: 2, left: 1 })
  expect(await stockOf('S')).toMatchObject({ left: 0 })
})

test('a missing thing stops a pack until staff set it aside; nobody can set a bar aside', async () => {
  const { world } = at
  const say = (cn: string) => ({ 'zh-cn': cn, 'zh-tw': '', en: '' })
  await world.ask(
    consoleCheckinDeclarationsSave,
    { raceid: RACE, kind: 'disclaimer', title: say('免责声明'), body: say('正文'), signature: false },
    at.director,
  )
  world.clock.advance(10_000)
  expect(await world.ask(checkinRunnerVerify, { raceid: RACE, id: second.id }, at.gate)).toMatchObject({
    missing: ['disclaimer'],
  })
  expect((await at.sign({ id: second.id, desk })).refusal).toBe('pack_incomplete')
  expect(await at.sign({ id: second.id, desk, despite: ['disclaimer'] })).toMatchObject({
    code: '200',
    data: { pack: { handed: { despite: ['disclaimer'] } } },
  })
  const unpaid = await at.enter(30)
  await world.db
    .updateTable('registrations')
    .set({ pay_at: null })
    .where('raceid', '=', RACE)
    .where('id', '=', unpaid.id)
    .execute()
  expect((await at.sign({ id: unpaid.id, desk, despite: ['disclaimer'] })).refusal).toBe('pack_barred')
})

test('a number of the stack is bound to the runner at the desk', async () => {
  const numbers = await at.addDesk({ name: '发号台', preset: 'numbers' })
  const { id } = await at.enter(40, { clothes: 'XL' })
  const clear = { bib: null, prefix_bib: null }
  await at.world.db.updateTable('registrations').set(clear).where('raceid', '=', RACE).where('id', '=', id).execute()
  const given = { id, desk: numbers, despite: ['disclaimer'] }
  expect((await at.sign(given)).refusal).toBe('pack_incomplete')
  expect((await at.sign({ ...given, bib: first.bib })).refusal).toBe('bib_taken')
  const entry = crypto.randomUUID()
  expect(await at.sign({ ...given, entry, bib: 'ｂ０７７７' })).toMatchObject({
    code: '200',
    data: { pack: { bib: 'B0777' } },
  })
  expect(await find('B777')).toEqual([id])

  // Staff opened the wrong runner. After the undo the bib is free for the right runner.
  const mistaken = { id, kind: 'undo', undoes: entry, desk: numbers }
  expect(await at.sign(mistaken)).toMatchObject({ code: '200', data: { pack: { bib: null, handed: null } } })
  const right = await at.enter(41, { clothes: 'XL' })
  await at.world.db
    .updateTable('registrations')
    .set(clear)
    .where('raceid', '=', RACE)
    .where('id', '=', right.id)
    .execute()
  expect(await at.sign({ ...given, id: right.id, bib: 'B0777' })).toMatchObject({
    code: '200',
    data: { pack: { bib: 'B0777' } },
  })
  expect(await find('B777')).toEqual([right.id])

  // If the runner had the bib before the hand-out, the runner keeps the bib after the undo.
  const worn = await at.enter(42, { clothes: 'XL' })
  const again = crypto.randomUUID()
  expect((await at.sign({ ...given, id: worn.id, entry: again, bib: worn.bib })).code).toBe('200')
  expect(await at.sign({ ...mistaken, id: worn.id, undoes: again })).toMatchObject({
    code: '200',
    data: { pack: { bib: worn.bib } },
  })
})

test('a tag is the same in small letters, wide characters and with spaces', async () => {
  const bag = (tag: string) => ({ kind: 'bag', desk, tag })
  expect(await at.sign({ id: first.id, ...bag('ｔ ９１') })).toMatchObject({ data: { pack: { tag: 'T91' } } })
  for (const tag of ['T91', 't91', ' t 91 ']) {
    expect((await find(tag))[0], tag).toBe(first.id)
    expect((await at.sign({ id: second.id, ...bag(tag) })).refusal, tag).toBe('tag_used')
  }
  expect((await at.sign({ id: first.id, kind: 'bagback', desk })).code).toBe('200')
  at.world.clock.advance(1000)
})

test('a tag belongs to one bag at a time', async () => {
  const bag = { kind: 'bag', desk, tag: '88' }
  expect(await at.sign({ id: first.id, ...bag })).toMatchObject({ code: '200', data: { pack: { tag: '88' } } })
  expect((await at.sign({ id: second.id, ...bag })).refusal).toBe('tag_used')
  expect((await at.sign({ id: first.id, ...bag, tag: '89' })).refusal).toBe('bag_here')
  expect(await at.sign({ id: first.id, kind: 'bagback', desk })).toMatchObject({
    code: '200',
    data: { pack: { tag: null } },
  })
  at.world.clock.advance(1000)
  expect((await at.sign({ id: second.id, ...bag })).code).toBe('200')
  expect((await find('88'))[0], 'a tag finds its runner').toBe(second.id)
  expect(await at.sign({ id: first.id, kind: 'medal', desk })).toMatchObject({ data: { pack: { medal: true } } })
  expect((await at.sign({ id: first.id, kind: 'medal', desk })).refusal).toBe('handed_thing')
})

test('a finisher shirt leaves the stock in its size, and no desk hands out a shirt that the stock lacks', async () => {
  const runner = await at.enter(31)
  const changes = [
    { size: '完赛 M', change: 1 },
    { size: '完赛 L', change: 0 },
  ]
  await at.world.ask(consoleDesksStockChange, { raceid: RACE, changes, note: '终点' }, at.director)
  const shirt = { id: runner.id, kind: 'shirt', desk }
  expect((await at.sign({ ...shirt, size: '完赛 L' })).refusal).toBe('size_gone')
  expect(await at.sign({ ...shirt, size: '完赛 M' })).toMatchObject({ code: '200', data: { pack: { shirt: true } } })
  expect(await stockOf('完赛 M')).toMatchObject({ left: 0 })
  const other = await at.enter(32)
  expect((await at.sign({ ...shirt, id: other.id, size: '完赛 M' })).refusal).toBe('size_gone')
})

test('a runner sends one person, who collects with the code until the runner withdraws it', async () => {
  const { world, runner } = at
  const sent = await at.enter(50, { clothes: 'XL' })
  const stranger = await runnerSession(world)
  expect((await world.call(checkinProxyMake, { id: sent.key, name: '陆家人' }, stranger)).refusal).toBe('no_permission')
  const old = await world.ask(checkinProxyMake, { id: sent.key, name: '旧人' }, runner)
  const proxy = await world.ask(checkinProxyMake, { id: sent.key, name: '陆家人' }, runner)
  expect((await world.call(checkinRunnerQuery, { raceid: RACE, q: old.key }, at.gate)).refusal).toBe('proxy_withdrawn')
  expect(await world.ask(checkinRunnerQuery, { raceid: RACE, q: proxy.key }, at.gate)).toMatchObject({
    items: [{ id: sent.id }],
    proxy: { name: '陆家人' },
  })
  const given = { id: sent.id, desk, despite: ['disclaimer'] }
  expect((await at.sign({ ...given, proxy: old.key })).refusal).toBe('proxy_withdrawn')
  expect(await world.ask(checkinProxyWithdraw, { id: sent.key }, runner)).toEqual({ withdrawn: true })
  expect((await at.sign({ ...given, proxy: proxy.key })).refusal).toBe('proxy_withdrawn')
  const last = await world.ask(checkinProxyMake, { id: sent.key, name: '陆家人' }, runner)
  expect(await at.sign({ ...given, proxy: last.key })).toMatchObject({
    code: '200',
    data: { pack: { handed: { proxy: '陆家人' } } },
  })
  expect((await world.call(checkinProxyMake, { id: sent.key, name: '别人' }, runner)).refusal).toBe('handed_already')
  const { items, handed_at } = await world.ask(checkinProxyList, { id: sent.key }, runner)
  expect(items.map(({ used_at }) => used_at !== null)).toEqual([true, false, false])
  expect(handed_at).not.toBeNull()
})

test('two desks with ranges share no number, and runners get the window of their desk', async () => {
  const { world } = at
  const ranged = await at.addDesk({ name: 'A段', ranges: [{ prefix: 'A', from: 200, to: 299 }] })
  expect(
    await world.call(
      consoleDesksSave,
      { raceid: RACE, name: '撞号', ranges: [{ prefix: 'A', from: 299, to: 400 }] },
      at.director,
    ),
  ).toMatchObject({ code: '409', refusal: 'desk_ranges_meet', msg: '号码段与“A段”重叠' })
  const own = await at.enter(250, { clothes: 'XL' })
  expect(await at.sign({ id: own.id, desk, despite: ['disclaimer'] })).toMatchObject({
    refusal: 'other_desk',
    msg: '请到“A段”领取',
  })
  expect((await world.ask(consoleDesksWindows, { raceid: RACE }, at.director)).desks).toEqual([
    { name: 'A段', count: 1 },
  ])
  expect(await world.ask(checkinRunnerVerify, { raceid: RACE, id: own.id, desk: ranged }, at.gate)).toMatchObject({
    window: 'A段',
    elsewhere: null,
  })
  const range = { raceid: RACE, id: ranged, ranges: [{ prefix: 'A', from: 200, to: 299 }] }
  const windowNow = async () =>
    (await world.ask(checkinRunnerVerify, { raceid: RACE, id: own.id, desk: ranged }, at.gate)).window
  await world.ask(consoleDesksSave, { ...range, name: 'A段（西门）' }, at.director)
  expect(await windowNow(), 'a window follows the name of its desk').toBe('A段（西门）')
  await world.ask(
    consoleDesksSave,
    { ...range, name: 'A段', ranges: [{ prefix: 'A', from: 260, to: 299 }] },
    at.director,
  )
  expect(await windowNow(), 'no desk serves the bib').toBeNull()
  await world.ask(consoleDesksSave, { ...range, name: 'A段' }, at.director)
  await world.ask(consoleDesksWindows, { raceid: RACE }, at.director)
  expect((await at.sign({ id: own.id, desk: ranged, despite: ['disclaimer'] })).code).toBe('200')
  const { items } = await world.ask(consoleDesksList, { raceid: RACE }, at.gate)
  expect(items.find(({ id }) => id === ranged)).toMatchObject({ apart: true })
  await world.ask(consoleDesksClose, { raceid: RACE, id: ranged }, at.director)
  expect((await at.sign({ id: own.id, desk: ranged })).refusal).toBe('desk_not_found')
  const { window } = await world.db
    .selectFrom('registrations')
    .select('window')
    .where('raceid', '=', RACE)
    .where('id', '=', own.id)
    .executeTakeFirstOrThrow()
  expect(window, 'a closed desk serves nobody').toBeNull()
})

test('a desk that asks for a signature keeps it sealed', async () => {
  const glass = await at.addDesk({ name: '签名台', signature: true })
  const { id } = await at.enter(60, { clothes: 'XL' })
  const given = { id, desk: glass, despite: ['disclaimer'] }
  expect((await at.sign(given)).refusal).toBe('signature_needed')
  expect((await at.sign({ ...given, strokes: 'M1 1L2 2' })).refusal).toBe('signature_needed')
  expect((await at.sign({ ...given, strokes: 'M20 100L120 40L220 150' })).code).toBe('200')
  const rows = await at.world.db.selectFrom('handouts').select('signature').where('registrationid', '=', id).execute()
  expect(rows[0]!.signature!.toString('utf8')).not.toContain('M20')
})

test('the figures agree with the entries', async () => {
  const figures = await at.world.ask(consoleDesksFigures, { raceid: RACE }, at.director)
  const { rows } = { rows: await at.world.db.selectFrom('handouts').select(['kind', 'entry', 'undoes']).execute() }
  const undone = new Set(rows.map(({ undoes }) => undoes))
  const live = rows.filter(({ kind, entry }) => kind === 'pack' && !undone.has(entry)).length
  expect(figures.handed).toBe(live)
  expect(figures.desks.reduce((sum, { packs }) => sum + packs, 0)).toBe(live)
  expect(figures.left).toBe(figures.expected - live)
  expect(figures.clashes).toEqual([])
})
