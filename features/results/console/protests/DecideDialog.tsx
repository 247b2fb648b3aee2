import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type ProtestListed, consoleResultsProtestsDecide } from '../../protests/protests.contract.ts'
import { protestDesk as words } from './protests.words.ts'

type Props = { raceid: number; one: ProtestListed; onClose: () => void; onDone: () => void }
/** The dialog in which staff uphold or dismiss a protest, with a sentence for its runner. */
export const DecideDialog = ({ raceid, one, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const send = useCall(consoleResultsProtestsDecide)
  const [upheld, setUpheld] = useState<boolean>()
  const [decision, setDecision] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const decide = async () => {
    setRefused(undefined)
    try {
      await send.mutateAsync({ raceid, id: one.id, upheld: upheld === true, decision })
      toastSuccess(t(words.decided_now))
      onDone()
      onClose()
    } catch (thrown) {
      setRefused(refusedFrom(thrown, lang))
    }
  }
  return (
    <AskDialog
      title={`${t(words.title)} · ${[one.bib, one.name].filter(Boolean).join(' ')}`}
      action={t(words.decide)}
      busy={send.isPending}
      disabledReason={upheld === undefined || decision.trim().length < 2 ? t(words.decision_hint) : undefined}
      refused={refused}
      onClose={onClose}
      onDo={() => void decide()}
    >
      <p className="whitespace-pre-wrap break-words rounded bg-sunk px-3 py-2">{one.content}</p>
      <RadioCards
        label={t(words.decide)}
        value={upheld === undefined ? undefined : upheld ? 'upheld' : 'dismissed'}
        onChange={(value) => setUpheld(value === 'upheld')}
        options={[
          { value: 'upheld', label: t(words.uphold) },
          { value: 'dismissed', label: t(words.dismiss) },
        ]}
      />
      <TextInput
        label={t(words.decision)}
        hint={t(words.decision_hint)}
        value={decision}
        maxLength={300}
        error={refused?.fields.decision}
        onChange={(event) => setDecision(event.target.value)}
      />
    </AskDialog>
  )
}
