import { Download } from 'lucide-react'
import { toastError } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { csvFile } from '#ui/network/csvFile.ts'
import { saveBlob } from '#ui/network/handOver.ts'
import { genderWords, seriesStandingWords } from '../words.ts'
import { type SeriesStandings, consoleSeriesFile, consoleSeriesStandings } from '../contract.ts'
import { seriesDeskWords as words } from './seriesDesk.words.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const { gender, rank, runner, club, number, points } = seriesStandingWords
/** Downloads the whole standings of a series as CSV or XLSX, with a column of points for each race. */
export const StandingsButton = ({ id, name }: { id: number; name: string }) => {
  const t = useWords()
  const read = useCall(consoleSeriesStandings, { quiet: true })
  const book = useCall(consoleSeriesFile, { quiet: true })
  const rowOf = (races: SeriesStandings['races'], one: SeriesStandings['items'][number]) => [
    t(genderWords[one.gender]),
    one.rank,
    one.name,
    one.club,
    one.number,
    one.points,
    ...races.map(({ key }) => one.races.find(({ race }) => race === key)?.points ?? null),
  ]
  const download = async () => {
    try {
      const { races, items } = await read.mutateAsync({ id })
      const heads = [gender, rank, runner, club, number, points].map((said) => t(said))
      const names = races.map(({ race, event }) => `${race} ${event}`)
      saveBlob(
        csvFile(
          [...heads, ...names],
          items.map((one) => rowOf(races, one)),
        ),
        `${name}.csv`,
      )
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  const downloadBook = async () => {
    try {
      const { filename, content } = await book.mutateAsync({ id })
      saveBlob(new Blob([Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))], { type: XLSX }), filename)
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  return (
    <>
      {(
        [
          [words.file, read.isPending, download],
          [words.workbook, book.isPending, downloadBook],
        ] as const
      ).map(([label, busy, save]) => (
        <Button
          key={label.en}
          look="plain"
          busy={busy}
          icon={<Download className="size-5" aria-hidden />}
          aria-label={`${t(label)} ${name}`}
          onClick={() => void save()}
        >
          {t(label)}
        </Button>
      ))}
    </>
  )
}
