import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import {
  type BulkActionShown,
  consoleRegistrationsBulkPreview,
  consoleRegistrationsBulkStart,
} from '../../bulk/bulk.contract.ts'
import { words } from './bulkDesk.words.ts'
import { useNames } from './useNames.ts'

export type BulkFilter = NonNullable<InputOf<typeof consoleRegistrationsBulkPreview>['filter']>
type Preview = OutputOf<typeof consoleRegistrationsBulkPreview>

/** Shows the number and names of the rows that the action would change, and the reasons for the other rows. */
const PreviewPart = ({ preview }: { preview: Preview }) => {
  const t = useWords()
  const namesOf = useNames()
  const { touched, others } = preview
  const left = others.reduce((sum, { count }) => sum + count, 0)
  return (
    <div className="grid gap-3" role="status">
      <div className="rounded bg-tint px-4 py-3">
        <p className="figures font-medium">
          {touched.count > 0 ? t(words.touches, { n: countText(touched.count) }) : t(words.touches_none)}
        </p>
        {touched.count > 0 ? <p className="text-14 text-soft">{namesOf(touched.names, touched.count)}</p> : null}
      </div>
      {left > 0 ? (
        <div className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          <p className="figures font-medium">{t(words.touches_not, { n: countText(left) })}</p>
          <ul className="text-14">
            {others.map(({ says, count, names }) => (
              <li key={says}>
                {says} · {t(words.reason_count, { n: countText(count) })} · {namesOf(names, count)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}

type FieldProps = {
  field: BulkActionShown['fields'][number]
  value: string
  error: string | undefined
  onType: (value: string) => void
}
const ActionField = ({ field, value, error, onType }: FieldProps) => {
  const hint = field.hint ?? undefined
  if (field.kind === 'choice')
    return (
      <Select
        label={field.label}
        hint={hint}
        value={value}
        error={error}
        onChange={(event) => onType(event.target.value)}
        options={field.options}
      />
    )
  return (
    <>
      <TextInput
        label={field.label}
        hint={hint}
        optional={!field.required}
        value={value}
        error={error}
        maxLength={field.most ?? undefined}
        inputMode={field.kind === 'number' ? 'numeric' : undefined}
        onChange={(event) => onType(event.target.value)}
      />
      {field.ready.length > 0 ? (
        <div className="flex flex-wrap gap-2">
          {field.ready.map((one) => (
            <ChoiceChip key={one} chosen={value === one} onClick={() => onType(one)}>
              {one}
            </ChoiceChip>
          ))}
        </div>
      ) : null}
    </>
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
 * Asks before an action, with the number and the names of its rows. The action then treats exactly the rows that match
 * at the confirmation.
 */
export const BulkDialog = ({ raceid, action, filter, onClose, onStarted }: Props) => {
  const t = useWords()
  const queries = useQueryClient()
  const preview = useAsk(
    consoleRegistrationsBulkPreview,
    { raceid, action: action.name, filter },
    { quiet: true, staleTime: 0 },
  )
  const start = useCall(consoleRegistrationsBulkStart)
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const { data } = preview
  const touched = data?.touched.count ?? 0
  const go = async (given: Preview) => {
    const { total, upto } = given
    const input = Object.fromEntries(Object.entries(typed).filter(([, value]) => value.trim() !== ''))
    try {
      const { id } = await start.mutateAsync({ raceid, action: action.name, filter, input, total, upto })
      toastSuccess(t(words.started))
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
      action={touched > 0 ? t(words.go, { n: countText(touched) }) : action.label}
      look={action.danger ? 'danger' : 'strong'}
      busy={start.isPending}
      disabledReason={data && touched === 0 ? t(words.touches_none) : undefined}
      refused={start.error ?? undefined}
      onClose={onClose}
      onDo={() => (data && touched > 0 ? void go(data) : undefined)}
    >
      <p>{action.description}</p>
      {action.fields.map((field) => (
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
      {data ? <PreviewPart preview={data} /> : null}
      <p className="text-14 text-soft">
        {action.undo === null ? t(words.cannot_undo) : t(words.can_undo)} · {t(words.running_on)}
      </p>
    </AskDialog>
  )
}
