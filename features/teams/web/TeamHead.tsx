import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { pictureAt, pictureSet } from '#ui/media/picture.ts'
import type { TeamLine } from '../contract.ts'
import { teamWords as words } from './team.words.ts'

export const TeamChips = ({ team, least }: { team: Pick<TeamLine, 'members' | 'most' | 'counts'>; least?: number }) => {
  const t = useWords()
  const short = least === undefined ? 0 : least - team.members
  return (
    <span className="flex flex-wrap gap-1.5">
      <Chip tone="race" icon={<Users className="size-4" aria-hidden />}>
        <span className="figures">{t(words.members_of, { n: team.members, most: team.most })}</span>
      </Chip>
      {team.members >= team.most ? <Chip tone="info">{t(words.full)}</Chip> : null}
      {short > 0 ? (
        <Chip tone="warning">{t(words.needs, { n: short })}</Chip>
      ) : team.counts ? (
        <Chip tone="success">{t(words.counts)}</Chip>
      ) : null}
    </span>
  )
}

export const TeamHead = ({ team, least, children }: { team: TeamLine; least: number; children?: ReactNode }) => {
  const t = useWords()
  return (
    <section className="overflow-hidden rounded bg-surface shadow-card">
      <img
        src={pictureAt(team.cover, 960)}
        srcSet={pictureSet(team.cover)}
        sizes="(min-width: 768px) 40rem, 100vw"
        alt={t(words.cover_of, { name: team.name })}
        className="block aspect-2/1 w-full bg-sunk object-cover"
      />
      <div className="grid gap-3 p-4 md:p-6">
        <div>
          <h2 className="text-28 font-bold break-words">{team.name}</h2>
          <p className="text-soft">{t(words.captain_is, { name: team.captain })}</p>
        </div>
        <TeamChips team={team} least={least} />
        <p className="break-words whitespace-pre-line">{team.profile}</p>
        {children}
      </div>
    </section>
  )
}
