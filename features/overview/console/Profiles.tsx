import { useState } from 'react'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Bar } from '#ui/layout/Bar.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { EntryFigures } from '../contract.ts'
import { provinces } from '../provinces.words.ts'
import { words } from '../words.ts'

/** The number of rows that the page shows at first. */
const SHOWN = 8

type Row = { key: string; count: number }
/** Figures about the registered runners: shirt sizes, gender, age, province. */
export const Profiles = ({ entries }: { entries: EntryFigures }) => {
  const t = useWords()
  const province = (key: string) => (provinces[key] ? t(provinces[key]) : key)
  const gender = (key: string) => (key === 'male' || key === 'female' ? t(words[key]) : key)
  const parts = [
    { key: 'sizes', title: t(words.sizes), rows: entries.sizes, nameOf: (key: string) => key },
    { key: 'genders', title: t(words.genders), rows: entries.genders, nameOf: gender },
    { key: 'ages', title: t(words.ages), rows: entries.ages, nameOf: (key: string) => key.replace('-17', '≤ 17') },
    { key: 'provinces', title: t(words.provinces), rows: entries.provinces, nameOf: province },
  ]
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 lg:grid-cols-4">
      {parts.map(({ key, ...part }) => (
        <Profile key={key} {...part} />
      ))}
    </div>
  )
}

/** The figures of one question. A table with bars shows the figures. */
const Profile = ({ title, rows, nameOf }: { title: string; rows: readonly Row[]; nameOf: (key: string) => string }) => {
  const t = useWords()
  const [all, setAll] = useState(false)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <Card>
      <table className="w-full text-14">
        <caption className="pb-2 text-left text-16 font-bold">
          {title} <span className="text-12 font-normal text-soft">· {t(words.of_registered)}</span>
        </caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{title}</th>
            <th scope="col">{t(words.share)}</th>
            <th scope="col">{t(words.count)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, all ? undefined : SHOWN).map(({ key, count }) => {
            const name = key === '' ? t(words.unknown) : nameOf(key)
            const share = `${((count / total) * 100).toFixed(1)}%`
            return (
              <tr key={key} className="h-8">
                <th scope="row" className="max-w-24 truncate pr-2 text-left font-normal">
                  {name}
                </th>
                <td className="w-full">
                  <Bar value={count / most} label={`${name}: ${share}`} />
                </td>
                <td className="figures whitespace-nowrap pl-2 text-right" title={share}>
                  {countText(count)}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
      {rows.length === 0 ? <p className="text-14 text-soft">{t(words.nothing_yet)}</p> : null}
      {rows.length > SHOWN && !all ? (
        <button type="button" className="mt-1 min-h-9 text-14 text-soft hover:text-ink" onClick={() => setAll(true)}>
          {t(words.more_rows, { n: rows.length })}
        </button>
      ) : null}
    </Card>
  )
}
