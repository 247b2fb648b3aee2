import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Link } from '#ui/router/Link.tsx'
import { seriesList } from '../contract.ts'
import { seriesWords as words } from './series.words.ts'

export const SeriesListPage = () => {
  const t = useWords()
  const list = useAsk(seriesList, {}, { staleTime: 30_000 })
  return (
    <Page title={t(words.title)} backTo={path.finder()}>
      {list.error ? <ErrorState error={list.error} onRetry={() => void list.refetch()} /> : null}
      {list.isPending ? <SkeletonCards count={2} className="h-32" /> : null}
      {list.data?.items.length === 0 ? <Empty title={t(words.none)} /> : null}
      <ul className="grid gap-4 md:grid-cols-2">
        {(list.data?.items ?? []).map((one) => (
          <li key={one.id}>
            <Link
              href={path.seriesOne({ id: one.id, raceid: null })}
              className="grid h-full content-start gap-2 rounded bg-surface px-5 py-5 shadow-card hover:bg-tint"
            >
              <span className="text-20 font-bold">{one.name}</span>
              {one.description ? <span className="line-clamp-2 text-soft">{one.description}</span> : null}
              <span className="flex flex-wrap gap-2">
                <Chip tone="race">{t(words.season, { n: one.season })}</Chip>
                <Chip>{t(words.races, { n: one.races.length })}</Chip>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
