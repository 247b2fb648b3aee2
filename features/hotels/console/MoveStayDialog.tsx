import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { dayAfter, isDay } from '#contract/days.ts'
import { type Booking, consoleHotelsChange, consoleHotelsOther } from '../console.contract.ts'
import { nightsBetween } from '../stay.rules.ts'
import { consoleWords as words } from './hotels.words.ts'

type Price = OutputOf<typeof consoleHotelsOther>
type Props = { raceid: number; booking: Booking; onClose: () => void; onDone: (said: string) => void }
/**
 * Moves a booking to other dates for its guest. The clerk sees the price first. Dearer dates become an offer that the
 * guest accepts by paying.
 */
export const MoveStayDialog = ({ raceid, booking, onClose, onDone }: Props) => {
  const t = useWords()
  const [days, setDays] = useState({ arrival: booking.arrival, departure: booking.departure })
  const [reason, setReason] = useState('')
  const [price, setPrice] = useState<Price>()
  const [refused, setRefused] = useState<Refused>()
  const look = useCall(consoleHotelsOther, { quiet: true })
  const move = useCall(consoleHotelsChange, { quiet: true })
  const choose = (arrival: string, departure: string) => {
    if (!isDay(arrival) || !isDay(departure)) return
    setPrice(undefined)
    setRefused(undefined)
    setDays({ arrival, departure })
  }
  const go = async () => {
    setRefused(undefined)
    try {
      const stay = { raceid, id: booking._key, ...days }
      if (!price) return setPrice(await look.mutateAsync(stay))
      const { refund, due } = price
      const { booking: now } = await move.mutateAsync({ ...stay, reason, refund, due })
      onDone(t(now.offer === null ? words.moved : words.offered))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <AskDialog
      open
      title={t(words.moveStay)}
      action={t(price === undefined ? words.movePrice : price.due > 0 ? words.moveOffer : words.moveStay)}
      busy={look.isPending || move.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void go()}
    >
      <div className="grid gap-4">
        <p className="text-soft">{t(words.moveHow)}</p>
        <div className="grid grid-cols-2 gap-3">
          <TextInput
            label={t(words.newArrival)}
            type="date"
            inputClassName="figures"
            value={days.arrival}
            onChange={({ target: { value } }) =>
              isDay(value) && choose(value, dayAfter(value, nightsBetween(days.arrival, days.departure)))
            }
          />
          <TextInput
            label={t(words.newDeparture)}
            type="date"
            inputClassName="figures"
            min={dayAfter(days.arrival)}
            value={days.departure}
            onChange={({ target: { value } }) => choose(days.arrival, value)}
          />
        </div>
        <TextInput
          label={t(words.moveReason)}
          value={reason}
          maxLength={200}
          error={refused?.fields.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {price ? (
          <p role="status" className="figures rounded bg-success-tint px-4 py-3 text-success-ink">
            {price.due > 0
              ? t(words.moveDue, { amount: bookMoney(price.due) })
              : price.refund > 0
                ? t(words.moveBack, { amount: bookMoney(price.refund) })
                : t(words.moveFree)}
          </p>
        ) : null}
      </div>
    </AskDialog>
  )
}
