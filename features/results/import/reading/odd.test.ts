import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FileTable, readTable } from '#features/files/table.rules.ts'
import { withTitles } from '../headers/titleRow.rules.ts'
import { missingIn, unusedTextIn } from '../headers/leftOver.rules.ts'
import { mapResultColumns } from './columns.rules.ts'
import { eventColumnOf, withEventsFilled } from './events.rules.ts'
import { withGenderRanks, withGendersOfGroups } from './genderRanks.rules.ts'
import { withRelays } from '../legs/relays.rules.ts'
import { readResults } from './rows.rules.ts'
import { withSections } from './sections.rules.ts'

const cells = (
  '号码|姓名|成绩|净成绩|枪成绩|名次|男子名次|女子名次|性别|组别|项目|棒次|队名|第1棒|第2棒|5km|CP1|CP1+|半程|出生日期|年龄|' +
  '状态|备注|是否完赛|合计|平均|半程马拉松|10 km|男|女|1|2|12|A1|A2|101-1|101-2|3:00:00|0:20:00|62:03|DNF|退赛|"x"|"|#N/A|' +
  '=|-|0|1/25|4 M30|1980-01-01|30512|0.1285||\u3000|__proto__|constructor'
).split('|')
const events = [
  { id: 1, name: '马拉松', metres: 42_195 },
  { id: 2, name: '半程', metres: null },
]

test('no table breaks the import, with any titles and any number of cells', () => {
  const row = fc.array(fc.constantFrom(...cells), { minLength: 1, maxLength: 8 })
  const file = fc.tuple(fc.array(row, { minLength: 1, maxLength: 9 }), fc.constantFrom(',', ';', '\t'))
  fc.assert(
    fc.property(file, ([rows, delimiter]) => {
      const table = readTable(rows.map((one) => one.join(delimiter)).join('\n'))
      if ('unreadable' in table) return
      const joined = withRelays(
        withGenderRanks(withGendersOfGroups(withEventsFilled(withSections(withTitles(table as FileTable))))),
      )
      if ('unclear' in joined) return
      eventColumnOf(joined, events[0]!, events)
      const { columns } = mapResultColumns(joined.header, joined.rows, {}, 'net')
      missingIn(columns)
      unusedTextIn(joined, columns)
      const { results, problems } = readResults(joined, columns, { metres: 42_195, raceDay: '2026-11-22' })
      expect(results.length).toBeLessThanOrEqual(joined.rows.length)
      for (const { line } of problems) expect(line).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})
