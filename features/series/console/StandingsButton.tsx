import { Download } from 'lucide-react'
import { toastError } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { csvFile } from '#ui/network/csvFile.ts'
import { saveBlob } from '#ui/network/handOver.ts'
import { genderWords } from '../words.ts'
import { type SeriesStandings, consoleSeriesStandings } from '../contract.ts'
import { seriesDeskWords as words } from './seriesDesk.words.ts'

/** Downloads the whole standings of a series, with a column of points for each race. */
export const StandingsButton = ({ id, name }: { id: number; name: string }) => {
  const t = useWords()
  const read = useCall(consoleSeriesStandings, { quiet: true })
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
      const heads = [words.gender, words.rank, words.runner, words.club, words.number, words.points].map((said) =>
        t(said),
      )
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
  return (
    <Button
      look="plain"
      busy={read.isPending}
      icon={<Download className="size-5" aria-hidden />}
      aria-label={`${t(words.file)} ${name}`}
      onClick={() => void download()}
    >
      {t(words.file)}
    </Button>
  )
}
