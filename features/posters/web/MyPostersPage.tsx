import { useInfiniteQuery } from '@tanstack/react-query'
import { LoginFirst } from '#seam/web/LoginFirst.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, askKey, call } from '#ui/network/call.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { type MyPoster, posterMy } from '../contract.ts'
import { cropWords as words } from './crop.words.ts'

/** Returns the address of the page that makes this poster, for a result (with a score id) or for a registration. */
const wayTo = (one: MyPoster): string =>
  one.scoreid === null
    ? path.crop({ type: 'crops', raceid: one.raceid, userkey: one.key })
    : path.crop({ type: 'poster', raceid: one.raceid, scoreid: one.scoreid, posterid: one.posterid, bib: one.bib })

/** The posters that an account can make for its registrations and its results. */
export const MyPostersPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const account = useAccount()
  const mine = useInfiniteQuery<Awaited<ReturnType<typeof call<typeof posterMy>>>, Refused>({
    queryKey: askKey(posterMy.path, undefined, lang, {}),
    queryFn: ({ pageParam }) =>
      call(posterMy, pageParam === null ? {} : { after: pageParam as string }, { quiet: true }),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    enabled: account.loggedIn,
  })
  const items = mine.data?.pages.flatMap((page) => page.items) ?? []
  const lost =
    account.lost ??
    (mine.error && !mine.isFetchNextPageError ? { error: mine.error, retry: () => void mine.refetch() } : undefined)
  return (
    <Page title={t(words.mine)} backTo={path.me()}>
      {lost ? <ErrorState error={lost.error} onRetry={lost.retry} /> : null}
      {!account.pending && !account.lost && !account.loggedIn ? (
        <LoginFirst title={t(words.log_in)} description={t(words.none_mine_text)} />
      ) : null}
      {!lost && (account.pending || (account.loggedIn && mine.isPending)) ? (
        <SkeletonCards count={2} className="h-40" />
      ) : null}
      {mine.data && items.length === 0 ? (
        <Empty
          title={t(words.none_mine)}
          description={t(words.none_mine_text)}
          action={
            <ButtonLink look="plain" href={path.personallist()}>
              {t(kit.back)}
            </ButtonLink>
          }
        />
      ) : null}
      {items.length ? (
        <ul className="grid gap-3 md:grid-cols-2 md:gap-6">
          {items.map((one) => (
            <li key={`${one.use}${one.key}`}>
              <Link
                href={wayTo(one)}
                className="flex h-full gap-4 rounded bg-surface p-3 shadow-card transition hover:bg-sunk"
              >
                {one.preview ? (
                  <img
                    src={one.preview}
                    alt=""
                    loading="lazy"
                    className="h-36 w-27 shrink-0 rounded-[6px] bg-sunk object-cover"
                  />
                ) : (
                  <span aria-hidden className="h-36 w-27 shrink-0 rounded-[6px] bg-sunk" />
                )}
                <span className="grid min-w-0 flex-1 content-start gap-1 py-1">
                  <span className="flex flex-wrap gap-1.5">
                    <Chip tone="race">{t(one.use === 'result' ? words.for_result : words.for_entry)}</Chip>
                  </span>
                  <span className="line-clamp-2 font-bold">{one.race}</span>
                  <span className="text-14 text-soft">
                    <Dotted text={[dateText(one.time, lang, 'day', one.zone), one.event].filter(Boolean).join(' · ')} />
                  </span>
                  <span className="truncate">
                    {one.name}
                    {one.bib ? <span className="display ml-2 text-soft">{one.bib}</span> : null}
                  </span>
                  {one.posters > 1 ? (
                    <span className="figures mt-auto text-14 text-strong">
                      {t(words.templates, { n: one.posters })}
                    </span>
                  ) : null}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <MoreButton list={mine} />
    </Page>
  )
}
