import type { ReactNode } from 'react'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import type { GuestStay } from '../contract.ts'
import { HotelPicture } from './HotelFacts.tsx'
import { StayChip } from './StayStrip.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { hotelWords as words } from './hotel.words.ts'

export const StayHead = ({ stay, children }: { stay: GuestStay; children?: ReactNode }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <section className="overflow-hidden rounded bg-surface shadow-card">
      <div className="relative">
        <HotelPicture picture={stay.picture} alt="" className="h-44 w-full" sizes="(min-width: 48rem) 40rem, 100vw" />
        <span className="absolute left-4 top-4">
          <StayChip stay={stay} />
        </span>
      </div>
      <div className="grid gap-3 p-4 md:p-6">
        <div>
          <h2 className="text-20 font-bold">{stay.hotel}</h2>
          <p className="text-soft">
            <Dotted
              text={`${stay.room} · ${t(words.roomsGuests, { rooms: stay.rooms, guests: stay.adults + stay.children })}`}
            />
          </p>
        </div>
        <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-4">
          <Side label={t(words.arrival)} day={dateText(stay.arrival, lang, 'short')} />
          <span className="rounded-full bg-tint px-3 py-1 text-14 font-medium text-strong">
            {t(words.nights, { n: stay.nights })}
          </span>
          <Side label={t(words.departure)} day={dateText(stay.departure, lang, 'short')} right />
        </div>
        {children}
      </div>
    </section>
  )
}

const Side = ({ label, day, right }: { label: string; day: string; right?: boolean }) => (
  <div className={right ? 'text-right' : ''}>
    <p className="text-14 text-soft">{label}</p>
    <p className="figures text-16 font-bold md:text-20">{day}</p>
  </div>
)
