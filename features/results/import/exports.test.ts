import { afterEach, beforeEach, expect, test } from 'vitest'
import { openImport, run, stored, world } from '#test/scenes/importedRace.ts'

beforeEach(openImport)
afterEach(() => world.close())

const photo = [
  '2026 鹭岛半程马拉松成绩公告,,,,,,,,,,,,,',
  '发布时间：2026-03-22 15:00,,,,,,,,,,,,,',
  '序号,参赛号码,姓名,性别,国籍(地区),枪声成绩,净计时成绩,总名次,性别名次,年龄组别,年龄组名次,照片链接,证书编号,备注',
  '1,A0007,孙·明远,男,中国,1:08:32,1:08:30,1,1,M30-34,1,https://photo.example/s?b=A0007,CN26-000001,',
  '2,A0012,Kipchirchir B.,男,肯尼亚,1:08:59,1:08:58,2,2,M25-29,1,https://photo.example/s?b=A0012,CN26-000002,',
  '3,B1043,李婷,女,中国,1:21:07,1:20:44,3,1,F35-39,1,https://photo.example/s?b=B1043,CN26-000003,',
  '4,B2210,欧阳小满,女,中国香港,1:59:58,1:57:03,4,2,F20-24,1,https://photo.example/s?b=B2210,CN26-000004,',
  '5,C3320,王大力,男,中国,2:31:40,2:26:11,5,3,M50-54,1,https://photo.example/s?b=C3320,CN26-000005,',
  '6,C3321,赵强,男,中国,--,--,--,--,M50-54,--,,,未完赛',
  '7,C3400,钱进,男,中国,--,--,--,--,M40-44,--,,,未起跑',
  '8,C3401,周舟,女,中国,2:05:10,2:04:00,--,--,F40-44,--,,,取消成绩(抄近道)',
  ',,,,,,,,,,,,,',
  '注：名次按净计时成绩排列，最终解释权归组委会,,,,,,,,,,,,,',
].join('\r\n')

const firm = [
  '名次,号码,姓名,分组,起点时间,5km,10km,15km,20km,半程,25km,30km,35km,40km,终点,枪声成绩,净成绩,平均配速',
  '1,10001,郑一,全程男子,07:30:02,00:15:40,00:31:25,00:47:10,01:03:00,01:06:28,01:18:55,01:34:58,01:51:10,02:07:40,02:14:51,02:14:51,02:14:49,3:12',
  '1,20005,冯二,全程女子,07:30:05,00:18:02,00:36:20,00:54:31,01:12:40,01:16:40,01:30:55,01:49:12,02:07:40,02:26:01,02:34:11,02:34:11,02:34:06,3:39',
  '2,10044,陈三,全程男子,07:31:10,00:22:11,00:44:25,01:06:50,01:29:20,01:34:12,01:52:00,02:14:50,02:38:10,03:02:30,03:13:20,03:13:20,03:12:10,4:33',
  '1,30011,褚四,半程男子,08:00:01,00:16:30,00:33:10,00:49:58,01:06:40,,,,,,01:10:20,01:10:20,01:10:19,3:20',
  '1,40012,卫五,半程女子,08:00:03,00:19:44,00:39:30,00:59:20,01:19:10,,,,,,01:23:31,01:23:31,01:23:28,3:57',
  ',10090,蒋六,全程男子,07:33:00,00:30:00,01:01:00,,,,,,,,,DNF,DNF,',
].join('\n')

