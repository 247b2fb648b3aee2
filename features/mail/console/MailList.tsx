import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import { type MailLine, consoleMailList, consoleMailRetry } from '../console.contract.ts'
import { mailWords as words } from './mail.words.ts'

const kinds = ['all', 'waiting', 'trouble'] as const
type Kind = (typeof kinds)[number]
const read = (only: Kind, after: string | null) =>
  call(consoleMailList, { only, limit: 20, ...(after === null ? {} : { after }) })
const tones: Record<MailLine['state'], Tone> = {
  queued: 'info',
  sending: 'info',
  lost: 'warning',
  sent: 'success',
  failed: 'danger',
  late: 'warning',
}

/** The mails of the platform. In the sandbox each shows its text. */
export const MailList = ({ pretend, onChange }: { pretend: boolean; onChange: () => void }) => {
  const t = useWords()
  const [kind, setKind] = useState<Kind>('all')
  const [dialog, setDialog] = useState<MailLine>()
  const [refused, setRefused] = useState<Refused>()
  const retry = useCall(consoleMailRetry, { quiet: true })
  const list = useInfiniteQuery<Awaited<ReturnType<typeof read>>, Refused>({
    queryKey: [consoleMailList.path, kind],
    queryFn: ({ pageParam }) => read(kind, pageParam as string | null),
    initialPageParam: null,
    getNextPageParam: (last) => last.after,
    // Somebody who waits for a code looks here, so the page loads new mails by itself.
    ...(pretend ? { refetchInterval: 5_000 } : {}),
  })
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const again = async (one: MailLine) => {
    setRefused(undefined)
    try {
      await retry.mutateAsync({ id: one.id, sure: one.state === 'lost' })
      setDialog(undefined)
      toastSuccess(t(words.retried))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
    void list.refetch()
    onChange()
  }
  return (
    <Card title={t(pretend ? words.mailbox : words.list)}>
      <Segmented
        label={t(words.list)}
        value={kind}
        onChange={(value) => setKind(value as Kind)}
        options={kinds.map((value) => ({ value, label: t(words.only[value]) }))}
      />
      {list.isPending ? (
        <div className="pt-3">
          <SkeletonCards count={3} className="h-16" />
        </div>
      ) : null}
      {list.error && !list.isFetchNextPageError ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : null}
      {list.data && items.length === 0 ? <p className="pt-3 text-soft">{t(words.none)}</p> : null}
      <ol className="divide-y divide-line">
        {items.map((one) => (
          <OneMail
            key={one.id}
            mail={one}
            onRetry={() => {
              setRefused(undefined)
              setDialog(one)
            }}
          />
        ))}
      </ol>
      <MoreButton list={list}>{t(words.older)}</MoreButton>
      <AskDialog
        open={dialog !== undefined}
        title={t(words.retry)}
        action={t(words.retry)}
        busy={retry.isPending}
        refused={refused}
        onClose={() => setDialog(undefined)}
        onDo={() => dialog && void again(dialog)}
      >
        <p>{dialog?.state === 'lost' ? t(words.maybe_sent) : t(words.retry_text)}</p>
      </AskDialog>
    </Card>
  )
}

const OneMail = ({ mail, onRetry }: { mail: MailLine; onRetry: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const { failure, bounce } = mail
  const why =
    failure === null
      ? undefined
      : Object.hasOwn(words.failures, failure)
        ? t(words.failures[failure as keyof typeof words.failures])
        : failure
  return (
    <li className="grid gap-1 py-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <span className="min-w-0 break-words font-medium">{mail.title}</span>
        <Chip tone={bounce ? 'danger' : tones[mail.state]}>
          {t(bounce ? words.bounce[bounce] : words.state[mail.state])}
        </Chip>
      </div>
      <p className="figures break-words text-14 text-soft">
        {mail.to} · {dateText(mail.created_at, lang, 'deadline')}
        {why ? ` · ${why}` : ''}
        {mail.bounce_code ? ` · ${mail.bounce_code}` : ''}
      </p>
      {mail.text ? <p className="mt-1 select-text whitespace-pre-line break-words">{mail.text}</p> : null}
      {mail.retry ? (
        <div>
          <Button look="plain" onClick={onRetry}>
            {t(words.retry)}
          </Button>
        </div>
      ) : null}
    </li>
  )
}
