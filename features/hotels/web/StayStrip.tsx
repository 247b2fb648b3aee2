import { ChevronRight } from 'lucide-react'
import { path } from '#seam/web/paths.ts'
import { Chip, type Tone } from '#ui/feedback/Chip.tsx'
import { daysText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Link } from '#ui/router/Link.tsx'
import type { GuestStay, HeldChange } from '../contract.ts'
import { HotelPicture } from './HotelFacts.tsx'
import { hotelWords as words } from './hotel.words.ts'

const tones = {
  open: 'info',
  booked: 'plain',
  confirmed: 'success',
  cancelled: 'plain',
  closed: 'plain',
  arrived: 'success',
  no_show: 'warning',
} as const satisfies Record<string, Tone>

/**
 * Returns the state of a stay as its guest reads it. A confirmed stay is a booked stay that has a number from the
 * hotel.
 */
const shownState = ({ state, confirmation, outcome }: Pick<GuestStay, 'state' | 'confirmation' | 'outcome'>) =>
  state === 'booked' ? (outcome ?? (confirmation === null ? 'booked' : 'confirmed')) : state
export const StayChip = ({ stay }: { stay: Pick<GuestStay, 'state' | 'confirmation' | 'outcome'> }) => {
  const t = useWords()
  const state = shownState(stay)
  return <Chip tone={tones[state]}>{t(words[`state_${state}`])}</Chip>
}

/** One stay of the account in one line. The line leads to the payment if the stay is unpaid, otherwise to the stay. */
export const StayStrip = ({ stay }: { stay: GuestStay & { change: HeldChange | null } }) => {
  const t = useWords()
  const { lang } = useLang()
  const open = stay.state === 'open'
  return (
    <Link
      href={open ? path.hotelPay({ id: stay.order_key }) : path.stay({ id: stay._key })}
      className={
        'flex items-center gap-4 overflow-hidden rounded bg-surface pr-4 shadow-card transition hover:bg-tint ' +
        (open ? 'outline-2 outline-info-solid' : '')
      }
    >
      <HotelPicture
        picture={stay.picture}
        alt=""
        className="h-24 w-24 shrink-0 max-[15rem]:hidden md:w-36"
        sizes="9rem"
      />
      <span className="grid min-w-0 flex-1 gap-1 py-3 max-[15rem]:pl-4">
        <span className="truncate font-bold">{stay.hotel}</span>
        <span className="figures text-14 text-soft">
          <Dotted text={`${daysText(stay.arrival, stay.departure, lang)} · ${t(words.nights, { n: stay.nights })}`} />
        </span>
        <span className="flex flex-wrap gap-2">
          <StayChip stay={stay} />
          {stay.change && !stay.change.paid ? <Chip tone="info">{t(words.changeShort)}</Chip> : null}
        </span>
      </span>
      <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
    </Link>
  )
}
