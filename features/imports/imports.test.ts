import { afterAll, beforeAll, expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { saveEventStock } from '#features/events/service.ts'
import { fields } from '#features/fields/fields.rules.ts'
import { consoleInvitationsList } from '#features/invitations/contract.ts'
import { everyImport } from '#seam/server/imports.ts'
import { consoleRegistrationsStory } from '#features/registrations/story/story.contract.ts'
import { RACE, idnumOf, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { consoleImportsRead, consoleImportsShow } from './contract.ts'
import { mapColumns } from './rules.ts'

let world: World
let director: { token: string }
let timer: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  timer = await staffSession(world, [{ raceid: RACE, role: 'timer' }])
})
afterAll(() => world?.close())

type Read = {
  counts: Record<'rows' | 'added' | 'changed' | 'same' | 'refused', number>
  columns: Record<string, string>
  listed: { title: string; sample: string }[]
  faults: { line: number; says: string }[]
  missing: string[]
  remembered: boolean
  report: string
}
type Sent = { mapping?: Record<string, string>; dry?: boolean; into?: string; as?: { token: string }; raceid?: number }
const send = async (
  kind: string,
  content: string | undefined,
  { mapping, dry = false, into, as, raceid }: Sent = {},
) => {
  const form = new FormData()
  const fields = { raceid: raceid ?? RACE, kind, dry: dry ? 1 : 0, _token: (as ?? director).token, _lang: 'zh-cn' }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  if (into !== undefined) form.append('into', into)
  if (mapping) form.append('mapping', JSON.stringify(mapping))
  if (content !== undefined) form.append('file', new Blob([content]), '名单😀䶮.csv')
  const made = new Response(form)
  const answered = await world.app.inject({
    method: 'POST',
    url: consoleImportsRead.path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
  return answered.json<{ code: string; refusal?: string; msg: string; data: Read }>()
}
const read = async (...given: Parameters<typeof send>): Promise<Read> => {
  const { code, msg, data } = await send(...given)
  if (code !== '200') throw new Error(`${code} ${msg}`)
  return data
}

test('only staff with the right of a kind see it, and a file of another kind is refused with a sentence', async () => {
  expect(await world.call(consoleImportsShow, { raceid: RACE })).toMatchObject({ code: '401' })
  const kindsOf = async (as: { token: string }) =>
    (await world.ask(consoleImportsShow, { raceid: RACE }, as)).kinds.map(({ name }) => name)
  expect(await kindsOf(timer)).toEqual(['start_list', 'chips', 'tracking_devices'])
  expect(await kindsOf(director)).toEqual(
    expect.arrayContaining(['volunteers', 'invitations', 'bibs', 'chips', 'photos']),
  )
  expect(await send('bibs', 'bib,id\n1,1\n', { as: timer })).toMatchObject({ code: '403' })
  expect(await send('bibs', 'bib,id\n1,1\n', { raceid: 77 })).toMatchObject({ code: '403' })
  expect(await send('nothing', 'x')).toMatchObject({ code: '404', refusal: 'import_unknown' })
  expect(await send('bibs', undefined)).toMatchObject({ refusal: 'import_file_missing' })
  expect(await send('bibs', '')).toMatchObject({ refusal: 'list_empty' })
  // A file of one column is no empty list: the answer names the column that the file lacks.
  expect(await read('chips', '参赛号\nA001\nA002\n', { dry: true })).toMatchObject({
    missing: ['芯片'],
    columns: { bib: '参赛号' },
  })
  expect(await send('photos', 'file,bib\na.jpg,1\n')).toMatchObject({ refusal: 'import_into_missing' })
  expect(await send('bibs', '姓名,备注\n甲,乙\n')).toMatchObject({
    code: '422',
    refusal: 'import_columns_missing',
    msg: '没有找到这些列：参赛号',
  })
  expect(await send('chips', `bib,chip\n${'1,A\n'.repeat(20_001)}`)).toMatchObject({ refusal: 'import_too_long' })
})

test("every kind's template is read in every language", () => {
  for (const kind of everyImport.get())
    for (const lang of langs) {
      const mapped = mapColumns(
        kind.columns.map(({ label }) => label[lang]),
        kind.columns,
        {},
      )
      expect([...mapped.keys()].toSorted(), `${kind.name} ${lang}`).toEqual(
        kind.columns.map(({ name }) => name).toSorted(),
      )
    }
})

const volunteers = `姓名,证件号码,岗位,开始时间,结束时间,手机
王小明,${idnumOf(1)},补给站,2026-11-01 06:30,11:00,13712345678
李小红,${idnumOf(2)},"起点
检录",2026-11-01 05:30,09:00,
张三,12345,终点,,,
王小明,${idnumOf(1)},补给站,2026-11-01 06:30,11:00,13712345678
`
test('a cell that is too long refuses its row and is named; nothing is cut', async () => {
  const rowOf = (n: number, post: string, leader: string) => `王小明,${idnumOf(n)},${post},,,,${leader}\n`
  const file = `姓名,证件号码,岗位,开始时间,结束时间,手机,组长\n${rowOf(41, '补'.repeat(81), '李'.repeat(90))}${rowOf(42, '补'.repeat(80), '')}`
  const dry = await read('volunteers', file, { dry: true })
  expect(dry.counts).toMatchObject({ added: 1, refused: 1 })
  expect(dry.faults).toMatchObject([{ line: 2, says: '岗位超过 80 个字符；组长超过 80 个字符' }])
  const label = `code,label\nLONG1,${'x'.repeat(61)}\nLONG2,${'x'.repeat(60)}\n`
  expect((await read('invitations', label, { dry: true })).faults).toMatchObject([
    { line: 2, says: '名称超过 60 个字符' },
  ])
})

test('a list is read, imported, corrected by its report and read again without a double', async () => {
  const dry = await read('volunteers', volunteers, { dry: true })
  expect(dry.counts).toEqual({ rows: 4, added: 2, changed: 0, same: 0, refused: 2 })
  expect(dry.faults.map(({ says }) => says)).toEqual(['证件号码不正确', '这个班次在文件里出现了两次'])
  const taken = await read('volunteers', volunteers)
  expect(taken.counts).toMatchObject({ added: 2, refused: 2 })
  expect(taken.report.split('\r\n')[0]).toBe('\ufeff姓名,证件号码,岗位,开始时间,结束时间,手机,问题')
  const corrected = taken.report.replace('12345', idnumOf(3))
  expect((await read('volunteers', corrected)).counts).toEqual({ rows: 2, added: 1, changed: 0, same: 1, refused: 0 })
  expect((await read('volunteers', volunteers)).counts).toMatchObject({ added: 0, changed: 0, same: 2, refused: 2 })
})

test('first and last names in two columns find a runner, and a refused row comes back as in the file', async () => {
  const done = await read('bibs', 'Bib,First name,Last name\nA1,Ann,Lee\n', { dry: true })
  expect(done).toMatchObject({ missing: [], columns: { bib: 'Bib', name: 'Name' }, counts: { rows: 1, refused: 1 } })
  expect(done.listed.at(-1)).toMatchObject({ title: 'Name', sample: 'Ann Lee' })
  expect(done.report.split('\r\n').slice(0, 2)).toEqual([
    '\ufeffBib,First name,Last name,问题',
    'A1,Ann,Lee,没有找到这位已支付的选手',
  ])
})

test('the chosen meaning of columns is remembered for the next list of this kind with these titles', async () => {
  const text = '甲列,乙列\nA100,E2801170\n'
  expect(await read('chips', text, { dry: true })).toMatchObject({ missing: ['参赛号', '芯片'] })
  await read('chips', text, { mapping: { bib: '甲列', chip: '乙列' } })
  expect(await read('chips', text, { dry: true })).toMatchObject({
    remembered: true,
    columns: { bib: '甲列', chip: '乙列' },
    counts: { same: 1 },
  })
  expect(await read('bibs', text, { dry: true })).toMatchObject({ remembered: false })
})

test('codes are imported with their terms, and a used code keeps its uses', async () => {
  const text = `邀请码,名称,组别,可用次数,价格（元）,有效期至,免抽签与审核
SPONSOR88,赞助商 😀,半程马拉松,10,99.50,2026-10-01,是
GUEST-01,嘉宾,,,0,,
短,x,,,,,
BAD1CODE,x,不存在的组别,,,,
BAD2CODE,x,,0,,,
`
  const taken = await read('invitations', text)
  expect(taken.counts).toEqual({ rows: 5, added: 2, changed: 0, same: 0, refused: 3 })
  expect(taken.faults[1]!.says).toBe('没有这个组别：不存在的组别')
  const { items } = await world.ask(consoleInvitationsList, { raceid: RACE }, director)
  expect(items.find(({ code }) => code === 'SPONSOR88')).toMatchObject({
    price: 9950,
    uses: 10,
    eventid: 1,
    direct: true,
  })
  expect((await read('invitations', text)).counts).toMatchObject({ added: 0, same: 2 })
  await world.db.updateTable('invitations').set({ used: 5 }).where('code', '=', 'SPONSOR88').execute()
  const fewer = await read('invitations', text.replace(',10,', ',3,'))
  expect(fewer.faults.map(({ says }) => says)).toContain('已使用 5 次，不能更少')
})

test('bibs are given, exchanged, and refused if another runner keeps the number', async () => {
  const [one, two, three] = await numbered(world, ['A|001', 'A|002', 'A|003'], { names: ['甲', '乙', '丙'] })
  const bibsNow = async () =>
    (await world.db.selectFrom('registrations').select(['id', 'prefix_bib', 'bib']).orderBy('id').execute()).map(
      ({ prefix_bib, bib }) => `${prefix_bib}${bib}`,
    )
  const swap = `报名编号,参赛号\n${one!.id},A002\n${two!.id},A001\n`
  expect((await read('bibs', swap)).counts).toMatchObject({ changed: 2, refused: 0 })
  expect(await bibsNow()).toEqual(['A002', 'A001', 'A003'])
  expect((await read('bibs', swap)).counts).toMatchObject({ same: 2 })
  const { items } = await world.ask(consoleRegistrationsStory, { raceid: RACE, id: one!.id }, director)
  expect(items.filter(({ kind }) => kind === 'number')).toMatchObject([
    { by: 'staff', who: '工作人员', before: { bib: '001' }, after: { bib: '002' } },
  ])
  const taken = await read('bibs', `姓名,参赛号\n甲,A003\n乙,b 88\n丁,B1\n丙,坏\n`)
  expect(taken.counts).toMatchObject({ changed: 1, refused: 3 })
  expect(taken.faults.map(({ says }) => says)).toEqual([
    '这个参赛号已属于 丙',
    '没有找到这位已支付的选手',
    '参赛号应为最多 6 个字母和最多 7 位数字',
  ])
  expect(await bibsNow()).toEqual(['A002', 'B88', 'A003'])
  // A timing firm also numbers its rows. Such a number may be the number of another registration.
  const otherNumbers = `编号,姓名,参赛号\n${two!.id},甲,A777\n${three!.id},丙,A003\n${one!.id},Jia,A002\n`
  const compared = await read('bibs', otherNumbers)
  expect(compared.counts).toMatchObject({ changed: 0, same: 2, refused: 1 })
  expect(compared.faults[0]!.says).toMatch(/^这个报名编号属于 乙，/)
  const otherDocument = `编号,证件号码,参赛号\n${two!.id},${idnumOf(999)},A778\n`
  expect((await read('bibs', otherDocument)).faults[0]!.says).toMatch(/^这个报名编号属于 乙，/)
  expect(await bibsNow()).toEqual(['A002', 'B88', 'A003'])
})

test('chips follow the file, and one chip for two bibs is refused', async () => {
  const text = 'bib,chip\nA002,AAA1\nB88,AAA2\nA003,AAA1\nA003,有空 格\n'
  expect((await read('chips', text)).counts).toEqual({ rows: 4, added: 2, changed: 0, same: 0, refused: 2 })
  expect((await read('chips', 'bib,chip\nA003,aaa1\n', { as: timer })).counts).toMatchObject({ changed: 1 })
})

test('runners who paid elsewhere are entered with the checks of sign-up, while there are places', async () => {
  await openEvent(world, { id: 3, name: '五公里', names: {}, type: 'fun_run', places: 2, price: 5000 })
  const line = (n: number, change = '') =>
    `${'甲乙丙丁戊'[n]}团报,${idnumOf(n + 500)},1371234${String(5600 + n)},五公里,企业团报${change}`
  const head = '姓名,证件号码,手机,组别,缴费说明'
  const text = [
    head,
    line(1),
    line(1),
    '坏证件,12345,13712345678,五公里,',
    line(2).replace('五公里', '没有'),
    line(3),
    line(4),
    `,${idnumOf(600)},,五公里,`,
  ].join('\n')
  const dry = await read('registrations', text, { dry: true })
  expect(dry.counts, JSON.stringify(dry.faults)).toEqual({ rows: 7, added: 2, changed: 0, same: 0, refused: 5 })
  const taken = await read('registrations', text)
  expect(taken.faults.map(({ line: at }) => at)).toEqual([3, 4, 5, 7, 8])
  expect(taken.faults.map(({ says }) => says)).toEqual([
    '此人在文件里出现了两次',
    '证件号码：请输入正确的证件号码',
    '没有这个组别：没有',
    '这个组别没有名额了',
    '姓名：必填哦；手机：必填哦',
  ])
  expect((await read('registrations', text)).counts).toMatchObject({ added: 0, same: 2 })
  const rows = await world.db
    .selectFrom('registrations')
    .select(['name', 'price', 'pay_at', 'eventid'])
    .where('eventid', '=', 3)
    .orderBy('id')
    .execute()
  expect(rows.map(({ name, price }) => [name, price])).toEqual([
    ['乙团报', 0],
    ['丁团报', 0],
  ])
  expect(rows.every(({ pay_at }) => pay_at !== null)).toBe(true)
  expect(await send('registrations', text, { as: timer })).toMatchObject({ code: '403' })
})

test('a list of runners brings sizes, emergency contacts and choices that the event asks, while a size is there', async () => {
  const ask = { clothes: 'required', emername: 'required', emertel: 'required', emerrelationship: 'optional' } as const
  const event = { id: 4, name: '十公里', names: {}, type: 'fun_run', places: 20 } as const
  await openEvent(world, { ...event, form: { ask, clothes: ['S', 'M', 'L'] } })
  await world.db
    .transaction()
    .execute((tx) =>
      saveEventStock(tx, RACE, 4, [{ kind: 'clothes', name: 'M', shared: false, most: 1 }], world.clock.now()),
    )
  const line = (n: number, ...cells: string[]) =>
    ['赵钱孙李周'[n] + '企业', idnumOf(n + 700), `1371234${5800 + n}`, '十公里', ...cells, '某路 1 号'].join(',')
  const text = [
    '姓名,证件号码,手机,组别,T恤尺码,紧急联系人姓名,紧急联系人手机,与紧急联系人的关系,地址',
    line(0, 'm', '赵家人', '13900000001', '配偶'),
    line(1, 'M', '钱家人', '13900000002', ''),
    line(2, '9XL', '孙家人', '13900000003', ''),
    line(3, '', '', '', ''),
    line(4, 'l', '周家人', '12', ''),
  ].join('\n')
  const taken = await read('registrations', text)
  expect(taken.counts, JSON.stringify(taken.faults)).toMatchObject({ added: 2, refused: 3 })
  expect(taken.faults.map(({ line: at, says }) => [at, says.split('：')[0]])).toEqual([
    [3, '“M”已经没有了'],
    [4, '参赛服尺码'],
    [6, '紧急联系电话'],
  ])
  const rows = await world.db
    .selectFrom('registrations')
    .select(['clothes', 'emerrelationship', 'address', 'emername'])
    .where('eventid', '=', 4)
    .orderBy('id')
    .execute()
  expect(rows.map(({ emername, ...row }) => ({ ...row, emername: emername !== null }))).toEqual([
    { clothes: 'M', emerrelationship: 'spouse', address: null, emername: true },
    { clothes: null, emerrelationship: null, address: null, emername: false },
  ])
  const counter = world.db.selectFrom('counters').select('taken').where('eventid', '=', 4).where('name', '=', 'M')
  expect(await counter.executeTakeFirst()).toEqual({ taken: 1 })
})

test('a list names a bus as people write it, and a text that is too long is refused, not cut', async () => {
  const form = { ask: { packagebus: 'optional', address: 'optional' }, packagebus: ['东门 8:00'] } as const
  await openEvent(world, { id: 6, name: '班车组', names: {}, type: 'fun_run', places: 20, form })
  const line = (n: number, ...cells: string[]) =>
    [`${'郑王'[n]}班车`, idnumOf(n + 720), `1371234${5900 + n}`, '班车组', ...cells].join(',')
  const most = fields.address.longest
  const text = [
    '姓名,证件号码,手机,组别,接驳车,地址',
    line(0, '东门8：00', '某路 1 号'),
    line(1, '', '路'.repeat(most + 1)),
  ].join('\n')
  const taken = await read('registrations', text)
  expect(taken.faults.map(({ says }) => says)).toEqual([`地址：最多可以输入${most}个字符哦`])
  const rows = await world.db.selectFrom('registrations').select('packagebus').where('eventid', '=', 6).execute()
  expect(rows).toEqual([{ packagebus: '东门 8:00' }])
})

test('of two people who read the same list at once, each row is imported once', async () => {
  const text = `姓名,证件号码,岗位\n${Array.from({ length: 60 }, (_, n) => `志愿者${n},${idnumOf(n + 100)},岗位`).join('\n')}\n`
  const both = await Promise.all([send('volunteers', text), send('volunteers', text)])
  const added = both.reduce((sum, { data }) => sum + (data?.counts?.added ?? 0), 0)
  const { n } = await world.db
    .selectFrom('volunteers')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('post', '=', '岗位')
    .executeTakeFirstOrThrow()
  expect(Number(n)).toBe(60)
  expect(added).toBeGreaterThanOrEqual(60)
})
