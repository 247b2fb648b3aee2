import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { call, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { consoleShopDecide, consoleShopReturns } from '../orders/orders.contract.ts'
import { deskWords as words } from './desk.words.ts'

type Row = Awaited<ReturnType<typeof call<typeof consoleShopReturns>>>['items'][number]
const readReturns = (raceid: number, state: Row['state'] | undefined, after: string | null) =>
  call(consoleShopReturns, { raceid, limit: 50, ...(state ? { state } : {}), ...(after === null ? {} : { after }) })
const says = { asked: words.waiting, taken: words.taken, refused: words.refused }
const tones = { asked: 'warning', taken: 'success', refused: 'plain' } as const

export const ReturnsList = ({
  raceid,
  decides,
  onChange,
}: {
  raceid: number
  decides: boolean
  onChange: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const queries = useQueryClient()
  const [state, setState] = useState<Row['state'] | undefined>('asked')
  const [deciding, setDeciding] = useState<Row>()
  const query = usePages([consoleShopReturns.path, raceid, state ?? null], (after) => readReturns(raceid, state, after))
  const items = query.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className="grid gap-4">
      <Segmented
        label={t(words.returns)}
        value={state ?? ''}
        onChange={(value) => setState((['asked', 'taken', 'refused'] as const).find((one) => one === value))}
        options={[
          { value: 'asked', label: t(words.waiting) },
          { value: 'taken', label: t(words.taken) },
          { value: 'refused', label: t(words.refused) },
          { value: '', label: t(words.all) },
        ]}
      />
      {query.isPending ? <Skeleton lines={4} className="h-16" /> : null}
      {query.error && !query.isFetchNextPageError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : null}
      {query.data && items.length === 0 ? (
        <Empty title={t(words.noReturns)} description={t(words.noReturnsHow)} />
      ) : null}
      {items.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {items.map((row) => (
              <li key={row.id} className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 md:px-6">
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-medium">{`${row.goods} ${row.variant} × ${row.pieces}`}</span>
                    <Chip tone={tones[row.state]}>{t(says[row.state])}</Chip>
                  </p>
                  <p className="break-words">{row.reason}</p>
                  <p className="figures text-14 text-soft">
                    {[row.tradeno, money(row.amount, lang), dateText(row.created_at, lang, 'minute'), row.note]
                      .filter(Boolean)
                      .join(' · ')}
                  </p>
                </div>
                {decides && row.state === 'asked' ? (
                  <Button onClick={() => setDeciding(row)}>{t(words.decide)}</Button>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <MoreButton list={query} />
      {deciding ? (
        <DecideDialog
          raceid={raceid}
          row={deciding}
          onClose={() => setDeciding(undefined)}
          onDone={() => {
            setDeciding(undefined)
            void queries.invalidateQueries({ queryKey: [consoleShopReturns.path] })
            onChange()
          }}
        />
      ) : null}
    </div>
  )
}

const DecideDialog = ({
  raceid,
  row,
  onClose,
  onDone,
}: {
  raceid: number
  row: Row
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const [percent, setPercent] = useState(0)
  const [note, setNote] = useState('')
  const decide = useCall(consoleShopDecide, { quiet: true })
  const send = (take: boolean) =>
    decide.mutate(
      { raceid, id: row.id, take: take ? '1' : '0', percent, note },
      {
        onSuccess: () => {
          toastSuccess(t(words.saved))
          onDone()
        },
      },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.decideTitle)}
      actions={
        <>
          <Button look="danger" busy={decide.isPending} disabled={note.trim() === ''} onClick={() => send(false)}>
            {t(words.refuse)}
          </Button>
          <Button
            busy={decide.isPending}
            disabled={note.trim() === '' || Number.isNaN(percent)}
            onClick={() => send(true)}
          >
            {t(words.take)}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 pb-2">
        <p className="font-medium">{`${row.goods} ${row.variant} × ${row.pieces} · ${money(row.amount, lang)}`}</p>
        <p className="break-words text-soft">{row.reason}</p>
        <NumberInput label={t(words.keepPercent)} unit="%" max={100} value={percent} onChange={setPercent} />
        <TextInput
          label={t(words.note)}
          value={note}
          maxLength={200}
          error={decide.error?.fields.note}
          onChange={(event) => setNote(event.target.value)}
        />
        <Refusal refused={decide.error ?? undefined} />
      </div>
    </Dialog>
  )
}
