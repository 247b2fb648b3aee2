import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { CheckCheck, ChevronRight } from 'lucide-react'
import { LoginNeeded } from '#seam/web/LoginNeeded.tsx'
import { useAccount } from '#seam/web/account.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call, useCall } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastError, toastSuccess } from '#ui/feedback/Toast.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { PushOffer } from '#features/push/web/PushOffer.tsx'
import { words } from '../box.words.ts'
import { type BoxMessage, messageList, messageRead, messageUnread } from '../contract.ts'
import { dayLabel, messagesByDay } from './boxDays.ts'

/** The messages to an account, by day. A message with a page leads to this page. */
export const MessagesPage = () => {
  const t = useWords()
  const account = useAccount()
  if (account.pending)
    return (
      <Page title={t(words.title)} narrow>
        <SkeletonCards count={4} className="h-28" />
      </Page>
    )
  if (account.lost)
    return (
      <Page title={t(words.title)} narrow>
        <ErrorState error={account.lost.error} onRetry={account.lost.retry} />
      </Page>
    )
  return account.loggedIn ? (
    <Box />
  ) : (
    <LoginNeeded title={t(words.title)} heading={t(words.log_in)} how={t(words.log_in_how)} />
  )
}

type Answer = Awaited<ReturnType<typeof readBox>>
const readBox = (after: string | null) => call(messageList, { limit: 30, ...(after === null ? {} : { after }) })

const Box = () => {
  const t = useWords()
  const now = useNow(60_000)
  const { lang } = useLang()
  const queries = useQueryClient()
  const box = useInfiniteQuery<Answer, Refused>({
    queryKey: [messageList.path, lang],
    queryFn: ({ pageParam }) => readBox(pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    staleTime: 5_000,
  })
  const read = useCall(messageRead, { quiet: true })
  const messages = box.data?.pages.flatMap(({ items }) => items) ?? []
  const anyUnread = (box.data?.pages[0]?.unread ?? 0) > 0
  const changed = () => {
    void queries.invalidateQueries({ queryKey: [messageList.path] })
    void queries.invalidateQueries({ queryKey: [messageUnread.path] })
  }
  const readOne = (id: number) => void read.mutateAsync({ id }).then(changed, () => undefined)
  const readAll = () =>
    void read.mutateAsync({ upto: messages[0]!.id }).then(
      () => {
        changed()
        toastSuccess(t(words.all_read))
      },
      (refused: Refused) => toastError(refused.msg),
    )
  return (
    <Page
      title={t(words.title)}
      narrow
      aside={
        anyUnread ? (
          <Button
            look="quiet"
            className="-mr-3 px-3"
            busy={read.isPending}
            icon={<CheckCheck className="size-5" aria-hidden />}
            onClick={readAll}
          >
            {t(words.read_all)}
          </Button>
        ) : undefined
      }
    >
      {box.isPending ? <SkeletonCards count={4} className="h-28" /> : null}
      {box.error && !box.data ? <ErrorState error={box.error} onRetry={() => void box.refetch()} /> : null}
      {box.data && messages.length === 0 ? <Empty title={t(words.none)} description={t(words.none_how)} /> : null}
      {messages.length > 0 ? <PushOffer /> : null}
      {messagesByDay(messages).map(({ day, items }) => (
        <section key={day} className="grid gap-3">
          <h2 className="figures text-14 font-medium text-soft">
            {dayLabel(day, new Date(now), lang, { today: t(words.today), yesterday: t(words.yesterday) })}
          </h2>
          <ol className="grid gap-3">
            {items.map((message) => (
              <li key={message.id}>
                <OneMessage message={message} onRead={() => readOne(message.id)} />
              </li>
            ))}
          </ol>
        </section>
      ))}
      <MoreButton list={box}>{t(words.older)}</MoreButton>
    </Page>
  )
}

/** Tells whether a message asks its reader to act. */
const isUrgent = ({ deed }: BoxMessage): boolean =>
  deed?.word === 'pay' || deed?.word === 'mend' || deed?.word === 'book' || deed?.word === 'sign'

/** One message. An unread message has a dot, and words for people who do not see the dot. */
const OneMessage = ({ message, onRead }: { message: BoxMessage; onRead: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const surface = 'block w-full rounded bg-surface p-4 text-left shadow-card md:p-5'
  const inner = (
    <>
      <span className="flex items-baseline gap-2">
        {message.read ? null : (
          <span className="inline-flex size-2.5 shrink-0 self-center rounded-full bg-danger-ink">
            <span className="sr-only">{t(words.unread)}</span>
          </span>
        )}
        <span className={`min-w-0 flex-1 break-words ${message.read ? 'font-medium' : 'font-bold'}`}>
          {message.title}
        </span>
        <time dateTime={message.created_at} className="figures shrink-0 text-14 text-soft">
          {dateText(message.created_at, lang, 'second').slice(0, 5)}
        </time>
      </span>
      <span className="mt-1.5 block whitespace-pre-line break-words text-soft">{message.text}</span>
      {message.path ? (
        <span
          className={
            'mt-3 inline-flex min-h-10 items-center gap-0.5 rounded px-4 font-medium ' +
            (isUrgent(message) ? 'bg-fill text-on-fill' : 'border border-edge text-strong')
          }
        >
          {message.deed?.says ?? t(words.look)}
          <ChevronRight className="size-5" aria-hidden />
        </span>
      ) : null}
    </>
  )
  const readIt = () => void (message.read || onRead())
  if (message.path)
    return (
      <Link href={message.path} className={`${surface} hover:bg-sunk`} onClick={readIt}>
        {inner}
      </Link>
    )
  return message.read ? (
    <div className={surface}>{inner}</div>
  ) : (
    <button type="button" className={`${surface} hover:bg-sunk`} onClick={readIt}>
      {inner}
    </button>
  )
}
