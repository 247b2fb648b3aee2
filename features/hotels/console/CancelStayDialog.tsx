import { useState } from 'react'
import { consoleSalesReturn } from '#features/sales/contract.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { Button } from '#ui/form/Button.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { useCall } from '#ui/network/call.ts'
import type { Booking } from '../console.contract.ts'
import { consoleWords as words } from './hotels.words.ts'

type Props = { raceid: number; booking: Booking; onClose: () => void; onDone: () => void }
/** Cancels nights for a guest. Staff choose the part of the money that the race keeps. */
export const CancelStayDialog = ({ raceid, booking, onClose, onDone }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [chosen, setChosen] = useState<readonly string[]>(booking.lines.map(({ id }) => id))
  const [percent, setPercent] = useState(0)
  const [reason, setReason] = useState('')
  const give = useCall(consoleSalesReturn, { quiet: true })
  const lines = booking.lines.filter(({ id }) => chosen.includes(id))
  const kept = lines.reduce((sum, { amount }) => sum + Math.floor((amount * (percent || 0)) / 100), 0)
  const back = lines.reduce((sum, { amount }) => sum + amount, 0) - kept
  const submit = () =>
    give.mutate(
      {
        raceid,
        id: booking.order_key,
        lines: lines.map(({ id, pieces }) => ({ id, pieces })),
        percent,
        reason,
      },
      { onSuccess: onDone },
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(words.cancelTitle)}
      actions={
        <Button
          look="danger"
          busy={give.isPending}
          disabled={lines.length === 0 || reason.trim() === '' || Number.isNaN(percent)}
          onClick={submit}
        >
          {t(words.cancelStay)}
        </Button>
      }
    >
      <div className="grid gap-4">
        <fieldset>
          <legend className="font-medium">{t(words.cancelWhich)}</legend>
          {booking.lines.map(({ id, night, amount }) => (
            <Checkbox
              key={id}
              checked={chosen.includes(id)}
              onChange={(event) =>
                setChosen(event.target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
              }
            >
              {`${dateText(night, lang, 'short')} · ${bookMoney(amount)}`}
            </Checkbox>
          ))}
        </fieldset>
        <NumberInput label={t(words.percent)} value={percent} min={0} max={100} onChange={setPercent} />
        <TextInput
          label={t(words.reason)}
          value={reason}
          maxLength={200}
          onChange={(event) => setReason(event.target.value)}
        />
        <p className="font-medium">{t(words.willReturn, { back: bookMoney(back), kept: bookMoney(kept) })}</p>
        <Refusal refused={give.error ?? undefined} />
      </div>
    </Dialog>
  )
}
