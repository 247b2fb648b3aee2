import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { words as kit } from '#ui/language/words.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  type BulkActionShown,
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkStart,
} from '../../bulk/bulk.contract.ts'
import { ActionField } from './ActionField.tsx'
import { ForeseenMoney } from './ForeseenMoney.tsx'
import { words } from './bulkDesk.words.ts'
import { useNames } from './useNames.ts'

export type BulkFilter = NonNullable<InputOf<typeof consoleRegistrationsBulkPreview>['filter']>
type Preview = OutputOf<typeof consoleRegistrationsBulkPreview>

type Typed = Readonly<Record<string, string>>
/**
 * Returns the value of a field. A choice that nobody touched has its first option. Any other field that nobody touched
 * has no value (undefined).
 */
const valueOf = ({ fields }: BulkActionShown, typed: Typed, name: string): string | undefined =>
  typed[name] ?? fields.find((field) => field.name === name)?.options[0]?.value
const givenIn = (fields: BulkActionShown['fields'], typed: Typed): Record<string, string> =>
  Object.fromEntries(fields.flatMap(({ name }) => (typed[name]?.trim() ? [[name, typed[name]]] : [])))
const noneOf = ({ nothing }: NonNullable<Preview['money']>): number =>
  nothing.reduce((sum, { count }) => sum + count, 0)

const PreviewPart = ({ preview, touched: count }: { preview: Preview; touched: number }) => {
  const t = useWords()
  const namesOf = useNames()
  const { touched, others } = preview
  const left = others.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="grid gap-3" role="status">
      <div className="rounded bg-tint px-4 py-3">
        <p className="figures font-medium">
          {count > 0 ? t(words.touches, { n: countText(count) }) : t(words.touches_none)}
        </p>
        {count > 0 && touched.names.length > 0 ? (
          <p className="text-14 text-soft">{namesOf(touched.names, touched.count)}</p>
        ) : null}
      </div>
      {left > 0 ? (
        <div className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          <p className="figures font-medium">{t(words.touches_not, { n: countText(left) })}</p>
          <ul className="text-14">
            {others.map(({ says, count, names }) => (
              <li key={says}>
                {says} · {t(words.reason_count, { n: countText(count) })}
                {names.length > 0 ? ` · ${namesOf(names, count)}` : ''}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

type Props = {
  raceid: number
  action: BulkActionShown
  filter: BulkFilter
  onClose: () => void
  onStarted: (id: number) => void
}
/**
 * Asks before an action and shows its preview. The action then treats exactly the rows that match at the confirmation.
 */
export const BulkDialog = ({ raceid, action, filter, onClose, onStarted }: Props) => {
  const t = useWords()
  const queries = useQueryClient()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const shown = action.fields.filter(({ when }) => !when || valueOf(action, typed, when.field) === when.value)
  // Only choices and numbers decide an amount, so the preview does not load again while somebody types a reason.
  const decides = givenIn(
    shown.filter(({ kind, decides: counts }) => counts || (action.money && kind !== 'text')),
    typed,
  )
  const preview = useAsk(
    consoleRegistrationsBulkPreview,
    { raceid, action: action.name, filter, input: decides },
    { quiet: true, staleTime: 0 },
  )
  const start = useCall(consoleRegistrationsBulkStart)
  const { data } = preview
  const touched = data?.money ? data.touched.count - noneOf(data.money) : (data?.touched.count ?? 0)
  const waits = data?.money?.approval ?? false
  const go = async (given: Preview) => {
    const { total, upto } = given
    const input = givenIn(shown, typed)
    const amount = given.money?.amount
    try {
      const { id, ...begun } = await start.mutateAsync({
        raceid,
        action: action.name,
        filter,
        input,
        total,
        upto,
        ...(amount === undefined ? {} : { amount }),
      })
      toastSuccess(t(begun.waits ? words.waits_now : words.started))
      onStarted(id)
      await queries.invalidateQueries()
    } catch {
      // The dialog shows the refusal and loads the preview again.
      void preview.refetch()
    }
  }
  return (
    <AskDialog
      wide
      title={action.label}
      action={touched > 0 ? t(waits ? words.submit : words.go, { n: countText(touched) }) : action.label}
      look={action.danger ? 'danger' : 'strong'}
      busy={start.isPending || preview.isLoading}
      disabledReason={
        data && touched === 0 ? t(words.touches_none) : preview.error && !data ? t(kit.failed_title) : undefined
      }
      refused={start.error ?? undefined}
      onClose={onClose}
      onDo={() => (data && touched > 0 ? void go(data) : undefined)}
    >
      <p>{action.description}</p>
      {shown.map((field) => (
        <ActionField
          key={field.name}
          field={field}
          value={typed[field.name] ?? ''}
          error={start.error?.fields[field.name]}
          onType={(value) => {
            start.reset()
            setTyped({ ...typed, [field.name]: value })
          }}
        />
      ))}
      {preview.isPending ? (
        <div aria-label={t(words.looking)}>
          <Skeleton lines={2} className="h-12" />
        </div>
      ) : null}
      {preview.error ? <ErrorState error={preview.error} onRetry={() => void preview.refetch()} /> : null}
      {data ? <PreviewPart preview={data} touched={touched} /> : null}
      {data?.money ? <ForeseenMoney money={data.money} /> : null}
      <p className="text-14 text-soft">
        {action.undo === null ? t(words.cannot_undo) : t(words.can_undo)} ·{' '}
        {t(waits ? words.waits_text : words.running_on)}
      </p>
    </AskDialog>
  )
}
