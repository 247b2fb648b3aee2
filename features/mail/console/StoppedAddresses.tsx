import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { type MailStop, consoleMailAllow, consoleMailStops } from '../console.contract.ts'
import { mailWords as words } from './mail.words.ts'

const read = (after: string | null) => call(consoleMailStops, { limit: 20, ...(after === null ? {} : { after }) })

/** The addresses to which the server sends no mail, because a mail came back or its reader complained. */
export const StoppedAddresses = ({ count, onChange }: { count: number; onChange: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [dialog, setDialog] = useState<MailStop>()
  const [refused, setRefused] = useState<Refused>()
  const allow = useCall(consoleMailAllow, { quiet: true })
  const list = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: [consoleMailStops.path, count],
    queryFn: ({ pageParam }) => read(pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const letIn = async ({ id }: MailStop) => {
    try {
      await allow.mutateAsync({ id })
      setDialog(undefined)
      toastSuccess(t(words.allowed))
      void list.refetch()
      onChange()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Card title={t(words.stops, { n: countText(count) })}>
      <p className="-mt-2 pb-2 text-14 text-soft">{t(words.stops_text)}</p>
      {list.isPending ? <SkeletonCards count={1} className="h-16" /> : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? <p className="text-soft">{t(words.no_stops)}</p> : null}
      <ul className="divide-y divide-line">
        {items.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <div className="min-w-0">
              <p className="figures break-words font-medium">{one.to}</p>
              <p className="figures break-words text-14 text-soft">
                {t(words.bounce[one.bounce])}
                {one.code ? ` · ${one.code}` : ''} · {dateText(one.at, lang, 'deadline')}
              </p>
            </div>
            <Button
              look="plain"
              onClick={() => {
                setRefused(undefined)
                setDialog(one)
              }}
            >
              {t(words.allow)}
            </Button>
          </li>
        ))}
      </ul>
      <MoreButton list={list}>{t(words.older)}</MoreButton>
      <AskDialog
        open={dialog !== undefined}
        title={t(words.allow)}
        action={t(words.allow)}
        busy={allow.isPending}
        refused={refused}
        onClose={() => setDialog(undefined)}
        onDo={() => dialog && void letIn(dialog)}
      >
        <p>{t(words.allow_sure, { mail: dialog?.to ?? '' })}</p>
      </AskDialog>
    </Card>
  )
}
