import { describe, expect, test } from 'vitest'
import { goesToCrop, marksOf } from './template/marks.rules.ts'
import { digestOf, certificateFieldsIn, fillText, pictureKey, paperFor, valuesFor, withForm } from './rules.ts'

describe('placeholders', () => {
  test('a known field is filled as text, and a percent sign without a known field stays', () => {
    expect(fillText('%姓名% 100%的%姓名%，%姓茗% clip-path:polygon(50% 0,100% 25%)', { 姓名: '<b>李雷</b>' })).toBe(
      '<b>李雷</b> 100%的<b>李雷</b>，%姓茗% clip-path:polygon(50% 0,100% 25%)',
    )
  })
  test('a value that looks like a placeholder is not filled again', () => {
    expect(fillText('%姓名%', { 姓名: '%参赛号%', 参赛号: 'A1' })).toBe('%参赛号%')
  })
  test('a checkpoint is a field: its label may begin with a digit and end with a plus sign', () => {
    const values = { '05': '22:31', '5': '22:31', '10': '45:12', '10用时': '22:41', 'CP1+': '1:02:00', 半程: '1:35:40' }
    expect(fillText('%05% %5% %10% %10用时% %CP1+% %半程%', values)).toBe('22:31 22:31 45:12 22:41 1:02:00 1:35:40')
    expect(fillText('<%15% %CP2用时%>', values), 'points that this event has not').toBe('< >')
    expect(fillText('%42% %50%', values)).toBe('%42% %50%')
    expect(fillText('from 50% 5 km to 100%, 20 %10 %', values), 'nothing with blanks around it').toBe(
      'from 50% 5 km to 100%, 20 %10 %',
    )
    expect(fillText('%5\n%', { '5\n': 'x' })).toBe('%5\n%')
    expect(certificateFieldsIn('%05% %10用时% %CP1+% polygon(50% 0,100% 25%,75%)')).toEqual(['05', '10用时', 'CP1+'])
  })
  test('the fields of a template are listed once and in order', () => {
    expect(certificateFieldsIn('%姓名% %参赛号% 50% 0,100% %姓名%')).toEqual(['姓名', '参赛号'])
  })
})

describe('forms of a placeholder', () => {
  const values = {
    净成绩: '04:27:42',
    枪成绩: '00:33:35',
    全部枪排名: '5898',
    姓名: '李雷',
    '05': '09:05',
    全部净排名: '',
  }
  test('a time loses the zeros at its beginning, and a number gets its thousands separators', () => {
    expect(fillText('%净成绩|时间% %枪成绩|时间% %05|时间% ％全部枪排名|数字％', values)).toBe(
      '4:27:42 33:35 9:05 5,898',
    )
    expect(fillText('%净成绩|时间%', { 净成绩: '100:00:00' })).toBe('100:00:00')
    expect(fillText('%净成绩|时间% %05|时间%', { 净成绩: '00:00:09', '05': '00:45' })).toBe('0:09 0:45')
  })
  test("an organiser's own placeholder prints the value of the report", () => {
    expect(fillText('%净成绩% %全部枪排名%', values)).toBe('04:27:42 5898')
  })
  test('a value that does not fit its form stays, and so does an unknown form', () => {
    expect(fillText('%姓名|时间% %净成绩|数字% %全部净排名|数字%!', values)).toBe('李雷 04:27:42 !')
    expect(fillText('%净成绩|大写% %|时间% %姓茗|时间%', values)).toBe('%净成绩|大写% %|时间% %姓茗|时间%')
    expect(fillText('%15|时间%!', values), 'a point that this event has not').toBe('!')
    expect(fillText('%净成绩|constructor%', values)).toBe('%净成绩|constructor%')
  })
  test('the fields of a text are named without their forms, and the editor chooses the form', () => {
    expect(certificateFieldsIn('%净成绩|时间% %净成绩% %全部枪排名|数字% 50% 0|100%')).toEqual(['净成绩', '全部枪排名'])
    expect(['净成绩', '10用时', 'CP1+', '05', '年龄段排名', '姓名', '年龄段'].map(withForm)).toEqual([
      '净成绩|时间',
      '10用时|时间',
      'CP1+|时间',
      '05|时间',
      '年龄段排名|数字',
      '姓名',
      '年龄段',
    ])
  })
})

