import { useQueryClient } from '@tanstack/react-query'
import { Crown, KeyRound, LogOut, Pencil, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { LoginSheet } from '#seam/web/account.tsx'
import type { Account } from '#seam/web/account.tsx'
import type { Registration } from '#features/registrations/contract.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { go } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Skeleton, SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { type Team, type TeamMember, teamFetch, teamMembers } from '../contract.ts'
import { rememberedFirst } from './chosenEntry.ts'
import { InviteFriends } from './InviteFriends.tsx'
import { type OpenTeamDialog, TeamDialogs } from './TeamDialogs.tsx'
import { TeamHead } from './TeamHead.tsx'
import { teamWords as words } from './team.words.ts'

export const OneTeam = ({ id, account, mine }: { id: number; account: Account; mine: readonly Registration[] }) => {
  const t = useWords()
  const { lang } = useLang()
  const queries = useQueryClient()
  const raceid = link().raceid ?? 0
  const team = useAsk(teamFetch, { raceid, id })
  const members = useAsk(teamMembers, { raceid, teamid: id })
  const [dialog, setDialog] = useState<OpenTeamDialog>()
  const [login, setLogin] = useState(false)
  if (team.error)
    return (
      <ErrorState
        error={team.error}
        onRetry={() => void team.refetch()}
        action={
          <ButtonLink look="plain" href={path.teams()}>
            {t(words.all_teams)}
          </ButtonLink>
        }
      />
    )
  if (!team.data) return <SkeletonCards count={2} className="h-60" />
  const own = members.data?.items.filter(({ _key }) => _key !== null) ?? []
  const free = rememberedFirst(mine.filter((one) => one.team === null))
  const why = team.data.why ?? undefined
  const again = () => void queries.invalidateQueries()
  const joinReason =
    why ??
    (team.data.members >= team.data.most
      ? t(words.full)
      : account.loggedIn && mine.length > 0 && free.length === 0
        ? t(words.other_team)
        : undefined)
  const join = () => {
    if (!account.loggedIn && mine.length === 0) return setLogin(true)
    if (free.length === 0) return go(path.baoming())
    return setDialog({ what: 'join' })
  }
  const needsRegistration = account.loggedIn && mine.length === 0
  return (
    <>
      <TeamHead team={team.data} least={team.data.least}>
        {team.data.until && !why ? (
          <p className="figures text-14 text-soft">
            {t(words.until, { time: dateText(team.data.until, lang, 'deadline') })}
          </p>
        ) : null}
        {team.data.mine && free.length === 0 ? null : (
          <>
            <Button wide disabledReason={joinReason} onClick={join}>
              {t(
                !account.loggedIn && mine.length === 0
                  ? words.log_in_join
                  : needsRegistration
                    ? words.sign_up
                    : words.join,
              )}
            </Button>
            {needsRegistration && !joinReason ? (
              <p className="text-center text-14 text-soft">{t(words.no_registration_how)}</p>
            ) : null}
          </>
        )}
        {team.data.captain_of ? (
          <div className="grid gap-2 md:grid-cols-2">
            <Button
              look="plain"
              wide
              disabledReason={why}
              icon={<Pencil className="size-5" aria-hidden />}
              onClick={() => setDialog({ what: 'edit' })}
            >
              {t(words.edit)}
            </Button>
            <Button
              look="plain"
              wide
              disabledReason={why}
              icon={<KeyRound className="size-5" aria-hidden />}
              onClick={() => setDialog({ what: 'password' })}
            >
              {t(words.new_password)}
            </Button>
          </div>
        ) : null}
      </TeamHead>
      {team.data.mine && !why && team.data.members < team.data.most ? <InviteFriends team={team.data} /> : null}
      <Card title={t(words.members)} flush>
        {members.error ? <ErrorState error={members.error} onRetry={() => void members.refetch()} /> : null}
        {members.isPending ? (
          <div className="p-4">
            <Skeleton lines={4} />
          </div>
        ) : null}
        <ul className="divide-y divide-line">
          {members.data?.items.map((member) => (
            <Member key={member.memberid} member={member} team={team.data} onAsk={setDialog} />
          ))}
        </ul>
      </Card>
      {own.map((member) => (
        <Button
          key={member.memberid}
          look="quiet"
          disabledReason={why}
          icon={<LogOut className="size-5" aria-hidden />}
          onClick={() => setDialog({ what: 'leave', member })}
        >
          <Dotted text={t(words.leave) + (own.length > 1 ? ` · ${member.name}` : '')} />
        </Button>
      ))}
      {dialog ? (
        <TeamDialogs dialog={dialog} team={team.data} free={free} onClose={() => setDialog(undefined)} onDone={again} />
      ) : null}
      <LoginSheet open={login} note={t(words.log_in_how)} onClose={() => setLogin(false)} />
    </>
  )
}

const Member = ({
  member,
  team,
  onAsk,
}: {
  member: TeamMember
  team: Team
  onAsk: (dialog: OpenTeamDialog) => void
}) => {
  const t = useWords()
  const { name } = member
  return (
    <li className="flex min-h-16 items-center gap-3 px-4 py-2 md:px-6">
      <span
        aria-hidden
        className="flex size-11 shrink-0 items-center justify-center rounded-full bg-tint text-20 font-bold text-strong"
      >
        {[...name][0]}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="truncate font-medium">{name}</span>
          {member.captain ? (
            <Chip tone="race" icon={<Crown className="size-4" aria-hidden />}>
              {t(words.captain)}
            </Chip>
          ) : null}
          {member._key ? <Chip>{t(words.you)}</Chip> : null}
        </span>
        <span className="block truncate text-14 text-soft">{member.event}</span>
      </span>
      {team.captain_of && !team.why && !member.captain ? (
        <span className="-mr-2 flex">
          <IconButton label={t(words.hand_over, { name })} onClick={() => onAsk({ what: 'captain', member })}>
            <Crown className="size-5" aria-hidden />
          </IconButton>
          <IconButton label={t(words.remove, { name })} onClick={() => onAsk({ what: 'remove', member })}>
            <UserMinus className="size-5" aria-hidden />
          </IconButton>
        </span>
      ) : null}
    </li>
  )
}
