import { expect, test } from 'vitest'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { eventColumnOf, withEventsFilled } from '../reading/events.rules.ts'
import { guess } from '../reading/columns.rules.ts'
import { readResults } from '../reading/rows.rules.ts'
import { pointIn, pointsIn } from '../reading/points.rules.ts'
import { meaningOfTitle } from './titles.rules.ts'
import { withTitles } from './titleRow.rules.ts'

const table = (text: string) => withEventsFilled(withTitles(readTable(text) as FileTable))
const full = { id: 1, name: '马拉松', metres: 42_195 }

test('titles are below the race and the titles of groups; rows of sums are no runners', () => {
  const { header, rows, lines } = table(
    '江城马拉松成绩公告,,,,,\n发令时间：07:30,,,成绩,,\n名次,参赛号,姓名,枪声成绩,净成绩,状态\n' +
      '1,A1,张三,3:00:00,2:59:00,完赛\n2,A2,李四,3:01:00,3:00:30,完赛\n合计,,2人,,,\n',
  )
  expect(header).toEqual(['名次', '参赛号', '姓名', '枪声成绩', '净成绩', '状态'])
  expect(rows.map((row) => row[1])).toEqual(['A1', 'A2'])
  expect(lines).toEqual([4, 5])
  // A bib may be "Total". A row is a sum only if its other cells are mostly empty, or are only numbers and times.
  expect(table('bib,name,time\nTotal,Ann,3:00:00\n2,Bob,3:01:00\n').rows).toHaveLength(2)
})

test('titles in two rows, whose upper row names groups of columns, become one row', () => {
  const two = table(
    '序号,号码,姓名,性别,成绩,,名次,,,半程,,备注\n,,,,枪声,净,总,性别,年龄组,用时,名次,\n' +
      '1,A1,张三,男,3:00:00,2:59:00,1,1,1,1:29:00,1,\n2,A2,李四,女,3:01:00,3:00:30,2,1,1,1:30:00,2,\n',
  )
  expect(two.header).toEqual('序号 号码 姓名 性别 枪声 净 名次总 名次性别 名次年龄组 半程用时 半程名次 备注'.split(' '))
  expect([...guess(two.header, two.rows).columns.keys()]).toEqual(
    'bib name gender gun net rank rank_gender rank_agegroup split:半程 reason'.split(' '),
  )
  expect([two.rows.length, two.lines]).toEqual([2, [3, 4]])
  const english = table('Runner,,Times,,Places,,\nBib,Name,Gun,Chip,Overall,Gender,Age\n12,Ann,3:00:00,2:59:00,1,1,1\n')
  expect([...guess(english.header, english.rows).columns.keys()]).toEqual(
    'bib name gun net rank rank_gender rank_agegroup'.split(' '),
  )
  // A cell that was merged over both rows is in the upper row, even if the lower row has more titles.
  const lower = table(
    '某某越野赛 50公里,,,,,\n比赛日期：2026-11-22,,,,比赛地点：石榴山,\n名次,选手信息,,计时成绩,,状态\n,号码布,选手,枪时成绩,净计时,\n' +
      '1,A1,张三,6:00:00,5:59:00,完赛\n2,A2,李四,6:01:00,6:00:30,完赛\n',
  )
  expect(lower.header).toEqual(['名次', '号码布', '选手', '枪时成绩', '净计时', '状态'])
  expect(lower.rows).toHaveLength(2)
  // A row that repeats the titles in English is not a runner. A row that repeats the titles on each printed page is not
  // a runner either.
  const pages = table('号码,姓名,净成绩\nBib,Name,Net Time\nA1,张三,3:00:00\nBib,Name,Net Time\nA2,李四,3:01:00\n')
  expect(pages.rows.map(([bib]) => bib)).toEqual(['A1', 'A2'])
  // A runner who did not finish has no numbers, but the row is not a row of titles.
  expect(table('bib,name,sex,status,time\nA12,Final,M,DNF,\nA13,Bo,F,,3:00:00\n').rows).toHaveLength(2)
})

test('notes below the last runner are no rows; a bib alone stays for a check', () => {
  const { rows } = table(
    'Bib,Name,Club,Time,Place\n1,Ann,,3:00:00,1\n2,Bob,,,\n0077,,,,\nFinishers: 1,,,,\nCourse record: 2:47:12 (2019),,,,\n裁判长：,,,计时主管：,\n' +
      '以上成绩最终解释权归组委会所有,,,,\n共 3 人，完赛 1 人,,,,\nInsgesamt 3 Teilnehmer (1 im Ziel),,,,\n',
  )
  expect(rows.map(([bib]) => bib)).toEqual(['1', '2', '0077'])
})

