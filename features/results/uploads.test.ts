import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { consoleResultsImport, timingReportsFetch } from './contract.ts'
import { world, timer, openResults } from '#test/scenes/listedResults.ts'

beforeAll(openResults)
afterAll(() => world?.close())

const send = async (fields: Record<string, string>, token: string | undefined, content?: string | Buffer) => {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...(token ? { _token: token } : {}) }))
    form.append(name, value)
  if (content !== undefined) form.append('file', new Blob([Buffer.from(content)]), '成绩.csv')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const answered = await world.app.inject({
    method: 'POST',
    url: consoleResultsImport.path,
    payload: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type')! },
  })
  return answered.json<{
    code: string
    msg: string
    refusal?: string
    data: {
      remembered: Record<string, string> | null
      questions: { word: string; column: string }[]
      doubts: { word: string; says: string }[]
      missing: string[]
      unused_text: string[]
      problems: { line: number; says: string }[]
    }
  }>()
}

test('an upload without right, file or valid form is refused with a sentence', async () => {
  const fields = { raceid: '7', eventid: '2' }
  expect(await send(fields, undefined, 'bib,time\n1,40:00\n')).toMatchObject({ code: '401' })
  expect(await send({ ...fields, raceid: '8' }, timer.token, 'bib,time\n1,40:00\n')).toMatchObject({ code: '403' })
  expect(await send(fields, timer.token)).toMatchObject({ code: '422', refusal: 'result_file_missing' })
  for (const empty of ['', '\ufeff', '\n\n'])
    expect(await send(fields, timer.token, empty)).toMatchObject({ code: '422', refusal: 'file_empty' })
  expect(await send({ ...fields, eventid: '9' }, timer.token, 'bib,time\n1,40:00\n')).toMatchObject({
    code: '404',
    refusal: 'event_not_found',
  })
  expect(await send(fields, timer.token, '姓名,成绩\n甲,40:00\n')).toMatchObject({
    code: '422',
    refusal: 'no_bib_column',
    msg: '没有找到参赛号一列，请指定。文件里有：姓名, 成绩',
  })
  expect(
    await send({ ...fields, _lang: 'en' }, timer.token, 'bib,name,time\n1,Ann,40:00\n2,"Bob,41:00\n3,"Cy",42:00\n'),
  ).toMatchObject({
    code: '422',
    refusal: 'quote_unclear',
    msg: expect.stringContaining('Line 3:'),
  })
  expect(await send(fields, timer.token, 'PK\u0003\u0004\u0014\u0000\u0006\u0000"\u0000,\u0001')).toMatchObject({
    code: '422',
    refusal: 'workbook_broken',
  })
})

test('an upload first shows its effect, then imports, and lists every refused and doubtful row', async () => {
  const csv = '号码,姓名,成绩,5公里\n1,甲,40:00,19:30\n,乙,41:00,\n3,丙,0.03,20:00\n'
  const dry = await send({ raceid: '7', eventid: '2', _lang: 'zh-cn' }, timer.token, csv)
  expect(dry).toMatchObject({
    code: '200',
    data: {
      filename: '成绩.csv',
      dry: true,
      counts: { added: 2, refused: 1 },
      columns: [
        { meaning: 'bib', header: '号码' },
        { meaning: 'name', header: '姓名' },
        { meaning: 'gun', header: '成绩' },
        { meaning: 'split:5', header: '5公里' },
      ],
      points: ['5'],
    },
  })
  expect(dry.data.problems.map(({ line, says }) => `${line} ${says}`)).toEqual([
    '3 没有参赛号，未导入',
    '2 报名中没有这个参赛号，可按姓名和参赛号查到',
    '4 成绩“0.03”是表格的内部数值，读作 00:43:12',
    '4 报名中没有这个参赛号，可按姓名和参赛号查到',
  ])
  expect(await world.db.selectFrom('results').select('id').where('eventid', '=', 2).execute()).toEqual([])
  expect(await send({ raceid: '7', eventid: '2', dry: '0', publish: '1' }, timer.token, csv)).toMatchObject({
    code: '200',
    data: { dry: false, counts: { added: 2 } },
  })
  expect((await world.ask(timingReportsFetch, { raceid: 7, eventid: 2 })).items).toHaveLength(2)
  const log = await world.db.selectFrom('log').select('what').where('raceid', '=', 7).execute()
  expect(log.map(({ what }) => what)).toContain('results imported')
})

