import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { consoleExportsStart } from '#features/exports/contract.ts'
import { consoleImportsRead } from '#features/imports/contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { planStarters } from './startList.rules.ts'

let world: World
let timer: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  await openEvent(world, { id: 2, name: '欢乐跑', names: { en: 'Fun run' } })
  await numbered(world, ['A|0001', 'A|0002'], { names: ['林晚晴', '沈跑跑'], zone: 'B' })
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
})
afterAll(() => world?.close())

type Read = {
  counts: Record<'rows' | 'added' | 'changed' | 'same' | 'refused', number>
  faults: { line: number; says: string }[]
}
const send = async (content: string, change: { dry?: boolean; into?: string; as?: { token: string } } = {}) => {
  const { dry = false, into = '0', as = timer } = change
  const form = new FormData()
  const fields = { raceid: RACE, kind: 'start_list', dry: dry ? 1 : 0, into, _token: as.token, _lang: 'en' }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', new Blob([content]), 'start😀.csv')
  const made = new Response(form)
  const answered = await world.app.inject({
    method: 'POST',
    url: consoleImportsRead.path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
  return answered.json<{ code: string; refusal?: string; data: Read }>()
}
const listed = () =>
  world.db
    .selectFrom('timing_runners')
    .select(['bib', 'eventid', 'name', 'gender', 'age'])
    .where('raceid', '=', RACE)
    .orderBy('bib')
    .execute()
const chips = () =>
  world.db.selectFrom('timing_chips').select(['chip', 'bib']).where('raceid', '=', RACE).orderBy('chip').execute()

const file = `bib,chip,name,event,wave,gender,birth
9001,ab12,Ana Müller,Fun run,C,F,1990-01-31
9001,ab13,Ana Müller,Fun run,C,F,1990-01-31
9002,,王䶮,欢乐跑,,男,
A1,cd01,林晚晴,半程马拉松,,,
A0002,cd02,张三,半程马拉松,,,
,ee01,无号,欢乐跑,,,
9003,ff 1,芯片不对,欢乐跑,,,
9004,,,火星跑,,,
9005,ab12,别人,欢乐跑,,,
9002,,另一人,欢乐跑,,,
`

test('only staff with the right; the file or the page names the event', async () => {
  const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  expect(await send(file, { as: gate })).toMatchObject({ code: '403' })
  expect(await send(file, { into: '99' })).toMatchObject({ refusal: 'import_into_missing' })
  const { data } = await send('bib,name\n7,甲\n', { dry: true })
  expect(data).toMatchObject({ counts: { refused: 1 }, faults: [{ line: 2, says: 'The row names no event' }] })
})

test('a dry run lists the effect of each row and writes nothing; the import writes; a second import changes nothing', async () => {
  const counts = { rows: 10, added: 4, changed: 0, same: 0, refused: 6 }
  const dry = await send(file, { dry: true })
  expect(dry.data.counts).toEqual(counts)
  expect(dry.data.faults.map(({ line, says }) => [line, says])).toEqual([
    [6, 'This bib belongs to 沈跑跑'],
    [7, 'The bib is missing, or is none'],
    [8, 'A chip has letters, digits, - and _, 40 at most'],
    [9, 'There is no such event: 火星跑'],
    [10, 'The file gives this chip to two bibs'],
    [11, 'The file gives this bib to two people'],
  ])
  expect(await listed()).toEqual([])
  expect((await send(file)).data.counts).toEqual(counts)
  expect(await listed()).toEqual([
    { bib: '9001', eventid: 2, name: 'Ana Müller', gender: 'F', age: 36 },
    { bib: '9002', eventid: 2, name: '王䶮', gender: 'M', age: null },
  ])
  // A registered runner keeps the data of the registration. The import finds the runner by the printed form of the bib.
  expect(await chips()).toEqual([
    { chip: 'AB12', bib: '9001' },
    { chip: 'AB13', bib: '9001' },
    { chip: 'CD01', bib: 'A0001' },
  ])
  expect((await send(file)).data.counts).toEqual({ ...counts, added: 0, same: 4 })
  expect((await send('bib,name\n9002,王䶮䶮\n', { into: '2' })).data.counts).toMatchObject({ changed: 1, added: 0 })
  // A list of only bibs and chips has no event and no name. The runner keeps both.
  expect((await send('bib,chip\n9002,ef02\nA1,cd01\n')).data.counts).toMatchObject({ added: 1, same: 1, refused: 0 })
  expect((await listed())[1]).toEqual({ bib: '9002', eventid: 2, name: '王䶮䶮', gender: 'M', age: null })
})

describe('the timing firm gets every runner who may start', () => {
  const asked = (columns: string[]) => ({ raceid: RACE, table: 'start_list', format: 'csv' as const, columns })
  test('registered and imported runners with chips, wave and age group, by event and bib', async () => {
    const columns = ['bib', 'chip', 'name', 'event', 'gender', 'age_group', 'source']
    const { href } = await world.ask(consoleExportsStart, asked(columns), { ...timer, lang: 'en' })
    const file = await world.app.inject({ method: 'GET', url: href, cookies: { startline_console: timer.token } })
    expect(
      file.body
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/),
    ).toEqual([
      'Bib,Chip,Name,Event,Gender,Age group,Source',
      'A0001,CD01,林晚晴,Half marathon,M,,Registration',
      'A0002,,沈跑跑,Half marathon,M,,Registration',
      '9001,AB12 AB13,Ana Müller,Fun run,F,35-39,Imported list',
      '9002,EF02,王䶮䶮,Fun run,M,,Imported list',
    ])
  })
  test('both runners of a bib that two events use', async () => {
    await numbered(world, ['|9001'], { eventid: 1, names: ['同号'] })
    const { href } = await world.ask(consoleExportsStart, asked(['bib', 'name']), timer)
    const file = await world.app.inject({ method: 'GET', url: href, cookies: { startline_console: timer.token } })
    const rows = file.body.split(/\r?\n/).filter((line) => line.startsWith('9001'))
    expect(rows).toEqual(['9001,同号', '9001,Ana Müller'])
  })
  test('staff without the right get no file', async () => {
    const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
    expect(await world.call(consoleExportsStart, asked(['bib']), gate)).toMatchObject({ refusal: 'no_permission' })
  })
})

test('ten thousand rows are planned together', () => {
  const rows = Array.from({ length: 10_000 }, (_, at) => ({
    line: at + 2,
    cells: { bib: String(at + 1), name: `选手${at}`, chip: `C${at}` },
  }))
  const known = {
    events: new Map(),
    days: new Map([[1, '2026-11-01']]),
    into: 1,
    printed: new Map<string, string>(),
    runners: new Map(),
    chips: new Map<string, string>(),
  }
  expect(planStarters(rows, known).every(({ state }) => state === 'added')).toBe(true)
})
