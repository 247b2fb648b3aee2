import { useState } from 'react'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import { type Booking, consoleHotelsWithdraw } from '../console.contract.ts'
import { consoleWords as words } from './hotels.words.ts'

type Props = { raceid: number; booking: Booking; onClose: () => void; onDone: () => void }
/** Takes back an offer of dearer dates, for which the guest has not yet paid. */
export const WithdrawDialog = ({ raceid, booking, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [reason, setReason] = useState('')
  const withdraw = useCall(consoleHotelsWithdraw, { quiet: true })
  return (
    <AskDialog
      title={t(words.withdrawTitle)}
      action={t(words.withdraw)}
      look="danger"
      busy={withdraw.isPending}
      disabledReason={reason.trim() === '' ? t(words.reasonNeeded) : undefined}
      refused={withdraw.error ?? undefined}
      onClose={onClose}
      onDo={() => withdraw.mutate({ raceid, id: booking._key, reason }, { onSuccess: onDone })}
    >
      <p>
        {t(words.withdrawHow, {
          arrival: dateText(booking.arrival, lang, 'short'),
          departure: dateText(booking.departure, lang, 'short'),
        })}
      </p>
      <TextInput
        label={t(words.moveReason)}
        value={reason}
        maxLength={200}
        error={withdraw.error?.fields.reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </AskDialog>
  )
}
