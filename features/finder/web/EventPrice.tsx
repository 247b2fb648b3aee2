import type { RaceEvent } from '#features/events/contract.ts'
import { useLang } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'

/** The present price of an event. If the price is lower than the fee, the crossed-out fee comes before the price. */
export const EventPrice = ({ event }: { event: RaceEvent }) => {
  const { lang } = useLang()
  return (
    <>
      {event.price < event.fee ? (
        <s className="figures mr-2 text-14 font-normal text-soft">{money(event.fee, lang)}</s>
      ) : null}
      {money(event.price, lang)}
    </>
  )
}
