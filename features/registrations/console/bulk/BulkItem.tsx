import { useQueryClient } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { ExportButton } from '#features/exports/console/ExportButton.tsx'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Progress } from '#ui/feedback/Progress.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { countText, dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import {
  type BulkShown,
  consoleRegistrationsBulkApprove,
  consoleRegistrationsBulkShow,
  consoleRegistrationsBulkStop,
  consoleRegistrationsBulkUndo,
} from '../../bulk/bulk.contract.ts'
import { words } from './bulkDesk.words.ts'
import { useNames } from './useNames.ts'

const tones = { waiting: 'warning', running: 'info', stopped: 'warning', ended: 'success' } as const

const StopDialog = ({ raceid, bulk, onClose }: { raceid: number; bulk: BulkShown; onClose: () => void }) => {
  const t = useWords()
  const queries = useQueryClient()
  const stop = useCall(consoleRegistrationsBulkStop)
  const go = async () => {
    await stop.mutateAsync({ raceid, id: bulk.id })
    toastSuccess(t(words.stopped))
    onClose()
    await queries.invalidateQueries()
  }
  return (
    <AskDialog
      title={t(words.stop_title, { action: bulk.label })}
      action={t(words.stop)}
      look="danger"
      busy={stop.isPending}
      refused={stop.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p className="text-soft">{t(words.stop_text)}</p>
    </AskDialog>
  )
}

/** The values with which somebody began an action, such as the tag, the zone or the reason. */
const Given = ({ raceid, bulk }: { raceid: number; bulk: BulkShown }) => {
  const shown = useAsk(consoleRegistrationsBulkShow, { raceid, id: bulk.id }, { quiet: true })
  if (!shown.data || shown.data.given.length === 0) return null
  return (
    <dl className="mt-3 grid gap-x-4 gap-y-1 text-14 sm:grid-cols-[max-content_1fr]">
      {shown.data.given.map(({ label, value }) => (
        <Fragment key={label}>
          <dt className="text-soft">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </Fragment>
      ))}
    </dl>
  )
}

const ApproveDialog = ({ raceid, bulk, onClose }: { raceid: number; bulk: BulkShown; onClose: () => void }) => {
  const t = useWords()
  const queries = useQueryClient()
  const approve = useCall(consoleRegistrationsBulkApprove)
  const go = async () => {
    await approve.mutateAsync({ raceid, id: bulk.id })
    toastSuccess(t(words.approved))
    onClose()
    await queries.invalidateQueries()
  }
  return (
    <AskDialog
      title={t(words.approve_title, { action: bulk.label })}
      action={t(words.approve)}
      look="danger"
      busy={approve.isPending}
      refused={approve.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>{t(words.approve_text, { name: bulk.by, n: countText(bulk.total), amount: bookMoney(bulk.amount ?? 0) })}</p>
      <Given raceid={raceid} bulk={bulk} />
    </AskDialog>
  )
}

const UndoDialog = ({ raceid, bulk, onClose }: { raceid: number; bulk: BulkShown; onClose: () => void }) => {
  const t = useWords()
  const queries = useQueryClient()
  const undo = useCall(consoleRegistrationsBulkUndo)
  const go = async () => {
    await undo.mutateAsync({ raceid, id: bulk.id })
    toastSuccess(t(words.started))
    onClose()
    await queries.invalidateQueries()
  }
  return (
    <AskDialog
      title={t(words.undo_title, { action: bulk.label })}
      action={t(words.undo)}
      look="danger"
      busy={undo.isPending}
      refused={undo.error ?? undefined}
      onClose={onClose}
      onDo={() => void go().catch(() => undefined)}
    >
      <p>{bulk.undo}</p>
      <p className="text-soft">{t(words.undo_text, { n: countText(bulk.done) })}</p>
    </AskDialog>
  )
}

/** The reasons for the untouched rows, each with the first few names. */
const Reasons = ({ raceid, bulk }: { raceid: number; bulk: BulkShown }) => {
  const t = useWords()
  const namesOf = useNames()
  const shown = useAsk(consoleRegistrationsBulkShow, { raceid, id: bulk.id }, { quiet: true })
  if (!shown.data || shown.data.others.length === 0) return null
  return (
    <div className="mt-3 rounded bg-warning-tint px-4 py-3 text-14 text-warning-ink">
      <p className="font-medium">{t(words.reasons)}</p>
      <ul className="mt-1 grid gap-1">
        {shown.data.others.map(({ says, count, names }) => (
          <li key={says}>
            {says} · {t(words.reason_count, { n: countText(count) })} · {namesOf(names, count)}
          </li>
        ))}
      </ul>
    </div>
  )
}

export const BulkItem = ({ raceid, bulk }: { raceid: number; bulk: BulkShown }) => {
  const t = useWords()
  const { lang } = useLang()
  const [dialog, setDialog] = useState<'stop' | 'undo' | 'approve'>()
  const { done, unchanged, not_done: left, total, state } = bulk
  const at = done + unchanged + left
  const moneySaid = (amount: number) =>
    bulk.back === 0
      ? t(words.money_total, { amount: bookMoney(amount) })
      : t(words.money_back, { back: bookMoney(bulk.back), amount: bookMoney(amount) })
  const said = t(words.progress, { at: countText(at), of: countText(total) })
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0">
          <h2 className="flex flex-wrap items-center gap-2 text-16 font-bold">
            {bulk.label}
            <Chip tone={tones[state]}>{t(words.states[state])}</Chip>
            {bulk.undone === null ? null : <Chip>{t(words.undone)}</Chip>}
          </h2>
          <p className="mt-1 text-14 text-soft">
            {t(words.by, { name: bulk.by, time: dateText(bulk.created_at, lang, 'minute') })}
          </p>
          {bulk.approval ? (
            <p className="text-14 text-soft">
              {t(words.approved_by, { name: bulk.approval.by, time: dateText(bulk.approval.at, lang, 'minute') })}
            </p>
          ) : null}
        </div>
        <div className="flex flex-wrap gap-2">
          {bulk.can.approve ? (
            <Button look="strong" onClick={() => setDialog('approve')}>
              {t(words.approve)}
            </Button>
          ) : null}
          {bulk.can.stop ? (
            <Button look="plain" onClick={() => setDialog('stop')}>
              {t(words.stop)}
            </Button>
          ) : null}
          {bulk.can.undo ? (
            <Button look="plain" onClick={() => setDialog('undo')}>
              {t(words.undo)}
            </Button>
          ) : null}
          {state === 'running' || state === 'waiting' ? null : (
            <ExportButton raceid={raceid} table="bulk_rows" filter={{ id: bulk.id }} label={t(words.report)} />
          )}
        </div>
      </div>
      {state === 'running' ? (
        <div className="mt-3">
          <Progress value={total === 0 ? 1 : at / total} label={said} />
        </div>
      ) : null}
      <p className="figures mt-3 text-14" role="status">
        {state === 'running' ? `${said} · ` : ''}
        {bulk.amount ? `${moneySaid(bulk.amount)} · ` : ''}
        {state === 'waiting'
          ? t(words.selected, { n: countText(total) })
          : t(words.counts, { done: countText(done), unchanged: countText(unchanged), left: countText(left) })}
      </p>
      <Given raceid={raceid} bulk={bulk} />
      {state === 'waiting' && !bulk.can.approve ? (
        <p className="mt-1 text-14 text-soft">{t(words.approve_wait)}</p>
      ) : null}
      {state !== 'running' && unchanged + left > 0 ? <Reasons raceid={raceid} bulk={bulk} /> : null}
      {dialog === 'approve' ? <ApproveDialog raceid={raceid} bulk={bulk} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'stop' ? <StopDialog raceid={raceid} bulk={bulk} onClose={() => setDialog(undefined)} /> : null}
      {dialog === 'undo' ? <UndoDialog raceid={raceid} bulk={bulk} onClose={() => setDialog(undefined)} /> : null}
    </Card>
  )
}