describe('values', () => {
  const facts = {
    race: { name: '江城马拉松', city: '江城', date: '2026年4月12日' },
    event: { name: '全程马拉松' },
    report: {
      name: '李雷',
      bib: 'A1',
      gender: 'male',
      time: '03:25:41',
      position: 312,
      性别枪排名: '287',
      半程: '01:40:02',
    },
    number: 'ABCD-EFGH',
  }
  test('the report, the usual names and the map all count', () => {
    const values = valuesFor({ 半马用时: '半程', 选手: 'name', 不明: 'nowhere', 构造: 'constructor' }, facts)
    expect(values).toMatchObject({
      姓名: '李雷',
      参赛号: 'A1',
      性别: '男',
      赛事名称: '江城马拉松',
      项目: '全程马拉松',
      枪成绩: '03:25:41',
      全部枪排名: '312',
      性别枪排名: '287',
      半马用时: '01:40:02',
      选手: '李雷',
      不明: '',
      构造: '',
      证书编号: 'ABCD-EFGH',
    })
  })
  test('a known field without a value is empty, not its own name', () => {
    expect(fillText('净 %净成绩%|', valuesFor({}, facts))).toBe('净 |')
  })
})

test('a background is 1280 wide at most, its height in proportion', () => {
  expect(paperFor(2560, 3620)).toEqual({ width: 1280, height: 1810 })
  expect(paperFor(900, 1200)).toEqual({ width: 900, height: 1200 })
})
test('a corrected result or a changed definition is stored under another key', () => {
  const key = pictureKey('timing', '7', { id: 3, version: 1 }, 1)
  expect(key).toMatch(/^certificate-/)
  expect(pictureKey('reg', '7', { id: 3, version: 1 }, 1)).toMatch(/^certi202303/)
  expect(pictureKey('poster', '7', { id: 3, version: 1 }, 1)).toMatch(/^certi202311/)
  expect(
    new Set([
      key,
      pictureKey('timing', '7', { id: 3, version: 1 }, 2),
      pictureKey('timing', '7', { id: 3, version: 2 }, 1),
      pictureKey('timing', '8', { id: 3, version: 1 }, 1),
    ]).size,
  ).toBe(4)
})
test('a definition with 合成 or 水印 among its fields goes to the crop page, and neither mark is ever written', () => {
  expect(goesToCrop(['姓名', '照片合成'])).toBe(true)
  expect(goesToCrop(['水印'])).toBe(true)
  expect(goesToCrop(['姓名'])).toBe(false)
  expect(fillText('%姓名%%水印% %照片合成%!', { 姓名: '李' })).toBe('李 !')
})

test("the race's first watermark lies on certificates with 水印, at the place that the race chose, and never over the edge", () => {
  const mark = {
    name: 'a',
    names: {},
    url: `/files/7/${'a'.repeat(32)}.png`,
    width: 256,
    height: 128,
    at: 'bottom-right' as const,
  }
  const paper = { fields: ['姓名', '水印'], width: 640, height: 900 }
  const [box, ...more] = marksOf(paper, [mark, { ...mark, name: 'b' }])
  expect(more).toEqual([])
  expect(box).toMatchObject({
    kind: 'image',
    picture: mark.url,
    width: 128,
    height: 64,
    x: 640 - 128 - 20,
    y: 900 - 64 - 20,
  })
  expect(marksOf(paper, [{ ...mark, at: 'top-left' }])[0]).toMatchObject({ x: 20, y: 20 })
  expect(marksOf(paper, [{ ...mark, at: 'center' }])[0]).toMatchObject({ x: 256, y: 418 })
  expect(marksOf(paper, [{ ...mark, width: 1280, height: 2560 }])[0], 'as large as the paper takes').toMatchObject({
    x: 170,
    y: 0,
    width: 450,
    height: 900,
  })
  expect(marksOf({ ...paper, fields: ['姓名', '合成'] }, [mark])).toEqual([])
  expect(marksOf(paper, [])).toEqual([])
})
test('another value gives another digest', () => {
  const all = Array.from({ length: 2000 }, (_, at) => digestOf({ 姓名: `选手${at}` }))
  expect(new Set(all).size).toBe(2000)
  expect(digestOf({ a: 1 })).toBe(digestOf({ a: 1 }))
})
