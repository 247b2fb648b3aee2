import { useInfiniteQuery } from '@tanstack/react-query'
import { DoorClosed, DoorOpen, Pencil, Plus, UserPlus, Users } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { raceEvents } from '#features/events/contract.ts'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { path } from '#seam/console/paths.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { Chip, ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { LinkDialog } from '#ui/feedback/LinkDialog.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { SearchField } from '#ui/form/search/SearchField.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Bar } from '#ui/layout/Bar.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { type ClubLine, type ClubQuota, consoleClubsClose, consoleClubsInvite, consoleClubsList } from '../contract.ts'
import { words } from '../words.ts'
import { ClubDialog } from './ClubDialog.tsx'
import { deskWords } from './clubs.words.ts'
import { MembersDialog } from './MembersDialog.tsx'

const readClubs = (raceid: number, q: string, follow: boolean, after: string | null) =>
  call(consoleClubsList, { raceid, q, follow, limit: 50, ...(after === null ? {} : { after }) })

export const ClubsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const raceid = useRaceId()
  const events = useAsk(raceEvents, { raceid }, { quiet: true })
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const follow = usePageParams().show === 'follow'
  const go = useGo()
  const clubs = useInfiniteQuery<Awaited<ReturnType<typeof readClubs>>, Refused>({
    queryKey: [consoleClubsList.path, raceid, lang, q, follow],
    queryFn: ({ pageParam }) => readClubs(raceid, q, follow, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    placeholderData: (before) => before,
  })
  const [open, setOpen] = useState<ClubLine | 'new'>()
  const [listed, setListed] = useState<ClubLine>()
  const items = clubs.data?.pages.flatMap((page) => page.items) ?? []
  const refresh = () => void clubs.refetch()
  return (
    <DeskPage
      title={t(words.clubs)}
      actions={
        <>
          <ExportButton raceid={raceid} table="clubs" filter={{ q }} />
          <Button icon={<Plus className="size-5" aria-hidden />} onClick={() => setOpen('new')}>
            {t(deskWords.write)}
          </Button>
        </>
      }
    >
      <SearchField label={t(deskWords.search)} value={typed} onChange={setTyped} />
      <div className="flex flex-wrap gap-2">
        <ChoiceChip chosen={!follow} onClick={() => go(path.clubs({ raceid }), { replace: true })}>
          {t(deskWords.every)}
        </ChoiceChip>
        <ChoiceChip chosen={follow} onClick={() => go(path.clubs({ raceid, show: 'follow' }), { replace: true })}>
          {t(deskWords.follow)}
        </ChoiceChip>
      </div>
      {clubs.isPending ? <SkeletonCards count={3} className="h-28" /> : null}
      {clubs.error && !clubs.isFetchNextPageError ? <ErrorState error={clubs.error} onRetry={refresh} /> : null}
      {clubs.data && items.length === 0 ? (
        <Empty
          title={t(q ? deskWords.none_found : follow ? deskWords.none_follow : deskWords.none)}
          description={q || follow ? undefined : t(deskWords.none_text)}
        />
      ) : null}
      <ul className="grid gap-4">
        {items.map((club) => (
          <li key={club.id}>
            <ClubCard
              raceid={raceid}
              club={club}
              onEdit={() => setOpen(club)}
              onPeople={() => setListed(club)}
              onChange={refresh}
            />
          </li>
        ))}
      </ul>
      <MoreButton list={clubs} />
      {open ? (
        <ClubDialog
          raceid={raceid}
          club={open === 'new' ? undefined : open}
          events={events.data ?? []}
          onClose={() => setOpen(undefined)}
          onSaved={() => {
            setOpen(undefined)
            refresh()
          }}
        />
      ) : null}
      {listed ? <MembersDialog raceid={raceid} club={listed} onClose={() => setListed(undefined)} /> : null}
    </DeskPage>
  )
}

type CardProps = { raceid: number; club: ClubLine; onEdit: () => void; onPeople: () => void; onChange: () => void }
const ClubCard = ({ raceid, club, onEdit, onPeople, onChange }: CardProps) => {
  const t = useWords()
  const { lang } = useLang()
  const close = useCall(consoleClubsClose)
  const invite = useCall(consoleClubsInvite)
  const [captainLink, setCaptainLink] = useState<string>()
  const isOpen = club.closed_at === null
  const turn = () =>
    close.mutate(
      { raceid, id: club.id, closed: isOpen },
      {
        onSuccess: () => {
          toastSuccess(t(deskWords.saved))
          onChange()
        },
        onError: (thrown) => toastError(refusedFrom(thrown).msg),
      },
    )
  const makeLink = () =>
    invite.mutate(
      { raceid, id: club.id },
      {
        onSuccess: ({ link }) => setCaptainLink(link),
        onError: (thrown) => toastError(refusedFrom(thrown).msg),
      },
    )
  const button = (label: string, icon: typeof Users, onClick: () => void) => {
    const Icon = icon
    return (
      <IconButton label={label} onClick={onClick}>
        <Icon className="size-5" aria-hidden />
      </IconButton>
    )
  }
  const of = { name: club.name }
  return (
    <Card>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 className="flex flex-wrap items-center gap-2 text-20 font-bold">
            {club.name}
            <Chip tone="plain">{t(words[club.kind])}</Chip>
            {isOpen ? null : <Chip tone="danger">{t(words.closed)}</Chip>}
            {club.follow === null ? null : (
              <Chip tone="warning">{t(club.follow === 'due' ? deskWords.due : deskWords.no_captain_yet)}</Chip>
            )}
          </h2>
          <p className="figures text-14 text-soft">
            {club.captains === 0 ? t(deskWords.no_captain) : t(deskWords.captains, { n: club.captains })}
            {club.swap_until ? ` · ${t(words.swap_until)} ${dateText(club.swap_until, lang, 'deadline')}` : ''}
          </p>
        </div>
        <div className="-mr-2 ml-auto flex">
          {button(t(deskWords.people, of), Users, onPeople)}
          {isOpen ? button(t(deskWords.invite, of), UserPlus, makeLink) : null}
          {button(t(deskWords.change, of), Pencil, onEdit)}
          {button(t(isOpen ? deskWords.close : deskWords.open, of), isOpen ? DoorClosed : DoorOpen, turn)}
        </div>
      </div>
      <ul className="mt-4 grid gap-4 md:grid-cols-2">
        {club.quotas.map((quota) => (
          <QuotaLine key={quota.eventid} quota={quota} />
        ))}
      </ul>
      {captainLink ? (
        <LinkDialog
          title={t(deskWords.invite_title)}
          description={t(deskWords.invite_how)}
          link={captainLink}
          onClose={() => setCaptainLink(undefined)}
        />
      ) : null}
    </Card>
  )
}

const QuotaLine = ({ quota }: { quota: ClubQuota }) => {
  const t = useWords()
  const { lang } = useLang()
  const { event, used, places, unpaid, listed, price, until } = quota
  return (
    <li className="grid gap-1">
      <p className="flex justify-between gap-3">
        <span className="font-medium">{event}</span>
        {price === null ? null : <span className="figures">{money(price, lang)}</span>}
      </p>
      <Bar value={places === 0 ? 0 : used / places} label={`${event} ${used}/${places}`} />
      <p className="figures text-14 text-soft">
        {t(deskWords.use, { used, places, paid: used - unpaid, unpaid, listed })}
      </p>
      {until ? (
        <p className="figures text-14 text-soft">
          {t(words.until)} {dateText(until, lang, 'deadline')}
        </p>
      ) : null}
    </li>
  )
}