test('lists side by side on a printed page become one list', () => {
  const two = table(
    '某某马拉松成绩,,,,,,,,\n名次,号码,姓名,成绩,,名次,号码,姓名,成绩\n1,A1,张三,3:00:00,,3,A3,王五,3:02:00\n2,A2,李四,3:01:00\n',
  )
  expect(two).toMatchObject({
    header: ['名次', '号码', '姓名', '成绩', ''],
    rows: [
      ['1', 'A1', '张三', '3:00:00', ''],
      ['2', 'A2', '李四', '3:01:00'],
      ['3', 'A3', '王五', '3:02:00'],
    ],
    lines: [3, 4, 3],
  })
  expect(table('Bib,Name,Time,Bib,Name,Time\n1,Ann,3:00:00,2,Bob,3:01:00\n').rows).toHaveLength(2)
  // A table whose titles repeat is one list if each row holds one runner. The test above has two runners in a row.
  expect(table('Bib,Time,Rank,Time,Rank\n1,3:00:00,1,3:01:00,2\n').header).toHaveLength(5)
  expect(table('Bib,Time,Bib\n1,3:00:00,1\n').header).toHaveLength(3)
})

test('a row that repeats the titles with a further cell does no harm', () => {
  const { rows } = table('号码,姓名,净成绩\nA1,张三,3:00:00\n号码,姓名,净成绩,第2页\nA2,李四,3:01:00,x\n')
  expect(rows.map(([bib]) => bib)).toEqual(['A1', '号码', 'A2'])
})

test('a row of means is no runner', () => {
  const rows = (text: string) => table(text).rows.map(([bib]) => bib)
  expect(rows('号码,枪成绩,净成绩\nA1,3:00:00,2:59:00\nA2,3:02:00,3:01:00\n平均成绩,3:01:00,3:00:00\n')).toEqual([
    'A1',
    'A2',
  ])
  expect(rows('Bib,Name,Time,Place\n1,Ann,3:00:00,1\n2,Bob,3:02:00,2\nAverage,,3:01:00,\nTotal,,2,\n')).toEqual([
    '1',
    '2',
  ])
})

test('a cell of an event that was merged over its rows counts for each of them', () => {
  const merged = table(
    '项目,号码,成绩\n马拉松,A1,3:00:00\n,A2,3:01:00\n,A3,3:02:00\n半程马拉松,B1,1:30:00\n,B2,1:31:00\n',
  )
  expect(eventColumnOf(merged, full, [full])).toEqual({
    column: '项目',
    values: [
      { value: '马拉松', rows: 3 },
      { value: '半程马拉松', rows: 2 },
    ],
    likely: ['马拉松'],
  })
  // A column whose first cell is empty is not filled, because the file does not name the event of that cell.
  const loose = table('项目,号码,成绩\n,A1,3:00:00\n马拉松,A2,3:01:00\n')
  expect(loose.rows[0]![0]).toBe('')
  for (const title of ['赛事组别', '比赛项目 Event', 'Race Name', '參賽組別', 'Event_Name'])
    expect(
      eventColumnOf(table(`号码,${title},成绩\nA1,马拉松,3:00:00\nB1,半程马拉松,1:30:00\n`), full, [full])?.column,
      title,
    ).toBe(title)
})

const read = (text: string) => {
  const one = table(text)
  return readResults(one, guess(one.header, one.rows).columns, { metres: 42_195 })
}

test('times of day at the points become times since the gun, whose moment the finish or the start line tells', () => {
  const runners = Array.from({ length: 6 }, (_, n) => {
    const [lag, ran] = [n * 10, 9000 + n * 120]
    const clock = (seconds: number) => new Date((27_000 + seconds) * 1000).toISOString().slice(11, 19)
    const time = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 19)
    return {
      bib: `A${n + 1}`,
      gun: time(ran + lag),
      net: time(ran),
      start: clock(lag),
      half: clock(lag + ran / 2),
      finish: clock(ran + lag),
    }
  })
  const csv = (...titles: (keyof (typeof runners)[number])[]) =>
    [
      titles.map(
        (title) =>
          ({ bib: '号码', gun: '枪声成绩', net: '净成绩', start: '起点', half: '半程', finish: '终点' })[title],
      ),
      ...runners.map((runner) => titles.map((title) => runner[title])),
    ]
      .map((row) => row.join(','))
      .join('\n')
  for (const text of [csv('bib', 'gun', 'net', 'start', 'half'), csv('bib', 'gun', 'half', 'finish')]) {
    const { results, problems } = read(text)
    expect(problems).toEqual([])
    expect(results.map(({ splits }) => splits)).toEqual(runners.map((_, n) => [(n * 10 + 4500 + n * 60) * 1000]))
  }
  // Nothing in the file tells the moment of the gun. The times are impossible, and the report says so.
  expect(read(csv('bib', 'gun', 'half')).problems.map(({ word }) => word)).toContain('split_out_of_order')
})

