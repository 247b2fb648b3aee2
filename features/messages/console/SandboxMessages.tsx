import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call } from '#ui/network/call.ts'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type OutboxMessage, consoleOutboxList } from '../contract.ts'
import { words } from '../words.ts'

const read = (after: string | null) => call(consoleOutboxList, { limit: 30, ...(after === null ? {} : { after }) })
const tones: Record<OutboxMessage['state'], Tone> = {
  queued: 'info',
  sending: 'info',
  lost: 'warning',
  sent: 'success',
  failed: 'danger',
  late: 'warning',
}

/** The messages of the sandbox. A real provider would have sent them. */
export const SandboxMessages = () => {
  const t = useWords()
  const { lang } = useLang()
  const outbox = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: [consoleOutboxList.path],
    queryFn: ({ pageParam }) => read(pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    // Somebody who waits for a code looks here, so the page loads new messages by itself.
    refetchInterval: 5_000,
  })
  const messages = outbox.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <section className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="text-20 font-bold">{t(words.outbox_title)}</h2>
        <Button look="quiet" busy={outbox.isRefetching} onClick={() => void outbox.refetch()}>
          {t(words.refresh)}
        </Button>
      </div>
      {outbox.error && !outbox.isFetchNextPageError ? (
        <ErrorState error={outbox.error} onRetry={() => void outbox.refetch()} />
      ) : (
        <p className="text-soft">{t(words.outbox_text)}</p>
      )}
      {outbox.isPending ? <SkeletonCards count={4} className="h-24" /> : null}
      {outbox.data && messages.length === 0 ? <Empty title={t(words.outbox_empty)} /> : null}
      <ol className="grid gap-3">
        {messages.map((message) => (
          <li key={message.id} className="rounded bg-surface p-4 shadow-card">
            <div className="flex flex-wrap items-center justify-between gap-2">
              <span className="figures font-medium">{t(words.to, { mobile: message.mobile })}</span>
              <Chip tone={tones[message.state]}>{t(words.state[message.state])}</Chip>
            </div>
            <p className="mt-2 select-text break-words">{message.text}</p>
            <time dateTime={message.created_at} className="figures mt-2 block text-14 text-soft">
              {dateText(message.created_at, lang)} {dateText(message.created_at, lang, 'second')}
            </time>
          </li>
        ))}
      </ol>
      <MoreButton list={outbox}>{t(words.older)}</MoreButton>
    </section>
  )
}
