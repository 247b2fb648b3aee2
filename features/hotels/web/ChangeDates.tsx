import { useState } from 'react'
import { raceOfKey } from '#contract/key.ts'
import { path } from '#seam/web/paths.ts'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { dayAfter, isDay } from '#contract/days.ts'
import { type GuestStay, hotelsOrderChange, hotelsOrderOther } from '../contract.ts'
import { nightsBetween } from '../stay.rules.ts'
import { hotelWords as words } from './hotel.words.ts'

/**
 * Moves the guest's stay to other dates. The guest first sees the price, and then makes the change or pays the
 * difference.
 */
export const ChangeDates = ({ stay, today, again }: { stay: GuestStay; today: string; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const go = useGo()
  const [open, setOpen] = useState(false)
  const [arrival, setArrival] = useState(stay.arrival)
  const [departure, setDeparture] = useState(stay.departure)
  const [offer, setOffer] = useState<{ refund: number; due: number }>()
  const [refused, setRefused] = useState<Refused>()
  const look = useCall(hotelsOrderOther, { quiet: true })
  const change = useCall(hotelsOrderChange, { quiet: true })
  const days = { id: stay._key, arrival, departure }
  const doing = async (work: () => Promise<void>) => {
    setRefused(undefined)
    try {
      await work()
    } catch (thrown) {
      setOffer(undefined)
      setRefused(refusedFrom(thrown))
    }
  }
  const choose = (first: string, last: string) => {
    setOffer(undefined)
    setRefused(undefined)
    if (!isDay(first) || !isDay(last)) return
    setArrival(first)
    setDeparture(last)
  }
  /** Chooses another arrival. The number of nights stays the same. */
  const chooseArrival = (first: string) => {
    if (isDay(first)) choose(first, dayAfter(first, nightsBetween(arrival, departure)))
  }
  const move = () =>
    doing(async () => {
      const { pay } = await change.mutateAsync({ ...days, refund: offer?.refund ?? 0, due: offer?.due ?? 0 })
      if (pay !== null) return go(path.hotelPay({ raceid: raceOfKey(pay), id: pay }))
      setOpen(false)
      setOffer(undefined)
      toastSuccess(t(words.changeDone))
      again()
    })
  if (!open)
    return (
      <Card title={t(words.changeTitle)}>
        <p className="text-14 text-soft">{t(words.changeHow)}</p>
        <Button look="plain" className="mt-4" onClick={() => setOpen(true)}>
          {t(words.changeTitle)}
        </Button>
      </Card>
    )
  return (
    <Card title={t(words.changeTitle)}>
      <p className="mb-4 text-14 text-soft">{t(words.changeHow)}</p>
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-3">
          <TextInput
            label={t(words.arrivalDay)}
            type="date"
            inputClassName="figures"
            min={today}
            value={arrival}
            onChange={(event) => chooseArrival(event.target.value)}
          />
          <TextInput
            label={t(words.departureDay)}
            type="date"
            inputClassName="figures"
            min={dayAfter(arrival)}
            value={departure}
            onChange={(event) => choose(arrival, event.target.value)}
          />
        </div>
        <Refusal refused={refused} />
        {offer ? (
          <p role="status" className="rounded bg-success-tint px-4 py-3 text-success-ink">
            {offer.due > 0
              ? t(words.changePay, { amount: money(offer.due, lang) })
              : offer.refund > 0
                ? t(words.changeBack, { amount: money(offer.refund, lang) })
                : t(words.changeSame)}
          </p>
        ) : null}
        <Button
          busy={look.isPending || change.isPending}
          disabled={arrival === stay.arrival && departure === stay.departure}
          onClick={() => void (offer ? move() : doing(async () => setOffer(await look.mutateAsync(days))))}
        >
          {t(offer ? (offer.due > 0 ? words.changePayNow : words.changeDo) : words.changeCheck)}
        </Button>
      </div>
    </Card>
  )
}
