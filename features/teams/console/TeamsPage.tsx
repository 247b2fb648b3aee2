import { useInfiniteQuery } from '@tanstack/react-query'
import { Pencil, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useRaceId } from '#seam/console/useRace.ts'
import { IconButton } from '#ui/form/Button.tsx'
import { type Refused, call } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { pictureAt } from '#ui/media/picture.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { type TeamLine, consoleTeamsList } from '../contract.ts'
import { deskWords as words } from './desk.words.ts'
import { TeamDialog } from './TeamDialog.tsx'

const readTeams = (raceid: number, q: string, after: string | null) =>
  call(consoleTeamsList, { raceid, q, limit: 50, ...(after === null ? {} : { after }) })

export const TeamsPage = () => {
  const t = useWords()
  const raceid = useRaceId()
  const [typed, setTyped] = useState('')
  const q = useDeferredValue(typed.trim())
  const teams = useInfiniteQuery<Awaited<ReturnType<typeof readTeams>>, Refused>({
    queryKey: [consoleTeamsList.path, raceid, q],
    queryFn: ({ pageParam }) => readTeams(raceid, q, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    placeholderData: (before) => before,
  })
  const [open, setOpen] = useState<TeamLine>()
  const items = teams.data?.pages.flatMap((page) => page.items) ?? []
  const error = teams.error
  return (
    <DeskPage title={t(words.teams)}>
      <TextInput
        bare
        type="search"
        label={t(words.search)}
        placeholder={t(words.search)}
        before={<Search className="size-5" aria-hidden />}
        value={typed}
        maxLength={40}
        onChange={(event) => setTyped(event.target.value)}
      />
      {teams.isPending ? <SkeletonCards count={4} className="h-20" /> : null}
      {error && !teams.isFetchNextPageError ? <ErrorState error={error} onRetry={() => void teams.refetch()} /> : null}
      {teams.data && items.length === 0 ? (
        <Empty title={t(q ? words.none_found : words.none)} description={q ? undefined : t(words.none_text)} />
      ) : null}
      {items.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((team) => (
              <li key={team.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
                <img
                  src={pictureAt(team.cover, 320)}
                  alt=""
                  loading="lazy"
                  className="h-12 w-20 shrink-0 rounded bg-sunk object-cover"
                />
                <span className="min-w-0 flex-[1_1_12rem]">
                  <span className="block font-medium break-words">{team.name}</span>
                  <span className="figures block break-words text-14 text-soft">
                    {t(words.members_of, { n: team.members, most: team.most, captain: team.captain })}
                  </span>
                </span>
                <Chip tone={team.counts ? 'success' : 'warning'}>{t(team.counts ? words.counts : words.short)}</Chip>
                <IconButton label={t(words.edit, { name: team.name })} onClick={() => setOpen(team)}>
                  <Pencil className="size-5" aria-hidden />
                </IconButton>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={teams} />
      {open ? (
        <TeamDialog key={open.id} team={open} onClose={() => setOpen(undefined)} onDone={() => void teams.refetch()} />
      ) : null}
    </DeskPage>
  )
}
