import { useInfiniteQuery } from '@tanstack/react-query'
import { Plus, Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { pictureAt } from '#ui/media/picture.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { teamList, teamSearch } from '../contract.ts'
import { TeamChips } from './TeamHead.tsx'
import { teamWords as words } from './team.words.ts'

const readTeams = (raceid: number, name: string, after: string | null) => {
  const page = { raceid, limit: 20, ...(after === null ? {} : { after }) }
  return name === '' ? call(teamList, page) : call(teamSearch, { ...page, name })
}

export const TeamsPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const { raceid } = link()
  const [typed, setTyped] = useState('')
  const name = useDeferredValue(typed.trim())
  const teams = useInfiniteQuery<Awaited<ReturnType<typeof readTeams>>, Refused>({
    queryKey: askKey(teamSearch.path, raceid, lang, { name }),
    queryFn: ({ pageParam }) => readTeams(raceid ?? 0, name, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    placeholderData: (before) => before,
  })
  const items = teams.data?.pages.flatMap((page) => page.items) ?? []
  const found = (
    <ButtonLink href={path.team()} icon={<Plus className="size-5" aria-hidden />}>
      {t(words.found)}
    </ButtonLink>
  )
  return (
    <Page title={t(words.teams)} backTo={path.home()}>
      <div className={`flex flex-wrap items-end gap-3 ${teams.error && !teams.isFetchNextPageError ? 'hidden' : ''}`}>
        <TextInput
          bare
          className="min-w-0 flex-[1_1_16rem]"
          type="search"
          label={t(words.search)}
          placeholder={t(words.search)}
          before={<Search className="size-5" aria-hidden />}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={40}
        />
        {items.length ? found : null}
      </div>
      {teams.isPending ? <SkeletonCards count={4} className="h-28" /> : null}
      {teams.error && !teams.isFetchNextPageError ? (
        <ErrorState
          error={teams.error}
          onRetry={() => void teams.refetch()}
          action={
            <ButtonLink look="plain" href={path.home()}>
              {t(kit.home)}
            </ButtonLink>
          }
        />
      ) : null}
      {teams.data && items.length === 0 ? (
        <Empty title={t(name ? words.list_none : words.list_empty)} action={found} />
      ) : null}
      {items.length ? (
        <ul className="grid gap-4 md:grid-cols-2" aria-busy={teams.isFetching}>
          {items.map((team) => (
            <li key={team.id}>
              <Link
                href={path.team({ id: team.id })}
                className="flex h-full gap-4 overflow-hidden rounded bg-surface shadow-card hover:bg-sunk"
              >
                <img
                  src={pictureAt(team.cover, 320)}
                  alt=""
                  loading="lazy"
                  className="w-28 max-w-[30%] shrink-0 self-stretch bg-sunk object-cover md:w-40"
                />
                <span className="grid min-w-0 content-center gap-1.5 py-3 pr-4">
                  <span className="line-clamp-2 text-20 font-bold">{team.name}</span>
                  <span className="line-clamp-2 text-14 text-soft">{t(words.captain_is, { name: team.captain })}</span>
                  <TeamChips team={team} />
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <MoreButton list={teams} />
    </Page>
  )
}
