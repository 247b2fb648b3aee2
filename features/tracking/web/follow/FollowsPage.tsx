import { path } from '#seam/web/paths.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import type { Follow } from '../../follows/follows.contract.ts'
import { liveWords } from '../live.words.ts'
import { usePoint } from '../usePoint.ts'
import { StopCard } from './StopCard.tsx'
import { FollowButton } from './FollowButton.tsx'
import { followWords as words } from './follow.words.ts'
import { useFollows } from './useFollows.ts'

export const FollowsPage = () => {
  const t = useWords()
  const { asked, items } = useFollows(undefined)
  const { raceid } = link()
  const { stop } = usePageParams()
  return (
    <Page title={t(words.title)} narrow backTo={raceid === undefined ? path.me() : path.live()}>
      {stop && raceid !== undefined ? <StopCard raceid={raceid} stop={stop} /> : null}
      {asked.error && !asked.data ? <ErrorState error={asked.error} onRetry={() => void asked.refetch()} /> : null}
      {asked.isPending ? <SkeletonCards count={3} className="h-28" /> : null}
      {asked.data && items.length === 0 ? (
        <Empty
          title={t(words.none)}
          description={t(words.none_text)}
          action={raceid === undefined ? undefined : <ButtonLink href={path.live()}>{t(words.to_live)}</ButtonLink>}
        />
      ) : null}
      <ul className="grid gap-4">
        {items.map((follow) => (
          <li key={`${follow.raceid}/${follow.eventid}/${follow.bib}`}>
            <FollowCard follow={follow} />
          </li>
        ))}
      </ul>
    </Page>
  )
}

const FollowCard = ({ follow }: { follow: Follow }) => {
  const t = useWords()
  const point = usePoint()
  const { raceid, race, bib, eventid, points, labels } = follow
  const { lang } = useLang()
  const name = follow.name ?? t(liveWords.hidden)
  const tells =
    points === 'all' || (points === 'some' && labels.length > 0)
      ? points === 'all'
        ? t(words.tells_all)
        : t(words.tells_some, { points: labels.map(point).join(lang === 'en' ? ', ' : '、') })
      : t(words.tells_finish)
  return (
    <article className="grid gap-3 rounded bg-surface p-4 shadow-card md:p-6">
      <Link href={path.live({ raceid, bib, eventid: eventid ?? undefined })} className="block rounded hover:bg-tint">
        <h2 dir="auto" className="truncate text-left text-20 font-bold">
          {name}
        </h2>
        <p className="figures text-14 text-soft">
          <Dotted text={`${bib} · ${race}`} />
        </p>
        <p className="mt-1 text-14">{tells}</p>
      </Link>
      <div className="flex flex-wrap gap-2">
        <FollowButton raceid={raceid} bib={bib} eventid={eventid} name={name} />
      </div>
    </article>
  )
}
