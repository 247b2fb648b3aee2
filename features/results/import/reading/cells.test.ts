import { expect, test } from 'vitest'
import { clockIn, outcomeIn } from './cells.rules.ts'

test('an outcome behind its reason counts, and a sentence that denies it does not', () => {
  expect(
    ['因伤退赛', '途中棄賽', '中途弃权', '违规取消成绩', '抄近道被取消參賽資格', '成绩被取消', '弃权'].map(
      (word) => outcomeIn(word)?.outcome,
    ),
  ).toEqual(['dnf', 'dnf', 'dnf', 'dsq', 'dsq', 'dsq', 'dns'])
  expect(['未取消成绩', '不予取消资格', '没有退赛未', '退赛率'].map(outcomeIn)).toEqual([null, null, null, null])
})

test('marks of elite lists behind a time do not matter', () => {
  expect(
    ['1:08:32*', '1:08:32 (PB)', '1:08:32 NR', '1:08:32.4 PB Q', '1:08:32Q', '1：08：32（SB）'].map(
      (cell) => clockIn(cell)?.parts === 3 && Math.floor(clockIn(cell)!.ms / 1000),
    ),
  ).toEqual([4112, 4112, 4112, 4112, 4112, 4112])
  expect(['1:08:32 AM', '1:08:32 XY', 'PB', '1:08:32 (2)'].map(clockIn)).toEqual([null, null, null, null])
})
