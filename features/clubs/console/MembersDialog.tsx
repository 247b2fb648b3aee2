import { useInfiniteQuery } from '@tanstack/react-query'
import { path } from '#seam/console/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, call } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { type ClubLine, consoleClubsMembers } from '../contract.ts'
import { words } from '../words.ts'
import { deskWords } from './clubs.words.ts'

const tones = { waiting: 'warning', ready: 'info', unpaid: 'warning', entered: 'success', left: 'plain' } as const
const readMembers = (raceid: number, id: number, after: string | null) =>
  call(consoleClubsMembers, { raceid, id, limit: 100, ...(after === null ? {} : { after }) })

/** The people of a club. A registered person links to the registration. */
export const MembersDialog = ({ raceid, club, onClose }: { raceid: number; club: ClubLine; onClose: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const list = useInfiniteQuery<Awaited<ReturnType<typeof readMembers>>, Refused>({
    queryKey: [consoleClubsMembers.path, raceid, club.id, lang],
    queryFn: ({ pageParam }) => readMembers(raceid, club.id, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <Dialog open wide onClose={onClose} title={t(deskWords.people, { name: club.name })}>
      {list.isPending ? <SkeletonCards count={3} className="h-12" /> : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? <p className="text-soft">{t(deskWords.nobody)}</p> : null}
      <ul className="divide-y divide-line">
        {items.map(({ id, name, event, state, registrationid }) => (
          <li key={id} className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 py-2">
            {registrationid === null ? (
              <span className="font-medium">{name}</span>
            ) : (
              <Link
                href={path.registration({ raceid, id: registrationid })}
                className="inline-flex min-h-11 items-center font-medium text-strong underline-offset-4 hover:underline"
              >
                {name}
              </Link>
            )}
            <span className="text-14 text-soft">{event}</span>
            <span className="ml-auto">
              <Chip tone={tones[state]}>{t(words[`${state}_state`])}</Chip>
            </span>
          </li>
        ))}
      </ul>
      <MoreButton list={list} />
    </Dialog>
  )
}
