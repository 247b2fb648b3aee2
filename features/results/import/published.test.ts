import { afterAll, beforeAll, expect, test } from 'vitest'
import { saveEvent } from '#features/events/service.ts'
import { consoleLogList, consoleRolesSave } from '#features/staff/contract.ts'
import { staffSession } from '#test/people.ts'
import { openResults, timer, world } from '#test/scenes/listedResults.ts'
import { consoleResultsImport, timingReportsFetch } from '../contract.ts'
import { consoleResultsPublish, consoleResultsVersions } from '../publication/publication.contract.ts'

beforeAll(openResults)
afterAll(() => world?.close())

/** A workbook of a Chinese organiser with merged cells: a title, two rows of column titles, and notes below the list. */
const merged = [
  '2026 滨江国际半程马拉松 成绩公告,,,,,,,,,,,',
  '计时单位：某某体育科技有限公司,,,,,,,,打印时间：2026-03-22 15:20,,,',
  '序号,参赛号码,姓名,性别,国籍/地区,成绩,,排名,,,年龄组,备注',
  ',,,,,枪声,净计,总,性别,年龄组,,',
  '1,A0007,孙 明,男,中国,1:08:32,1:08:30,1,1,1,男30-34,',
  '2,A0012,Kiprop Ezekiel,男,肯尼亚,1:08:59,1:08:58,2,2,1,男25-29,',
  '3,B1043,李婷,女,中国,1:21:07,1:20:44,3,1,1,女35-39,',
  '4,B2210,欧阳小满,女,中国香港,1:59:58,1:57:03,4,2,1,女20-24,',
  '5,C3321,赵强,男,中国,,,,,,男50-54,因伤退赛',
  '6,C3400,钱进,男,中国,,,,,,男40-44,未起跑',
  '7,C3401,周舟,女,中国,,,,,,女40-44,违规取消成绩',
  '裁判长签字：,,,,,,,总计时长：,,,,',
  '共 7 人，完赛 4 人,,,,,,,,,,,',
].join('\r\n')

/** A list of a German timing firm: decimal commas, ranks with points, outcomes in the column of times. */
const german = [
  '12. Seelauf Musterstadt;;;;;;;;;;;',
  'Ergebnisliste Halbmarathon, Stand 12.04.2026 14:03;;;;;;;;;;;',
  ';;;;;;;;;;;',
  'Pl.;Pl. M/W;Pl. AK;Stnr.;Name, Vorname;Jg.;m/w;Nat;Verein;AK;Brutto;Netto',
  '1.;1.;1.;12;MÜLLER, Jan;1990;m;GER;LG Nord;M35;1:10:05,4;1:10:03,1',
  '2.;2.;1.;7;OKELLO, Paul;1996;m;UGA;;MHK;1:11:59,0;1:11:58,7',
  '3.;1.;1.;801;GRÜN-WEIß, Eva;1988;w;GER;TSV Süd 1860 e.V.;W35;1:25:11,9;1:25:01,0',
  '4.;3.;2.;33;D\'AMICO, Ugo;1989;m;ITA;"Atletica ""Roma""";M35;1:40:20,0;1:40:02,2',
  ';;;34;SCHULZ, Ole;1999;m;GER;;MHK;DNF;',
  ';;;35;MEYER, Kim;2001;w;GER;;WHK;DNS;',
  ';;;36;BAUM, Rolf;1970;m;GER;;M55;DSQ;',
  ';;;;;;;;;;;',
  'Insgesamt 7 Teilnehmer, 4 im Ziel;;;;;;;;;;;',
].join('\r\n')

/** A list of an American timing firm: splits, offsets, and a third gender. */
const american = [
  'Overall Place,Sex Place,Age Group Place,Bib,First Name,Last Name,Age,Sex,City,State,Country,5K Split,10K Split,15K Split,Gun Start Offset,Chip Time,Gun Time,Pace,Age Group,Time Back',
  '1,1,1,245,John,"Smith, Jr.",34,M,Boston,MA,USA,0:16:01.2,0:32:10.5,0:48:30,0:00:00.4,1:08:33.21,1:08:33.61,5:14,M 30-34,',
  '2,2,1,1,Abel,Kirui,29,M,Eldoret,,KEN,0:16:01.9,0:32:20,0:49:30,0:00:00.2,1:09:33.00,1:09:33.20,5:18,M 25-29,+0:59.79',
  "3,1,1,F9,Mary-Jane,O'Hara,41,F,Worcester,MA,USA,0:19:01.2,0:38:10.5,0:57:30,0:00:05.0,1:21:10.00,1:21:15.00,6:12,F 40-44,+12:36.79",
  '4,1,1,X3,Sam,Lee,38,X,Lowell,MA,USA,0:21:01.2,0:42:10.5,1:03:30,0:02:05.0,1:31:10.00,1:33:15.00,6:58,X 35-39,+22:36.79',
  ',,,300,Pat,Doe,50,M,Lynn,MA,USA,0:31:01.2,,,0:02:05.0,,DNF,,M 50-54,',
  ',,,301,Liz,Roe,52,F,Lynn,MA,USA,,,,,,DNS,,F 50-54,',
].join('\n')

