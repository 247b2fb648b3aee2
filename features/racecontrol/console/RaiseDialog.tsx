import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { consoleRacecontrolAlarmsRaise } from '../monitor/monitor.contract.ts'
import { words } from './control.words.ts'

/** Writes down a call for help that came by phone or radio. */
export const RaiseDialog = ({
  raceid,
  onClose,
  onDone,
}: {
  raceid: number
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const raise = useCall(consoleRacecontrolAlarmsRaise)
  const { refused, trying } = useTrying()
  const [draft, setDraft] = useState({ bib: '', metres: null as number | null, place: '', note: '' })
  const submit = () =>
    trying(async () => {
      await raise.mutateAsync({ raceid, ...draft })
      toastSuccess(t(words.raised))
      onDone()
    })
  return (
    <AskDialog
      title={t(words.raise)}
      action={t(words.raise)}
      busy={raise.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void submit()}
    >
      <p className="text-soft">{t(words.raise_text)}</p>
      <TextInput
        label={t(words.bib)}
        optional
        value={draft.bib}
        maxLength={20}
        autoComplete="off"
        onChange={({ target }) => setDraft({ ...draft, bib: target.value })}
      />
      <NumberInput
        label={t(words.metres)}
        optional
        unit={t(words.metres_unit)}
        max={1_000_000}
        value={draft.metres}
        onChange={(metres) => setDraft({ ...draft, metres })}
      />
      <TextInput
        label={t(words.place)}
        hint={t(words.place_hint)}
        optional
        value={draft.place}
        maxLength={200}
        onChange={({ target }) => setDraft({ ...draft, place: target.value })}
      />
      <TextArea
        label={t(words.note)}
        optional
        rows={3}
        maxLength={1000}
        value={draft.note}
        onChange={({ target }) => setDraft({ ...draft, note: target.value })}
      />
    </AskDialog>
  )
}
