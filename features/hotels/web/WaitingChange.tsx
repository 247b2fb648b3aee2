import { ArrowRight } from 'lucide-react'
import { useState } from 'react'
import { raceOfKey } from '#contract/key.ts'
import { path } from '#seam/web/paths.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { dateText, daysText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { type GuestStay, type HeldChange, hotelsOrderKeep } from '../contract.ts'
import { nightsBetween } from '../stay.rules.ts'
import { hotelWords as words } from './hotel.words.ts'

type Props = { stay: GuestStay; change: HeldChange; zone: string; again: () => void }
/** Dearer dates that wait for the guest. The guest pays the difference, or keeps the present dates. */
export const WaitingChange = ({ stay, change, zone, again }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [asking, setAsking] = useState(false)
  const keep = useCall(hotelsOrderKeep, { quiet: true })
  const { arrival, departure, pay_end, due, order_key, paid } = change
  const day = (date: string) => dateText(date, lang, 'short')
  if (paid)
    return (
      <Card title={t(words.changePaid)}>
        <p role="status" className="text-soft">
          {t(words.changePaidHow, { arrival: day(arrival), departure: day(departure) })}
        </p>
      </Card>
    )
  return (
    <Card title={t(words.changeWaits)} aside={<b className="figures">{money(due, lang)}</b>}>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-3">
        <Dates label={t(words.yourDates)} {...stay} />
        <ArrowRight className="size-5 text-soft" aria-hidden />
        <Dates label={t(words.newDates)} arrival={arrival} departure={departure} strong />
      </div>
      <p className="mt-4 text-14 text-soft">
        {t(words.changeWaitsHow, { until: dateText(pay_end, lang, 'minute', zone) })}
      </p>
      <div className="mt-4 grid gap-2">
        <ButtonLink wide href={path.hotelPay({ raceid: raceOfKey(order_key), id: order_key })}>
          {t(words.changePayNow)}
        </ButtonLink>
        <Button wide look="plain" onClick={() => setAsking(true)}>
          {t(words.changeKeep)}
        </Button>
      </div>
      {asking ? (
        <AskDialog
          title={t(words.changeKeepAsk)}
          action={t(words.changeKeep)}
          busy={keep.isPending}
          refused={keep.error ?? undefined}
          onClose={() => setAsking(false)}
          onDo={() =>
            keep.mutate(
              { id: stay._key },
              {
                onSuccess: () => {
                  setAsking(false)
                  toastSuccess(t(words.changeKept))
                  again()
                },
              },
            )
          }
        >
          <p>{t(words.changeKeepHow, { arrival: day(stay.arrival), departure: day(stay.departure) })}</p>
        </AskDialog>
      ) : null}
    </Card>
  )
}

type DatesProps = { label: string; arrival: string; departure: string; strong?: boolean }
const Dates = ({ label, arrival, departure, strong = false }: DatesProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <div className="min-w-0">
      <p className="text-14 text-soft">{label}</p>
      <p className={`figures ${strong ? 'font-bold' : ''}`}>{daysText(arrival, departure, lang)}</p>
      <p className="text-14 text-soft">{t(words.nights, { n: nightsBetween(arrival, departure) })}</p>
    </div>
  )
}
