import { BedDouble } from 'lucide-react'
import { LineLink } from '#seam/web/LineLink.tsx'
import { path } from '#seam/web/paths.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useAsk } from '#ui/network/call.ts'
import { hotels, hotelsOrderList } from '../contract.ts'
import { hotelWords as words } from './hotel.words.ts'

/**
 * A link to the account's open or booked stay at a partner hotel, or else to the hotels of the race. Without such a
 * stay the link shows only until race day, and only if a hotel has a free room.
 */
export const StayLine = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const { lang } = useLang()
  const mine = useAsk(hotelsOrderList, { raceid }, { quiet: true, staleTime: 60_000 })
  const offered = useAsk(hotels, { raceid }, { quiet: true, staleTime: 300_000 })
  const own = mine.data?.items.find(({ state }) => state === 'open' || state === 'booked')
  if (own) {
    const day = (at: string) => dateText(`${at}T12:00:00Z`, lang, 'day', 'UTC')
    return (
      <LineLink
        href={path.stay({ id: own._key })}
        icon={<BedDouble className="size-5" />}
        title={own.hotel}
        text={`${day(own.arrival)} – ${day(own.departure)}`}
      />
    )
  }
  const { data } = offered
  const isAhead = data !== undefined && data.today <= data.race_day
  if (!isAhead || !data.items.some(({ price_from }) => price_from !== null)) return null
  return (
    <LineLink
      href={path.hotels({ raceid })}
      icon={<BedDouble className="size-5" />}
      title={t(words.lineTitle)}
      text={t(words.lineText)}
    />
  )
}
