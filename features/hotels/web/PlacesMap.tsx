import { Flag, PackageOpen } from 'lucide-react'
import { useWords } from '#ui/language/lang.tsx'
import type { Hotel, HotelPlace } from '../contract.ts'
import { spotsOf } from './places.ts'
import { hotelWords as words } from './hotel.words.ts'
import { shortPrice } from './price.ts'

type Props = {
  hotels: readonly Pick<Hotel, 'id' | 'name' | 'lat' | 'lon' | 'stay_price' | 'price_from'>[]
  places: readonly HotelPlace[]
  chosen?: number | undefined
  onChoose?: ((id: number) => void) | undefined
  className?: string
}
const icons = { start: Flag, expo: PackageOpen }

/**
 * The positions of hotels, start and expo, drawn to scale on an empty background. A press on a price chooses the hotel.
 */
export const PlacesMap = ({ hotels, places, chosen, onChoose, className = 'h-80' }: Props) => {
  const t = useWords()
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
      {rings.map(({ size, label, x, y }) => (
        <span
          key={label}
          aria-hidden
          className="absolute aspect-square -translate-x-1/2 -translate-y-1/2 rounded-full border border-dashed border-edge"
          style={{ left: `${x}%`, top: `${y}%`, width: `${size}%` }}
        >
          <span className="absolute -top-3 left-1/2 -translate-x-1/2 bg-sunk px-1 text-12 text-soft">{label}</span>
        </span>
      ))}
      {spots.map(({ hotel, place, x, y }) => {
        const style = { left: `${x}%`, top: `${y}%` }
        if (place) {
          const Icon = icons[place.kind]
          return (
            <span
              key={place.kind}
              style={style}
              className="absolute flex -translate-x-1/2 -translate-y-1/2 flex-col items-center gap-0.5"
            >
              <span className="flex size-8 items-center justify-center rounded-full bg-ink text-surface shadow-card">
                <Icon className="size-4" aria-hidden />
              </span>
              <span className="rounded bg-surface px-1.5 text-12 font-medium">{t(words[place.kind])}</span>
            </span>
          )
        }
        const price = hotel!.stay_price ?? hotel!.price_from
        const isChosen = hotel!.id === chosen
        return (
          <button
            key={hotel!.id}
            type="button"
            style={style}
            aria-pressed={isChosen}
            onClick={() => onChoose?.(hotel!.id)}
            className={
              'absolute flex min-h-11 -translate-x-1/2 -translate-y-1/2 items-center ' + (isChosen ? 'z-20' : 'z-10')
            }
          >
            <span
              className={
                'figures whitespace-nowrap rounded-full px-3 py-1 text-14 font-bold shadow-card transition ' +
                (isChosen ? 'scale-110 bg-fill text-on-fill' : 'bg-surface text-ink hover:bg-tint')
              }
            >
              <span className="sr-only">{hotel!.name} </span>
              {price === null ? t(words.full) : shortPrice(price)}
            </span>
          </button>
        )
      })}
    </div>
  )
}
