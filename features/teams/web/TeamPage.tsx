import { Plus, Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { type Registration, registrationMy, registrationShow } from '#features/registrations/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { go, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { rememberEntry } from './chosenEntry.ts'
import { FoundTeam } from './FoundTeam.tsx'
import { OneTeam } from './OneTeam.tsx'
import { teamWords as words } from './team.words.ts'

/**
 * Reads the caller's own registrations that can belong to a team. If the address of the page names a registration of
 * the caller, the answer contains this registration too.
 */
const useMine = (key: string | undefined, loggedIn: boolean) => {
  const { raceid } = link()
  const mine = useAsk(registrationMy, { raceid, limit: 50 }, { enabled: loggedIn && raceid !== undefined, quiet: true })
  const shown = useAsk(registrationShow, { id: key ?? '' }, { enabled: key !== undefined, quiet: true })
  const listed = mine.data?.items ?? []
  const own =
    shown.data?.mine && !listed.some(({ _key }) => _key === shown.data._key) ? [shown.data, ...listed] : listed
  return {
    items: own.filter(({ status, team }) => team !== null || status.can.team.ok),
    pending: (loggedIn && mine.isPending) || (key !== undefined && shown.isPending),
    error: mine.error,
    retry: () => void mine.refetch(),
  }
}

/**
 * The page of a team. The address names the team by `id` (a link to join), or by `_key`, a registration in the team.
 * Without either, the page shows the caller's own team.
 */
export const TeamPage = () => {
  const t = useWords()
  const params = usePageParams()
  const account = useAccount()
  const mine = useMine(params._key, account.loggedIn)
  const id = params.id !== undefined && /^\d{1,15}$/.test(params.id) ? Number(params.id) : undefined
  const chosen =
    mine.items.find(({ _key }) => _key === params._key) ?? mine.items.find(({ team }) => team !== null) ?? mine.items[0]
  const teamid = id ?? chosen?.team?.id
  const entry = id === undefined ? chosen?._key : undefined
  useEffect(() => {
    if (entry) rememberEntry(entry)
  }, [entry])
  if (account.pending || (mine.pending && id === undefined))
    return (
      <Page title={t(words.title)} narrow backTo={path.home()}>
        <SkeletonCards count={2} className="h-60" />
      </Page>
    )
  return (
    <Page
      title={t(id === undefined || mine.items.some(({ team }) => team?.id === id) ? words.title : words.team)}
      narrow
      backTo={path.home()}
    >
      {id === undefined && mine.items.length > 1 ? (
        <div role="group" aria-label={t(words.whose)} className="flex flex-wrap gap-2">
          {mine.items.map((one) => (
            <ChoiceChip
              key={one._key}
              chosen={one === chosen}
              onClick={() => go(path.team({ _key: one._key }), { replace: true })}
            >
              {one.name}
              {one.team ? ` · ${one.team.name}` : ''}
            </ChoiceChip>
          ))}
        </div>
      ) : null}
      {mine.error && id === undefined ? <ErrorState error={mine.error} onRetry={mine.retry} /> : null}
      {teamid !== undefined ? (
        <OneTeam key={teamid} id={teamid} account={account} mine={mine.items} />
      ) : mine.error ? null : (
        <NoTeam account={account} registration={chosen} />
      )}
    </Page>
  )
}

type Account = ReturnType<typeof useAccount>

const NoTeam = ({ account, registration }: { account: Account; registration: Registration | undefined }) => {
  const t = useWords()
  const [open, setOpen] = useState<'found'>()
  const find = (
    <ButtonLink look="plain" href={path.teams()} icon={<Search className="size-5" aria-hidden />}>
      {t(words.find)}
    </ButtonLink>
  )
  if (open === 'found' && registration)
    return <FoundTeam registration={registration} onFounded={(id) => go(path.team({ id }), { replace: true })} />
  const stranger = !account.loggedIn && !registration
  return (
    <>
      {registration ? (
        <Empty
          title={t(words.none_yet)}
          description={t(words.none_how)}
          action={
            <>
              <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setOpen('found')}>
                {t(words.found)}
              </Button>
              {find}
            </>
          }
        />
      ) : stranger ? (
        <LoginFirst title={t(words.log_in_how)}>{find}</LoginFirst>
      ) : (
        <Empty
          title={t(words.no_registration)}
          description={t(words.no_registration_how)}
          action={
            <>
              <ButtonLink href={path.baoming()}>{t(words.sign_up)}</ButtonLink>
              {find}
            </>
          }
        />
      )}
    </>
  )
}
