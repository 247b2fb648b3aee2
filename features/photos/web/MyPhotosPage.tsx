import { Bell } from 'lucide-react'
import { Dotted } from '#ui/layout/Dotted.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { path } from '#seam/web/paths.ts'
import { photoRaceMy } from '../contract.ts'
import { words } from '../words.ts'
import { PhotoGrid } from './PhotoGrid.tsx'

/** The account's own photos, race by race, and its favourites. */
export const MyPhotosPage = () => {
  const t = useWords()
  const { raceid } = link()
  const mine = useAsk(photoRaceMy, raceid === undefined ? {} : { raceid }, { quiet: true })
  const gone = () => void mine.refetch()
  const none =
    mine.data && mine.data.favourites.length === 0 && mine.data.races.every(({ items }) => items.length === 0)
  const loggedOut = mine.error && ['401', '10001'].includes(mine.error.code)
  return (
    <Page
      title={t(words.mine)}
      backTo={path.photos()}
      aside={
        <Link href={path.subscribes()} className="flex min-h-11 items-center gap-1.5 px-2 font-medium text-strong">
          <Bell className="size-5" aria-hidden />
          {t(words.subscriptions)}
        </Link>
      }
    >
      {mine.isPending ? <SkeletonCards count={2} className="h-60" /> : null}
      {loggedOut ? <LoginFirst title={t(words.login_text)} /> : null}
      {mine.error && !loggedOut ? <ErrorState error={mine.error} onRetry={gone} /> : null}
      {none ? (
        <Empty
          title={t(words.no_mine)}
          description={t(words.no_mine_text)}
          action={
            <ButtonLink look="plain" href={path.photos()}>
              {t(words.search_go)}
            </ButtonLink>
          }
        />
      ) : null}
      {mine.data?.races
        .filter(({ items }) => items.length > 0)
        .map((race) => (
          <section key={race.raceid} className="grid gap-3 rounded bg-surface p-4 shadow-card md:p-6">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <h2 className="min-w-0 text-20 font-bold">{race.name}</h2>
              <span className="flex flex-wrap gap-1.5">
                {race.bibs.map(({ bib, total }) => (
                  <Link key={bib} href={path.photos({ raceid: race.raceid, bib })} className="rounded-full">
                    <Chip tone="race">
                      <Dotted text={`${bib} · ${t(words.count, { n: total })}`} />
                    </Chip>
                  </Link>
                ))}
              </span>
            </div>
            <PhotoGrid photos={race.items} label={race.name} onGone={gone} />
          </section>
        ))}
      {mine.data?.favourites.length ? (
        <section className="grid gap-3 rounded bg-surface p-4 shadow-card md:p-6">
          <h2 className="text-20 font-bold">{t(words.favourites)}</h2>
          <PhotoGrid photos={mine.data.favourites} label={t(words.favourites)} onGone={gone} />
        </section>
      ) : null}
    </Page>
  )
}
