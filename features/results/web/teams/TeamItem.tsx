import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import { resultOutcomeWords } from '../../report/outcome.words.ts'
import type { TeamKindShown, TeamRow, TeamRunner } from '../../teams/teams.contract.ts'
import { shortClock } from '../list/ResultRow.tsx'
import { scoreWords } from '../report/score.words.ts'
import { teamRankWords as words } from './team.words.ts'

export type Scoring = { score: 'time' | 'places' }
export const useScoreText = ({ score }: Scoring) => {
  const t = useWords()
  return (value: string): string => (score === 'time' ? shortClock(value) : t(words.points, { n: value }))
}
/** Writes how many members of a team have finished, and which are missing. */
export const useFinishedText = () => {
  const t = useWords()
  return ({ finished, scorers, missing }: Pick<TeamRow, 'finished' | 'scorers' | 'missing'>): string =>
    [
      t(words.finished, { n: finished, of: scorers }),
      missing.women > 0 ? t(words.needWomen, { n: missing.women }) : '',
      missing.men > 0 ? t(words.needMen, { n: missing.men }) : '',
    ]
      .filter(Boolean)
      .join(' · ')
}
/** Writes the rules of a kind of team as a sentence. */
export const useTeamKindText = ({ score, numbering }: Scoring & { numbering: 'stand' | 'teams' }) => {
  const t = useWords()
  return ({ scorers, women, men }: TeamKindShown): string =>
    [
      t(words.scorers, { n: scorers }),
      women > 0 ? t(words.withWomen, { n: women }) : '',
      men > 0 ? t(words.withMen, { n: men }) : '',
      t(score === 'time' ? words.byTime : words.byPlaces),
      score === 'places' && numbering === 'teams' ? t(words.anew) : '',
    ]
      .filter(Boolean)
      .join(' · ')
}

export const TeamRunners = ({ runners, score, label }: Scoring & { runners: readonly TeamRunner[]; label: string }) => {
  const t = useWords()
  const scoreText = useScoreText({ score })
  return (
    <ul aria-label={label} className="divide-y divide-line">
      {runners.map((one) => (
        <li key={one.key}>
          <Link
            href={path.result({ key: one.key })}
            className="flex min-h-12 items-center gap-3 px-4 py-2 transition hover:bg-tint md:gap-6 md:px-6"
          >
            <span className="figures w-12 shrink-0 whitespace-nowrap text-14 text-soft md:w-16">
              {one.place === null ? '–' : countText(one.place)}
            </span>
            <span className="min-w-0 flex-1">
              <span className="block truncate">{one.name ?? t(scoreWords.hiddenName)}</span>
              <span className="figures block text-14 text-soft">{one.bib}</span>
            </span>
            <span className="shrink-0 text-right">
              {one.outcome === 'finished' && one.time ? (
                <span className="figures block font-medium">{shortClock(one.time)}</span>
              ) : (
                <Chip>{t(resultOutcomeWords[one.outcome])}</Chip>
              )}
              {score === 'places' && one.points !== null ? (
                <span className="figures block text-14 text-soft">{scoreText(one.points)}</span>
              ) : null}
            </span>
            <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** A team in the list, which opens to show its scorers. */
export const TeamItem = ({
  row,
  eventid,
  score,
  first,
}: Scoring & {
  row: TeamRow
  eventid: number
  /** True if the team is open from the beginning. */
  first: boolean
}) => {
  const t = useWords()
  const id = useId()
  const [open, setOpen] = useState(first)
  const scoreText = useScoreText({ score })
  const finishedText = useFinishedText()
  return (
    <li className="border-b border-line last:border-0">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className={
          'flex min-h-18 w-full cursor-pointer items-center gap-3 px-4 py-3 ' +
          'text-left transition hover:bg-tint md:gap-6 md:px-6'
        }
      >
        <span className="display w-12 shrink-0 text-20 leading-none text-strong md:w-16 md:text-28">
          {row.place === null ? '–' : countText(row.place)}
        </span>
        <span className="min-w-0 flex-1">
          <span className="line-clamp-2 font-medium wrap-anywhere">{row.name}</span>
          <span className="figures block text-14 text-soft">
            {row.place === null
              ? finishedText(row)
              : [
                  row.laps === null ? '' : t(words.laps, { n: row.laps }),
                  row.gap === null ? '' : t(words.behind, { gap: scoreText(row.gap) }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
          </span>
        </span>
        {row.score === null ? null : (
          <span className={`display shrink-0 leading-none ${row.place === null ? 'text-20 text-soft' : 'text-28'}`}>
            {scoreText(row.score)}
          </span>
        )}
        <ChevronDown className={`size-5 shrink-0 text-soft transition ${open ? 'rotate-180' : ''}`} aria-hidden />
      </button>
      <div id={id} hidden={!open}>
        {open ? (
          <div className="border-t border-line bg-sunk pb-3">
            <TeamRunners runners={row.runners} score={score} label={t(words.scoring)} />
            <div className="px-4 pt-3 md:px-6">
              <ButtonLink look="plain" href={path.teamresult({ eventid, team: row.team })}>
                {t(words.page)}
              </ButtonLink>
            </div>
          </div>
        ) : null}
      </div>
    </li>
  )
}
