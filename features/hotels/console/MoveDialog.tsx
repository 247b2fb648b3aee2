import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type Booking, consoleHotelsChange } from '../console.contract.ts'
import { dayAfter } from '../stay.rules.ts'
import { consoleWords as words } from './hotels.words.ts'

/** Moves a booking to other dates for its guest. */
export const MoveDialog = ({
  raceid,
  booking,
  onClose,
  onDone,
}: {
  raceid: number
  booking: Booking
  onClose: () => void
  onDone: () => void
}) => {
  const t = useWords()
  const [arrival, setArrival] = useState(booking.arrival)
  const [reason, setReason] = useState('')
  const [refused, setRefused] = useState<Refused>()
  const move = useCall(consoleHotelsChange, { quiet: true })
  const go = async () => {
    try {
      const departure = dayAfter(arrival, booking.nights)
      await move.mutateAsync({ raceid, id: booking._key, arrival, departure, reason })
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      open
      title={t(words.moveStay)}
      action={t(words.moveStay)}
      busy={move.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <div className="grid gap-4">
        <p className="text-soft">{t(words.moveHow)}</p>
        <TextInput
          label={t(words.newArrival)}
          type="date"
          inputClassName="figures"
          value={arrival}
          onChange={(event) => event.target.value && setArrival(event.target.value)}
        />
        <TextInput
          label={t(words.moveReason)}
          value={reason}
          maxLength={200}
          error={refused?.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </div>
    </AskDialog>
  )
}