test('a workbook is imported like a text; of several sheets one is chosen, and for an old or locked workbook the page says what to do', async () => {
  const book = (name: string) => readFileSync(new URL(`../../test/vectors/workbooks/${name}`, import.meta.url))
  const fields = { raceid: '7', eventid: '2', _lang: 'en' }
  const several = book('refused/several.xlsx')
  expect(await send(fields, timer.token, several)).toMatchObject({
    refusal: 'several_sheets',
    msg: 'This workbook has several sheets (全程, 半程 & 十公里). Choose the one to read',
    data: { sheets: ['全程', '半程 & 十公里'] },
  })
  expect(await send({ ...fields, sheet: '半程 & 十公里' }, timer.token, several)).toMatchObject({
    code: '200',
    data: { encoding: 'xlsx', counts: { rows: 1 } },
  })
  for (const [name, says] of [
    ['old.xls', 'save it as .xlsx or CSV'],
    ['locked.xlsx', 'Remove the password'],
    ['bomb.xlsx', 'damaged or incomplete'],
    ['rows.xlsx', '200,000 rows'],
  ] as const)
    expect((await send(fields, timer.token, book(`refused/${name}`))).msg).toContain(says)
})

test('questions that only a person can answer come before anything is written, and the answer is offered the next time', async () => {
  await world.db
    .updateTable('events')
    .set({ ranking: JSON.stringify({ basis: 'net' }) })
    .where('raceid', '=', 7)
    .where('id', '=', 2)
    .execute()
  const csv = '号码,选手,成绩,奖项\n901,甲,41:00,冠军\n902,乙,42:00,\n'
  const fields = { raceid: '7', eventid: '2', _lang: 'en' }
  const dry = await send(fields, timer.token, csv)
  expect(dry.data).toMatchObject({
    questions: [{ word: 'clock', column: '成绩', meanings: ['gun', 'net'] }],
    missing: ['outcome', 'rank'],
    unused_text: ['奖项'],
    remembered: null,
  })
  expect(await send({ ...fields, dry: '0' }, timer.token, csv)).toMatchObject({
    refusal: 'columns_unclear',
    msg: 'Say what “成绩” means before the file goes in',
  })
  expect(await send({ ...fields, dry: '0', mapping: '{"net":"成绩"}' }, timer.token, csv)).toMatchObject({
    code: '200',
    data: { counts: { added: 2 }, questions: [] },
  })
  expect((await send(fields, timer.token, csv)).data.remembered).toEqual({ net: '成绩' })
  expect((await send({ ...fields, mapping: '{"net":"成绩"}' }, timer.token, csv)).data.remembered).toBeNull()
  expect((await send(fields, timer.token, csv.replace('奖项', '奖品'))).data.remembered).toBeNull()
})

test('the last columns are offered for a file whose columns nobody can guess', async () => {
  const csv = '号码,姓名,,\n911,甲,41:00,40:50\n912,乙,42:00,41:30\n'
  const fields = { raceid: '7', eventid: '2', _lang: 'en' }
  const mapping = { gun: '#3', net: '#4' }
  expect(await send(fields, timer.token, csv)).toMatchObject({ refusal: 'no_time_column', data: { remembered: null } })
  const read = await send({ ...fields, dry: '0', mapping: JSON.stringify(mapping) }, timer.token, csv)
  expect(read).toMatchObject({ code: '200', data: { counts: { added: 2 } } })
  expect(await send(fields, timer.token, csv)).toMatchObject({
    refusal: 'no_time_column',
    data: { remembered: mapping },
  })
})

test('a field without rows is refused; a coming race and destroyed names are doubts', async () => {
  const fields = { raceid: '7', eventid: '2', _lang: 'en' }
  const csv = 'bib,name,gun time\n911,Ann,41:00\n912,M\ufffdller,42:00\n'
  expect(await send({ ...fields, fields: '{"16599":"handcycle"}' }, timer.token, csv)).toMatchObject({
    refusal: 'field_unknown',
    msg: 'The file has no such bib: 16599',
  })
  expect(await send({ ...fields, fields: '{"912":"handcycle"}' }, timer.token, csv)).toMatchObject({ code: '200' })
  await world.db
    .updateTable('events')
    .set({ start_at: new Date(world.clock.now().getTime() + 30 * 86_400_000) })
    .where('raceid', '=', 7)
    .where('id', '=', 2)
    .execute()
  const { doubts } = (await send(fields, timer.token, csv)).data
  expect(doubts.map(({ word }) => word)).toEqual(['race_ahead', 'letters_lost'])
  expect(doubts[1]!.says).toContain('1 name has letters')
})
