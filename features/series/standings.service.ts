import type { Lang } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import type { Cell, WorkbookSheet } from '#integrations/archives/workbook.ts'
import { genders } from '#features/results/rules.ts'
import { rankSeries } from './rank.rules.ts'
import { finishesOf, presentSeries } from './service.ts'
import { type SeriesRow, listEvents, listNumbers } from './store.ts'
import { genderWords, seriesStandingWords as words } from './words.ts'

/** Ranks everybody with points, gender by gender. Staff see hidden names. */
export const standingsOf = async (db: Db, series: SeriesRow, lang: Lang, now: Date) => {
  const events = await listEvents(db, series.id, now)
  const finishes = await finishesOf(db, events)
  const numbers = new Map((await listNumbers(db, series.id)).map(({ uid, name, number }) => [`${uid} ${name}`, number]))
  return {
    races: presentSeries(series, events, lang).races,
    items: genders.flatMap((gender) =>
      rankSeries(series, finishes, gender).map((row) => ({
        ...row,
        gender,
        number: numbers.get(`${row.uid} ${row.name}`) ?? null,
      })),
    ),
  }
}
type Standings = Awaited<ReturnType<typeof standingsOf>>

async function* onePart(rows: readonly (readonly Cell[])[]) {
  yield rows
}
export const sheetOfStandings = ({ races, items }: Standings, lang: Lang): WorkbookSheet => {
  const heads = [
    [words.gender, 'text', 8],
    [words.rank, 'number', 8],
    [words.runner, 'text', 18],
    [words.club, 'text', 22],
    [words.number, 'number', 12],
    [words.points, 'number', 10],
  ] as const
  const rows = items.map((one): Cell[] => [
    genderWords[one.gender][lang],
    one.rank,
    one.name,
    one.club,
    one.number,
    one.points,
    ...races.map(({ key }) => one.races.find(({ race }) => race === key)?.points ?? null),
  ])
  return {
    name: words.sheet[lang],
    columns: [
      ...heads.map(([title, kind, width]) => ({ title: title[lang], kind, width })),
      ...races.map(({ race, event }) => ({ title: `${race} ${event}`, kind: 'number' as const, width: 16 })),
    ],
    rows: onePart(rows),
  }
}
