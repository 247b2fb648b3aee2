import { ChevronRight } from 'lucide-react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, shortDuration } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import type { ReportRow } from '../../contract.ts'
import { resultOutcomeWords } from '../../report/outcome.words.ts'
import { resultListWords as words, scoreWords } from '../report/score.words.ts'
import { usePointName } from '../report/SplitTable.tsx'
import { groupRankOf } from './groupRank.ts'

/** Writes `03:04:05` and `00:33:35` in the usual form: 3:04:05, 33:35. */
export const shortClock = (clock: string): string =>
  shortDuration(clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0))

/** Shows one runner of a list. `by` tells which ranks the list has. `byGender` is true if it has one gender only. */
export const ResultRow = ({
  row,
  by,
  byGender,
  points,
}: {
  row: ReportRow
  by: 'official' | 'gun' | 'net'
  byGender: boolean
  points: readonly string[]
}) => {
  const t = useWords()
  const nameOf = usePointName()
  const clock = by === 'official' ? row.basis : by
  const rank = by === 'official' ? row.position : by === 'gun' ? row.gun_place : row.net_place
  const [main, other] = clock === 'gun' ? [row.time, row.nettime] : [row.nettime, row.time]
  const finished = row.outcome === 'finished'
  const group = groupRankOf(row, t)
  const gender =
    row.gender_place === null
      ? null
      : t(words.genderRanks[row.gender === 'M' || row.gender === 'F' ? row.gender : 'other'], {
          n: countText(row.gender_place),
        })
  return (
    <Link
      href={path.result({ key: row._key })}
      className="@container flex h-full flex-col justify-center border-b border-line px-4 transition hover:bg-tint max-[300px]:px-2 md:px-6"
    >
      <span className="flex flex-wrap items-center gap-x-3 max-[300px]:gap-x-2 md:gap-x-6">
        <span
          className={
            'display w-12 shrink-0 whitespace-nowrap leading-none text-strong max-[300px]:w-auto max-[300px]:text-16 md:w-16 ' +
            (rank !== null && rank > 9999 ? 'text-16 md:text-20' : 'text-20 md:text-28')
          }
        >
          {rank === null ? '–' : countText(rank)}
        </span>
        <span className="min-w-0 flex-[1_1_5rem]">
          <span className="flex min-w-0 items-center gap-2">
            <span dir="auto" className="truncate font-medium">
              {row.name ?? t(scoreWords.hiddenName)}
            </span>
            {row.handed_in ? <Chip>{t(words.handedIn)}</Chip> : null}
          </span>
          {/*
           * A phone has space for one rank beside or below the bib: the rank that fits the list's filter. A narrow phone
           * writes it smaller. Large text leaves no space below the bib, because the height of a row is fixed. On a narrow
           * phone it leaves no space for the rank.
           */}
          <span className="figures flex gap-x-3 overflow-hidden text-14 text-soft max-[359px]:@min-[15rem]:flex-wrap max-md:@min-[18rem]:flex-wrap">
            <span className="whitespace-nowrap">{row.bib}</span>
            {group ? (
              <span
                className={`truncate max-[359px]:text-12 max-[359px]:@max-[15rem]:hidden ${byGender ? 'hidden md:inline' : ''}`}
              >
                {group}
              </span>
            ) : null}
            {gender ? (
              <span
                className={`truncate max-[359px]:text-12 max-[359px]:@max-[15rem]:hidden ${byGender ? '' : 'hidden md:inline'}`}
              >
                {gender}
              </span>
            ) : null}
            {row.club ? <span className="hidden truncate md:inline">{row.club}</span> : null}
          </span>
        </span>
        {finished && row.pace ? (
          <span className="figures hidden w-20 shrink-0 text-right text-soft md:block">
            {row.pace}
            <span className="text-14"> {t(scoreWords.perKm)}</span>
          </span>
        ) : null}
        <span className="ml-auto shrink-0 text-right md:w-32">
          {finished && main ? (
            <span className="display block text-28 leading-none max-[300px]:text-20">{shortClock(main)}</span>
          ) : (
            <Chip tone={row.outcome === 'running' ? 'info' : 'plain'}>{t(resultOutcomeWords[row.outcome])}</Chip>
          )}
          {finished && other ? (
            <span className="figures mt-1 block text-14 text-soft max-[300px]:hidden">
              {t(clock === 'gun' ? words.net : words.gun, { time: shortClock(other) })}
            </span>
          ) : null}
          {!finished && row.last ? (
            <span className="figures mt-1 block whitespace-nowrap text-14 text-soft max-[300px]:hidden">
              {t(words.seenAt, { point: nameOf(row.last.label), time: shortClock(row.last.time) })}
            </span>
          ) : null}
        </span>
        {/* A narrow phone keeps the space for the time, so that the row has its fixed height. */}
        <ChevronRight className="size-5 shrink-0 text-soft max-[359px]:hidden" aria-hidden />
      </span>
      {row.splits ? (
        <span className="figures mt-1 hidden gap-x-5 overflow-hidden whitespace-nowrap pl-22 text-14 text-soft md:flex">
          {row.splits.map((time, at) => (
            <span key={points[at] ?? at}>
              <span className="text-12">{nameOf(points[at] ?? '')}</span> {time === null ? '–' : shortClock(time)}
            </span>
          ))}
        </span>
      ) : null}
    </Link>
  )
}
