import { expect, test } from 'vitest'
import { clockIn, genderIn, outcomeIn } from '../reading/cells.rules.ts'
import { pointIn } from '../reading/points.rules.ts'

test('genders are recognised in the languages of organisers', () => {
  const of = (cells: string) => [...new Set(cells.split('|').map(genderIn))]
  expect(of('M|männlich|Herren|Homme|Masculino|Uomo|Man|男子|Hombre')).toEqual(['M'])
  expect(of('W|weiblich|Damen|Féminin|Mujer|Donna|V|vrouw|女性|Feminino')).toEqual(['F'])
  expect(of('D|K|?|Team')).toEqual([null])
})

test('outcomes, times and the middle of the course are recognised in the languages of other countries', () => {
  const outcomes = (words: string) => words.split('|').map((word) => outcomeIn(word)?.outcome)
  expect(outcomes('途中棄権|途中リタイア|関門アウト（30km）|Aufgegeben|Ritirato|Hors délai')).toEqual(
    Array(6).fill('dnf'),
  )
  expect(outcomes('欠場|未出走|nicht angetreten|Non partant|No presentado')).toEqual(Array(5).fill('dns'))
  expect(outcomes('失格|disqualifiziert|Disqualifié|Descalificado|Squalificato')).toEqual(Array(5).fill('dsq'))
  expect(outcomeIn('制限時間超過')).toEqual({ outcome: 'dnf', overTime: true })
  expect(clockIn('3時間07分09秒')?.ms).toBe(11_229_000)
  expect(['ハーフ', '中間点'].map((title) => pointIn(title)?.label)).toEqual(['半程', '半程'])
})
