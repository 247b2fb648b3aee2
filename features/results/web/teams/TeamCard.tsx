import { Card } from '#ui/layout/Card.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { path } from '#seam/web/paths.ts'
import type { TeamOfReport } from '../../teams/teams.contract.ts'
import { teamRankWords as words } from './team.words.ts'

export const TeamCard = ({ raceid, eventid, of }: { raceid: number; eventid: number; of: TeamOfReport }) => {
  const t = useWords()
  return (
    <Card title={t(words.teams)}>
      <Link
        href={path.teamresult({ raceid, eventid, team: of.team })}
        className="inline-flex min-h-11 items-center text-20 font-bold text-strong underline wrap-anywhere"
      >
        {of.name}
      </Link>
      <ul className="mt-1 divide-y divide-line">
        {of.kinds.map(({ kind, place, of: all, scores, finished, scorers }) => (
          <li key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2">
            <span className="figures">
              {kind === 'open' ? '' : `${t(words[kind])} `}
              <span className="font-medium">
                {place === null
                  ? t(words.finished, { n: finished, of: scorers })
                  : t(words.place, { n: countText(place) })}
              </span>
              {place === null ? null : (
                <span className="ml-2 text-14 text-soft">{t(words.of, { n: countText(all) })}</span>
              )}
            </span>
            <span className="text-14 text-soft">{t(scores ? words.scores : words.scoresNot)}</span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
