import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type Suspicion, consoleSubstitutesDecide } from '../contract.ts'
import { words } from '../words.ts'

type Props = {
  raceid: number
  one: Suspicion
  to: 'dismissed' | 'substitute'
  onClose: () => void
  onSaved: () => void
}

/** Asks for the reason of a decision. If the decision is `substitute`, the person also chooses bibs to disqualify. */
export const DecideSuspicionDialog = ({ raceid, one, to, onClose, onSaved }: Props) => {
  const t = useWords()
  const decide = useCall(consoleSubstitutesDecide, { quiet: true })
  const [reason, setReason] = useState('')
  const [bibs, setBibs] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<Refused>()
  const turn = (bib: string, on: boolean) => setBibs(on ? [...bibs, bib] : bibs.filter((other) => other !== bib))
  return (
    <AskDialog
      title={t(to === 'substitute' ? words.decide : words.dismiss)}
      action={t(to === 'substitute' ? words.decide : words.dismiss)}
      look={to === 'substitute' ? 'danger' : 'strong'}
      busy={decide.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() =>
        decide.mutate(
          { raceid, id: one.id, state: to, reason, bibs: [...bibs] },
          {
            onSuccess: () => {
              toastSuccess(t(words.saved))
              onSaved()
              onClose()
            },
            onError: (thrown) => setRefused(refusedFrom(thrown)),
          },
        )
      }
    >
      <TextInput
        label={t(words.reason)}
        value={reason}
        error={refused?.fields.reason}
        maxLength={200}
        onChange={(event) => setReason(event.target.value)}
      />
      {to === 'substitute' ? (
        <div className="grid gap-1">
          {one.runners.map(({ bib }) => (
            <Checkbox key={bib} checked={bibs.includes(bib)} onChange={(event) => turn(bib, event.target.checked)}>
              {t(words.disqualify, { bib })}
            </Checkbox>
          ))}
          <p className="text-14 text-soft">{t(words.decide_how)}</p>
        </div>
      ) : null}
    </AskDialog>
  )
}
