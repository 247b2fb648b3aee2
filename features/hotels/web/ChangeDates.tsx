import { useState } from 'react'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { type GuestStay, hotelsOrderChange, hotelsOrderOther } from '../contract.ts'
import { dayAfter } from '../stay.rules.ts'
import { hotelWords as words } from './hotel.words.ts'

/** Moves an own stay to other dates of the same length: first the price of the change, then the change. */
export const ChangeDates = ({ stay, today, again }: { stay: GuestStay; today: string; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const [open, setOpen] = useState(false)
  const [arrival, setArrival] = useState(stay.arrival)
  const [offer, setOffer] = useState<{ refund: number }>()
  const [refused, setRefused] = useState<Refused>()
  const look = useCall(hotelsOrderOther, { quiet: true })
  const change = useCall(hotelsOrderChange, { quiet: true })
  const departure = dayAfter(arrival, stay.nights)
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
  const move = () =>
    doing(async () => {
      await change.mutateAsync({ ...days, refund: offer?.refund ?? 0 })
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
        <TextInput
          label={t(words.arrivalDay)}
          type="date"
          inputClassName="figures"
          min={today}
          value={arrival}
          onChange={(event) => {
            setOffer(undefined)
            setRefused(undefined)
            if (event.target.value) setArrival(event.target.value)
          }}
        />
        <p className="figures flex items-baseline justify-between gap-4">
          <span className="text-soft">{t(words.departureDay)}</span>
          <b>{dateText(departure, lang, 'short')}</b>
        </p>
        <Refusal refused={refused} />
        {offer ? (
          <p role="status" className="rounded bg-success-tint px-4 py-3 text-success-ink">
            {offer.refund > 0 ? t(words.changeBack, { amount: money(offer.refund, lang) }) : t(words.changeSame)}
          </p>
        ) : null}
        <Button
          busy={look.isPending || change.isPending}
          disabled={arrival === stay.arrival}
          onClick={() => void (offer ? move() : doing(async () => setOffer(await look.mutateAsync(days))))}
        >
          {t(offer ? words.changeDo : words.changeCheck)}
        </Button>
      </div>
    </Card>
  )
}