const send = async (eventid: number, content: string, dry: boolean, publish = false, { token } = timer) => {
  const form = new FormData()
  const fields = { raceid: 7, eventid, dry: dry ? 1 : 0, publish: publish ? 1 : 0, _token: token }
  for (const [name, value] of Object.entries(fields)) form.append(name, String(value))
  form.append('file', new Blob([content]), '成绩.csv')
  const made = new Response(form)
  const answered = await world.app.inject({
    method: 'POST',
    url: consoleResultsImport.path,
    payload: Buffer.from(await made.arrayBuffer()),
    headers: { 'content-type': made.headers.get('content-type')! },
  })
  return answered.json<{ code: string; msg: string; data: unknown }>()
}

test.each([
  ['merged cells', merged, 11, { rows: 7, finished: 4, dnf: 1, dns: 1, dsq: 1 }, ['孙明', 'Kiprop Ezekiel', '李婷']],
  ['a German firm', german, 12, { rows: 7, finished: 4, dnf: 1, dns: 1, dsq: 1 }, ['MÜLLER, Jan', 'OKELLO, Paul']],
  ['an American firm', american, 13, { rows: 6, finished: 4, dnf: 1, dns: 1 }, ['John Smith, Jr.', 'Abel Kirui']],
] as const)('%s: from the file to published results without a question', async (_, file, eventid, counts, first) => {
  const now = world.clock.now()
  const ranking = { basis: 'net' }
  await world.db
    .transaction()
    .execute((tx) =>
      saveEvent(
        tx,
        { raceid: 7, id: eventid, name: `半程${eventid}`, type: 'half', distance_cm: 2_109_750, places: 100, ranking },
        now,
      ),
    )
  for (const dry of [true, false])
    expect(await send(eventid, file, dry)).toMatchObject({
      code: '200',
      data: {
        counts: { ...counts, refused: 0, doubtful: 0 },
        questions: [],
        problems: [],
        agreement: {
          overall: { given: 4, exact: 4 },
          gender: { given: 4, exact: 4 },
          agegroup: { given: 4, exact: 4 },
        },
      },
    })
  const shown = { raceid: 7, eventid, outcome: 'finished' as const }
  expect((await world.ask(timingReportsFetch, shown)).items).toEqual([])
  await world.ask(consoleResultsPublish, { raceid: 7, eventid, published: true, state: 'provisional' }, timer)
  const { items } = await world.ask(timingReportsFetch, shown)
  expect(items).toHaveLength(4)
  expect(items.slice(0, first.length).map(({ name }) => name)).toEqual(first)
})

test('an import publishes only for staff who may publish, with a version of the list and an entry in the log', async () => {
  const now = world.clock.now()
  const event = { raceid: 7, id: 14, name: '半程14', type: 'half' as const, distance_cm: 2_109_750, places: 100 }
  await world.db.transaction().execute((tx) => saveEvent(tx, event, now))
  const owner = await staffSession(world, [{ raceid: null, role: 'owner' }])
  const own = await world.ask(consoleRolesSave, { raceid: 7, name: '导入员', rights: ['results.import'] }, owner)
  const importer = await staffSession(world, [{ raceid: 7, role: `own:${own.id}` }])
  const of = { raceid: 7, eventid: event.id }

  expect(await send(event.id, merged, false, true, importer)).toMatchObject({ code: '403' })
  expect(await send(event.id, merged, false, false, importer)).toMatchObject({ code: '200' })
  expect((await world.ask(consoleResultsVersions, of, timer)).state).toBe('none')

  expect(await send(event.id, merged, false, true)).toMatchObject({ code: '200' })
  expect(await world.ask(consoleResultsVersions, of, timer)).toMatchObject({
    state: 'provisional',
    versions: [{ state: 'provisional', counts: { results: 7 } }],
  })
  const { items } = await world.ask(consoleLogList, { raceid: 7, what: 'results published' }, owner)
  expect(items.filter(({ target }) => target === `event ${event.id}`)).toHaveLength(1)
})