test('a point may have the name of its place; ranks and paces at it are no times', () => {
  const labels = (titles: string) => titles.split('|').map((title) => pointIn(title)?.label ?? null)
  expect(labels('CP1 望湖亭|CP2-石门|cp3（大本营）|CP04 Refuge du Lac|CP5 望湖亭 31.5km|CP6+ 折返')).toEqual(
    'CP1 CP2 CP3 CP4 CP5 CP6+'.split(' '),
  )
  expect(labels('CP1进|CP1出|CP2 In|CP2 Out|CP3到达|CP3离开')).toEqual('CP1 CP1+ CP2 CP2+ CP3 CP3+'.split(' '))
  expect(labels('CP1排名|CP1 望湖亭名次|CP1 Rank|CP1 Pos|CP1配速|CP1 pace|CP1距离|CP1 关门时间')).toEqual(
    Array<null>(8).fill(null),
  )
  expect(labels('5M Split|10 M|100M')).toEqual(['5mi', '10mi', null])
})

test('a point keeps its own letters and number, so that two kinds of points in one list stay apart', () => {
  const labels = (titles: string) => titles.split('|').map((title) => pointIn(title)?.label ?? null)
  expect(labels('VP1|VP 3|vp04 Hütte|PC2|P.C. 5|AS6 Ridge|Aid 2|Aid Station 3|VP1 Out|WS2')).toEqual(
    'VP1 VP3 VP4 PC2 PC5 AS6 AS2 AS3 VP1+ WS2'.split(' '),
  )
  expect(
    labels(
      'Ravito 1|Ravitaillement 2 - Les Prés|Control 3|第1関門|関門2|エイド3|第一关门点|補給站2|计时点4|第十二计时点',
    ),
  ).toEqual('Ravito1 Ravito2 Control3 関門1 関門2 エイド3 关门点1 補給站2 计时点4 计时点12'.split(' '))
  expect(labels('第二打卡点|第3检查点')).toEqual(['CP2', 'CP3'])
  expect(
    labels('Passage 15 km|Zwischenzeit Halbmarathon|Paso por media maratón|Doorkomst 10 km|21,1 km|中間|Mezza'),
  ).toEqual(['15', ...Array<string>(2).fill('半程'), '10', ...Array<string>(3).fill('半程')])
  expect(labels('PK 15|15公里(净)|10km (gun)|Halfway point')).toEqual(['15', '15', '10', '半程'])
  expect(labels('35km地点|30kmスプリット|Kilometer 25')).toEqual(['35', '30', '25'])
  expect(labels('折返点|折返點|Turnaround|折返点排名|Passage|Passage rang')).toEqual([
    '折返点',
    '折返點',
    'turnaround',
    null,
    null,
    null,
  ])
  // The fifth mat of a road race is not at 5 km.
  expect(labels('计时点5|计时点5公里|计时点1 10km|第1计时点(10km)')).toEqual(['计时点5', '5', '10', '10'])
  const split = (...titles: string[]) => pointsIn(titles).map((point) => point?.label ?? null)
  expect(split('Split 1', 'Split 2', 'Split 5', '10 km')).toEqual([null, null, null, '10'])
  expect(split('Split 5', 'Split 10', 'Split 15')).toEqual(['5', '10', '15'])
  expect(labels('VP1 Rank|AS2 pace|第一关门点关门时间|PC4 Pos.|AS|PC|VP|AS1234|第一名|Aid')).toEqual(
    Array<null>(10).fill(null),
  )
})

test('titles of three unknown lists that the earlier lists lacked', () => {
  const meant = (titles: string) => titles.split('|').map((title) => meaningOfTitle(title)?.term)
  expect(meant('发令成绩|毛成绩|Last Name, First Name|First Name / Last Name|G/Pos|C/Pos')).toEqual(
    'gun gun name name rank_gender rank_agegroup'.split(' '),
  )
})

test('a row of units below the titles is no runner and no event', () => {
  const units = table(
    '秋山越野赛成绩册,,,,,,\n,,,成绩,,名次,\n号码簿,选手,赛别,鸣枪,净,总,备注\n,,,时:分:秒,时:分:秒,名,\n' +
      'K-7,张三,50公里,26:10:05,26:09:50,1,\nK-9,李四,50公里,27:00:01,26:59:00,2,\nS-1,王五,25公里,4:00:01,3:59:00,1,\n',
  )
  expect(units.rows.map(([bib]) => bib)).toEqual(['K-7', 'K-9', 'S-1'])
  expect(units.lines).toEqual([5, 6, 7])
  expect(eventColumnOf(units, full, [full])?.values.map(({ value }) => value)).toEqual(['50公里', '25公里'])
  const english = table('Bib,Name,Gun Time,Distance\n,,(h:mm:ss),(km)\n7,Ann,3:00:00,42\n')
  expect([english.rows.length, english.lines]).toEqual([1, [3]])
  // The row of a runner without a time stays, although `S` and `m` can be units.
  expect(table('Bib,Name,Sex,Time\n7,S,m,\n8,Bo,m,3:00:00\n').rows).toHaveLength(2)
})
