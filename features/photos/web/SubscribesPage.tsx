import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, askKey, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { path } from '#seam/web/paths.ts'
import { photoSubscribe, photoSubscribes } from '../contract.ts'
import { words } from '../words.ts'

/** The bibs in the account's subscriptions to new photos. */
export const SubscribesPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const save = useCall(photoSubscribe)
  const list = useInfiniteQuery<Awaited<ReturnType<typeof call<typeof photoSubscribes>>>, Refused>({
    queryKey: askKey(photoSubscribes.path, undefined, lang, {}),
    queryFn: ({ pageParam }) =>
      call(photoSubscribes, pageParam === null ? {} : { after: pageParam as string }, { quiet: true }),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const loggedOut = list.error && ['401', '10001'].includes(list.error.code)
  const leave = async (raceid: number, bib: string) => {
    try {
      await save.mutateAsync({ raceid, bib, on: false })
      toastSuccess(t(words.unfollowed))
      await list.refetch()
    } catch (thrown) {
      toastError(refusedFrom(thrown).msg)
    }
  }
  return (
    <Page title={t(words.subscriptions)} narrow backTo={path.photos()}>
      {list.isPending ? <SkeletonCards count={3} className="h-24" /> : null}
      {loggedOut ? (
        <Empty
          title={t(words.subscriptions)}
          description={t(words.login_text)}
          action={<ButtonLink href={path.login()}>{t(words.login)}</ButtonLink>}
        />
      ) : null}
      {list.error && !loggedOut && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? (
        <Empty
          title={t(words.no_subscriptions)}
          description={t(words.no_subscriptions_text)}
          action={
            <ButtonLink look="plain" href={path.photos()}>
              {t(words.search_go)}
            </ButtonLink>
          }
        />
      ) : null}
      {items.length ? (
        <ul className="grid gap-3">
          {items.map(({ raceid, race, bib, total, cover }) => (
            <li
              key={`${raceid} ${bib}`}
              className="flex items-center gap-4 overflow-hidden rounded bg-surface shadow-card"
            >
              <Link
                href={path.photos({ raceid, bib })}
                className="flex min-w-0 flex-1 items-center gap-4 hover:bg-sunk"
              >
                {cover ? (
                  <img src={cover} alt="" className="size-24 shrink-0 bg-sunk object-cover" />
                ) : (
                  <span className="size-24 shrink-0 bg-sunk" />
                )}
                <span className="grid min-w-0 gap-0.5 py-3">
                  <span className="figures text-20 font-bold">{bib}</span>
                  <span className="truncate text-14 text-soft">{race}</span>
                  <span className="figures text-14 text-soft">{t(words.count, { n: total })}</span>
                </span>
              </Link>
              <Button look="plain" className="mr-3 shrink-0" onClick={() => void leave(raceid, bib)}>
                {t(words.unfollow)}
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <MoreButton list={list} />
    </Page>
  )
}