const english = [
  '"Pos";"Race No";"First Name";"Surname";"Club";"Gender";"Cat";"Cat Pos";"Gen Pos";"Gun Time";"Chip Time";"5K";"10K";"Half Way";"30K";"Status"',
  '"1";"101";"Tom";"O\'Neill";"Leeds City AC";"Male";"MSEN";"1";"1";"2:29:10.3";"2:29:08.9";"17:20";"34:50";"1:13:40";"1:45:01";"Finished"',
  '"2";"F12";"Ana";"García Núñez";"";"Female";"FV35";"1";"1";"2:51:44.0";"2:51:40.2";"20:05";"40:10";"1:25:02";"2:01:30";"Finished"',
  '"3";"230";"Jo ""Flash""";"Smith";"Unattached, Hull";"Male";"MV40";"1";"2";"2:59:59.6";"2:59:20.0";"21:00";"42:01";"1:29:11";"2:07:00";"Finished"',
  '"";"231";"Ed";"Hall";"";"Male";"MV50";"";"";"";"";"24:10";"48:40";"";"";"DNF"',
  '"";"232";"Liz";"Moor";"";"Female";"FSEN";"";"";"";"";"";"";"";"";"DNS"',
  '"";"233";"Al";"Cutler";"";"Male";"MSEN";"";"";"3:05:00.0";"3:04:50.0";"21:00";"42:01";"";"2:07:00";"DSQ"',
].join('\n')

const counts = (outcome: Awaited<ReturnType<typeof run>>) => {
  if ('refused' in outcome) throw new Error(outcome.refused)
  return outcome.report
}

test('a sheet beside the photos: titles above, ranks of the ranked runners, remarks about the others', async () => {
  const report = counts(await run(photo, { eventid: 2 }))
  expect(report.counts).toMatchObject({
    rows: 8,
    added: 8,
    refused: 0,
    doubtful: 0,
    finished: 5,
    dnf: 1,
    dns: 1,
    dsq: 1,
  })
  expect(report).toMatchObject({ basis: 'net', missing: [], questions: [], problems: [] })
  expect(report.agreement.overall).toMatchObject({ given: 5, exact: 5 })
  expect(report.agreement.gender).toMatchObject({ given: 5, exact: 5 })
  expect(report.unused_text).toEqual(['照片链接'])
  const rows = await stored(2)
  expect(rows.find(({ bib }) => bib === 'B2210')).toMatchObject({ name: '欧阳小满', gender: 'F', agegroup: 'F20-24' })
  expect(rows.find(({ bib }) => bib === 'C3401')).toMatchObject({ outcome: 'dsq' })
})

test('a list of a timing firm: 分组 names two events and the gender, and each event goes in alone', async () => {
  expect(await run(firm, { eventid: 1 })).toMatchObject({
    refused: 'several_events',
    several: { column: '分组', likely: ['全程男子', '全程女子'] },
  })
  const only = (...values: string[]) => ({ only: { column: '分组', values } })
  const full = counts(await run(firm, { eventid: 1, ...only('全程男子', '全程女子') }))
  expect(full.counts).toMatchObject({ rows: 4, added: 4, refused: 0, finished: 3, dnf: 1 })
  expect(full.points).toEqual(['5', '10', '15', '20', '半程', '25', '30', '35', '40'])
  const half = counts(await run(firm, { eventid: 2, ...only('半程男子', '半程女子'), dry: true }))
  expect(half.counts).toMatchObject({ rows: 2, added: 2, refused: 0, finished: 2 })
  expect(half.points).toEqual(['5', '10', '15', '20'])
  const rows = await stored(1)
  expect(rows.map(({ bib, gender, outcome, net_ms }) => [bib, gender, outcome, Number(net_ms)])).toEqual([
    ['10001', 'M', 'finished', 8_089_000],
    ['10044', 'M', 'finished', 11_530_000],
    ['10090', 'M', 'dnf', 0],
    ['20005', 'F', 'finished', 9_246_000],
  ])
})

test('an English list with splits, semicolons and quotes', async () => {
  const report = counts(await run(english, { eventid: 1 }))
  expect(report.counts).toMatchObject({ rows: 6, refused: 0, doubtful: 0, finished: 3, dnf: 1, dns: 1, dsq: 1 })
  expect(report).toMatchObject({ missing: [], questions: [], problems: [], points: ['5', '10', '半程', '30'] })
  expect(report.agreement.agegroup).toMatchObject({ given: 3, exact: 3 })
  const rows = await stored(1)
  expect(rows.find(({ bib }) => bib === '230')).toMatchObject({ name: 'Jo "Flash" Smith', club: 'Unattached, Hull' })
  expect(rows.find(({ bib }) => bib === 'F12')).toMatchObject({ name: 'Ana García Núñez', gender: 'F' })
})
