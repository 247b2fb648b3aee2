import { Flag, PackageOpen } from 'lucide-react'
import { useLang, useWords } from '#ui/language/lang.tsx'
import type { HotelPlace } from '../contract.ts'
import { type Spotted, spotsOf } from './places.ts'
import { hotelWords as words } from './hotel.words.ts'
import { farText, shortPrice } from './price.ts'

export type PlacesProps = {
  hotels: readonly Spotted[]
  places: readonly HotelPlace[]
  chosen?: number | undefined
  onChoose?: ((id: number) => void) | undefined
  className?: string
}
const icons = { start: Flag, expo: PackageOpen }

/** The positions of hotels, start and expo, drawn to scale without land. A press on a price chooses the hotel. */
export const PlacesDrawing = ({ hotels, places, chosen, onChoose, className = 'h-80' }: PlacesProps) => {
  const t = useWords()
  const { lang } = useLang()
  const { spots, rings } = spotsOf(hotels, places)
  if (spots.length === 0) return null
  return (
    <div role="group" aria-label={t(words.mapOf)} className={`relative overflow-hidden rounded bg-sunk ${className}`}>
      <svg aria-hidden className="absolute inset-0 size-full" preserveAspectRatio="none" viewBox="0 0 100 100">
        {Array.from({ length: 9 }, (_, n) => (
          <path
            key={n}
            d={`M${(n + 1) * 10} 0V100M0 ${(n + 1) * 10}H100`}
            stroke="var(--c-line)"
            strokeWidth="1"
            vectorEffect="non-scaling-stroke"
          />
        ))}
      </svg>
      {rings.map(({ size, metres, x, y }) => (
        <span
          key={metres}
          aria-hidden
          className="absolute aspect-square -translate-x-1/2 -translate-y-1/2 rounded-full border border-dashed border-edge"
          style={{ left: `${x}%`, top: `${y}%`, width: `${size}%` }}
        >
          <span className="absolute -top-3 left-1/2 -translate-x-1/2 bg-sunk px-1 text-12 text-soft">
            {farText(metres, lang)}
          </span>
        </span>
      ))}
      {spots.map(({ hotel, place, x, y }) => {
        const style = { left: `${x}%`, top: `${y}%` }
        return (
          <span
            key={hotel?.id ?? place!.kind}
            style={style}
            className={`absolute -translate-x-1/2 -translate-y-1/2 ${hotel && hotel.id === chosen ? 'z-20' : 'z-10'}`}
          >
            {place ? <PlaceMark kind={place.kind} /> : null}
            {hotel ? <PriceMark hotel={hotel} chosen={hotel.id === chosen} onChoose={onChoose} /> : null}
          </span>
        )
      })}
    </div>
  )
}

export const PlaceMark = ({ kind }: { kind: HotelPlace['kind'] }) => {
  const t = useWords()
  const Icon = icons[kind]
  return (
    <span className="flex flex-col items-center gap-0.5">
      <span className="flex size-8 items-center justify-center rounded-full bg-ink text-surface shadow-card">
        <Icon className="size-4" aria-hidden />
      </span>
      <span className="whitespace-nowrap rounded bg-surface px-1.5 text-12 font-medium">{t(words[kind])}</span>
    </span>
  )
}

type PriceProps = { hotel: Spotted; chosen: boolean; onChoose: PlacesProps['onChoose'] }
/** The price of a hotel. A press chooses the hotel. */
export const PriceMark = ({ hotel, chosen, onChoose }: PriceProps) => {
  const t = useWords()
  const price = hotel.stay_price ?? hotel.price_from
  return (
    <button
      type="button"
      aria-pressed={chosen}
      onClick={() => onChoose?.(hotel.id)}
      className="pointer-events-auto flex min-h-11 items-center"
    >
      <span
        className={
          'figures whitespace-nowrap rounded-full px-3 py-1 text-14 font-bold shadow-card transition ' +
          (chosen ? 'scale-110 bg-fill text-on-fill' : 'bg-surface text-ink hover:bg-tint')
        }
      >
        <span className="sr-only">{hotel.name} </span>
        {price === null ? t(words.full) : shortPrice(price)}
      </span>
    </button>
  )
}
