import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import {
  type ChangeOutcome,
  consoleRegistrationsDelay,
  consoleRegistrationsReview,
  consoleRegistrationsTag,
} from '../changes/changes.contract.ts'
import { reviewRefusalReasons } from '../review/reasons.words.ts'
import { words } from './desk.words.ts'

export type ReviewAction = 'approve' | 'refuse' | 'reopen' | 'tag' | 'delay'
export type ReviewedList = { items: ChangeOutcome[]; done: number }
type Props = {
  raceid: number
  ids: readonly number[]
  action: ReviewAction | undefined
  tag?: string | null
  description?: string | null
  /** The reason of the refusal that `reopen` undoes. */
  refusal?: string | null
  onClose: () => void
  onDone: (done: ReviewedList) => void
}

/**
 * Asks about an action on the selected registrations and names their number. Nothing is written before a confirmation.
 */
export const ReviewDialogs = ({ action, ...props }: Props) =>
  action ? <Confirming key={action} {...props} action={action} /> : null

const Confirming = ({
  raceid,
  ids,
  action,
  tag,
  description,
  refusal,
  onClose,
  onDone,
}: Props & { action: ReviewAction }) => {
  const t = useWords()
  const queries = useQueryClient()
  const review = useCall(consoleRegistrationsReview)
  const tagging = useCall(consoleRegistrationsTag)
  const delaying = useCall(consoleRegistrationsDelay)
  const [reason, setReason] = useState('')
  const [label, setLabel] = useState(tag ?? '')
  const [says, setText] = useState(description ?? '')
  const [refused, setRefused] = useState<Refused>()
  const list = [...ids]
  const n = ids.length
  const go = async () => {
    setRefused(undefined)
    try {
      const done =
        action === 'tag'
          ? await tagging.mutateAsync({ raceid, ids: list, tag: label, description: says })
          : action === 'delay'
            ? await delaying.mutateAsync({ raceid, ids: list, tag: label, description: says })
            : await review.mutateAsync({
                raceid,
                ids: list,
                verdict: action,
                reason: action === 'reopen' ? (refusal ?? '') : reason,
              })
      toastSuccess(t(words.done, { n: done.done }))
      void queries.invalidateQueries()
      onDone(done)
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  const title = {
    approve: words.approve_title,
    refuse: words.refuse_title,
    reopen: words.reopen_title,
    tag: words.tag_title,
    delay: words.delay_title,
  }[action]
  const hint = {
    approve: words.approve_text,
    refuse: words.refuse_text,
    reopen: words.reopen_text,
    tag: words.tag_text,
    delay: words.delay_text,
  }[action]
  const button = {
    approve: words.approve,
    refuse: words.refuse,
    reopen: words.reopen,
    tag: words.save,
    delay: words.delay,
  }[action]
  return (
    <AskDialog
      title={t(title, { n })}
      action={t(button)}
      look={action === 'refuse' ? 'danger' : 'strong'}
      busy={review.isPending || tagging.isPending || delaying.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <p className="text-soft">{t(hint)}</p>
      {action === 'refuse' ? (
        <>
          <TextInput
            label={t(words.reason)}
            value={reason}
            maxLength={300}
            error={refused?.fields.reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <div className="flex flex-wrap gap-2">
            {reviewRefusalReasons.map((one) => (
              <ChoiceChip key={one.en} chosen={reason === t(one)} onClick={() => setReason(t(one))}>
                {t(one)}
              </ChoiceChip>
            ))}
          </div>
        </>
      ) : null}
      {action === 'tag' || action === 'delay' ? (
        <>
          <TextInput
            label={t(words.tag)}
            value={label}
            maxLength={40}
            error={refused?.fields.tag}
            onChange={(event) => setLabel(event.target.value)}
          />
          <TextInput
            label={t(words.description)}
            value={says}
            maxLength={300}
            error={refused?.fields.description}
            onChange={(event) => setText(event.target.value)}
          />
        </>
      ) : null}
    </AskDialog>
  )
}

export const UnchangedList = ({ done, nameOf }: { done: ReviewedList | undefined; nameOf: (id: number) => string }) => {
  const t = useWords()
  const left = done?.items.filter(({ outcome }) => outcome !== 'done') ?? []
  if (left.length === 0) return null
  return (
    <div role="status" className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
      <p className="font-medium">{t(words.not_done, { n: left.length })}</p>
      <ul className="mt-1 text-14">
        {left.map(({ id, says }) => (
          <li key={id}>
            {nameOf(id)} · {says}
          </li>
        ))}
      </ul>
    </div>
  )
}
