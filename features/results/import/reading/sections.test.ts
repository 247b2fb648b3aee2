import { expect, test } from 'vitest'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { withTitles } from '../headers/titleRow.rules.ts'
import { eventColumnOf, rowsOnly } from './events.rules.ts'
import { withSections } from './sections.rules.ts'

const table = (text: string) => withSections(withTitles(readTable(text) as FileTable))
const half = { id: 1, name: '半程马拉松', metres: 21_097.5 }
const fun = { id: 2, name: '健康跑', metres: 5000 }

test('headings between the rows separate events, and are no runners', () => {
  const list = table(
    '名次,号码,姓名,成绩\n半程马拉松 男子,,,\n1,A1,张三,1:10:00\n2,A2,李四,1:11:00\n半程马拉松 女子,,,\n1,A3,王五,1:20:00\n' +
      '健康跑,,,\n名次,号码,姓名,成绩\n1,B1,赵六,0:30:00\n',
  )
  expect(eventColumnOf(list, half, [half, fun])).toEqual({
    column: '分段标题',
    values: [
      { value: '半程马拉松 男子', rows: 2 },
      { value: '半程马拉松 女子', rows: 1 },
      { value: '健康跑', rows: 1 },
    ],
    likely: ['半程马拉松 男子', '半程马拉松 女子'],
  })
  expect(rowsOnly(list, { column: '分段标题', values: ['健康跑'] })?.rows.map((row) => row[1])).toEqual(['B1'])
  expect(list.lines).toEqual([3, 4, 6, 9])
})

test('the first heading may be above the titles; rows of one event raise no question', () => {
  const two = table('10 km\nPlace,Bib,Name,Time\n1,1,Ann,0:40:00\n5 km fun run,,,\n1,2,Bob,0:25:00\n')
  expect(eventColumnOf(two, fun, [half, fun])?.values).toEqual([
    { value: '', rows: 1 },
    { value: '5 km fun run', rows: 1 },
  ])
  const one = table(
    'Place,Bib,Name,Time\nHalf marathon men,,,\n1,1,Ann,1:40:00\nHalf marathon women,,,\n1,2,Eve,1:45:00\n',
  )
  expect([eventColumnOf(one, half, [half, fun]), one.rows.length]).toEqual([undefined, 2])
  // A row with only a name belongs to a runner. A club with an event's name in its own name is not a heading.
  expect(table('号码,姓名,单位,成绩\n,张三,,\n2,李四,半程马拉松俱乐部,1:30:00\n').rows).toHaveLength(2)
})

test('a column of events is recognised by its values if its title is unclear', () => {
  const columnIn = (text: string) => eventColumnOf(readTable(text) as FileTable, half, [half, fun])?.column
  expect(columnIn('赛别,号码,成绩\n半程,1,1:10:00\n10公里,2,0:40:00\n')).toBe('赛别')
  expect(columnIn('Which,Bib,Time\nHalf Marathon,1,1:10:00\n5 km,2,0:40:00\n')).toBe('Which')
  // A column of drop-out points, of slogans or of speeds is not a column of events.
  expect(columnIn('退出点,号码,成绩\n,1,1:10:00\n10公里,2,\n半程,3,\n')).toBeUndefined()
  expect(columnIn('口号,号码,成绩\n我爱半程,1,1:10:00\n加油,2,1:11:00\n10公里,3,1:12:00\n')).toBeUndefined()
  expect(columnIn('平均速度,号码,成绩\n12.3 km/h,1,1:10:00\n11.3 km/h,2,1:11:00\n')).toBeUndefined()
  // A relay beside single runners is a separate event. Wheelchairs are a class within an event.
  expect(columnIn('类别,号码,成绩\n个人,1,1:10:00\n接力,2,1:40:00\n')).toBe('类别')
  expect(columnIn('类别,号码,成绩\n半程,1,1:10:00\n轮椅,2,1:40:00\n')).toBeUndefined()
})
