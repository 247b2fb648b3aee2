import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type Trouble, consoleOutboxRetry, consoleOutboxTroubles } from '../contract.ts'
import { words } from '../words.ts'
import { outboxWords } from './outbox.words.ts'

const kinds = ['failed', 'lost'] as const
type Kind = (typeof kinds)[number]
const read = (state: Kind, after: string | null) =>
  call(consoleOutboxTroubles, { state, limit: 20, ...(after === null ? {} : { after }) })

/** Messages that were not sent, and messages whose state is unknown. Staff decide whether to send them again. */
export const Troubles = ({ onChange }: { onChange: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [kind, setKind] = useState<Kind>('failed')
  const [dialog, setDialog] = useState<Trouble>()
  const [refused, setRefused] = useState<Refused>()
  const retry = useCall(consoleOutboxRetry)
  const list = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: [consoleOutboxTroubles.path, kind],
    queryFn: ({ pageParam }) => read(kind, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const again = async (one: Trouble) => {
    setRefused(undefined)
    try {
      await retry.mutateAsync({ id: one.id, sure: one.state === 'lost' })
      setDialog(undefined)
      toastSuccess(t(outboxWords.retried))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    void list.refetch()
    onChange()
  }
  return (
    <Card title={t(outboxWords.troubles)}>
      <Segmented
        label={t(outboxWords.troubles)}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        options={kinds.map((value) => ({ value, label: t(words.state[value]) }))}
      />
      {list.isPending ? (
        <div className="pt-3">
          <SkeletonCards count={2} className="h-16" />
        </div>
      ) : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? <p className="pt-3 text-soft">{t(outboxWords.no_troubles)}</p> : null}
      <ul className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="figures font-medium">{t(words.to, { mobile: one.mobile })}</p>
              <p className="figures break-words text-14 text-soft">
                {one.template} · {dateText(one.created_at, lang, 'deadline')}
                {one.failure ? ` · ${one.failure}` : ''}
              </p>
            </div>
            <Button
              look="plain"
              disabledReason={one.retry ? undefined : t(outboxWords.no_retry)}
              onClick={() => setDialog(one)}
            >
              {t(outboxWords.retry)}
            </Button>
          </li>
        ))}
      </ul>
      <MoreButton list={list}>{t(words.older)}</MoreButton>
      <AskDialog
        open={dialog !== undefined}
        title={t(outboxWords.retry)}
        action={t(outboxWords.retry)}
        busy={retry.isPending}
        refused={refused}
        onClose={() => setDialog(undefined)}
        onDo={() => dialog && void again(dialog)}
      >
        <p>{dialog?.state === 'lost' ? t(outboxWords.maybe_sent) : t(outboxWords.retry_text)}</p>
      </AskDialog>
    </Card>
  )
}
