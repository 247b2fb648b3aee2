import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type IncidentOpened, consoleRacecontrolIncidentsOpen } from '../../incidents/incidents.contract.ts'
import { words } from './incidents.words.ts'

type Props = { raceid: number; id: number; onClose: () => void; onOpened: (opened: IncidentOpened) => void }
/** Asks for the reason before an incident opens. */
export const ReasonDialog = ({ raceid, id, onClose, onOpened }: Props) => {
  const t = useWords()
  const open = useCall(consoleRacecontrolIncidentsOpen)
  const { refused, trying } = useTrying()
  const [reason, setReason] = useState('')
  const usual = [t(words.reason_treat), t(words.reason_contact), t(words.reason_shift)]
  return (
    <AskDialog
      title={t(words.open_one, { id })}
      action={t(words.open)}
      busy={open.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void trying(async () => onOpened(await open.mutateAsync({ raceid, id, reason: reason.trim() })))}
    >
      <p className="text-soft">{t(words.about)}</p>
      <div className="flex flex-wrap gap-2">
        {usual.map((one) => (
          <ChoiceChip key={one} chosen={reason === one} onClick={() => setReason(one)}>
            {one}
          </ChoiceChip>
        ))}
      </div>
      <TextInput
        label={t(words.why)}
        value={reason}
        maxLength={200}
        onChange={({ target }) => setReason(target.value)}
      />
    </AskDialog>
  )
}
