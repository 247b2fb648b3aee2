import { useMemo } from 'react'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { GroundMap, type MapPin } from '#ui/map/GroundMap.tsx'
import type { MapGround, MapLine, MapPlace } from '#ui/map/ground.ts'
import { PlaceMark, PlacesDrawing, type PlacesProps, PriceMark } from './PlacesDrawing.tsx'
import { hotelWords as words } from './hotel.words.ts'
import { ringAround, ringsOf } from './places.ts'
import { farText } from './price.ts'

const RING = '#7a828c'

/**
 * Hotels with their prices, the start and the expo on a map, with rings that tell the distance to the start. A browser
 * without WebGL shows `PlacesDrawing` instead of the map.
 */
export const PlacesMap = ({ ground, className = 'h-80', ...props }: PlacesProps & { ground: MapGround }) => {
  const { hotels, places, chosen, onChoose } = props
  const t = useWords()
  const { lang } = useLang()
  const around = useMemo(
    (): MapPlace[] =>
      [...hotels, ...places].flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [[lat, lon]])),
    [hotels, places],
  )
  const rings = useMemo(() => {
    const start = places.find(({ kind }) => kind === 'start')
    return start ? ringsOf(hotels, places).map((metres) => ({ metres, points: ringAround(start, metres) })) : []
  }, [hotels, places])
  const lines = useMemo(
    () => rings.map(({ points }): MapLine => ({ points, colour: RING, width: 1.5, opacity: 0.6 })),
    [rings],
  )
  if (around.length === 0) return null
  const distances = rings.map(({ metres, points }): MapPin => ({
    key: `ring${metres}`,
    place: points[0]!,
    content: (
      <span aria-hidden className="whitespace-nowrap rounded bg-surface px-1 text-12 text-soft">
        {farText(metres, lang)}
      </span>
    ),
  }))
  const marks = places.map(({ kind, lat, lon }): MapPin => ({
    key: kind,
    place: [lat, lon],
    content: <PlaceMark kind={kind} />,
  }))
  const prices = hotels
    .toSorted((a, b) => Number(a.id === chosen) - Number(b.id === chosen))
    .flatMap((hotel): MapPin[] =>
      hotel.lat === null || hotel.lon === null
        ? []
        : [
            {
              key: `hotel${hotel.id}`,
              place: [hotel.lat, hotel.lon],
              content: <PriceMark hotel={hotel} chosen={hotel.id === chosen} onChoose={onChoose} />,
            },
          ],
    )
  return (
    <GroundMap
      label={t(words.mapOf)}
      ground={ground}
      around={around}
      lines={lines}
      pins={[...distances, ...marks, ...prices]}
      className={className}
    >
      <PlacesDrawing {...props} className={className} />
    </GroundMap>
  )
}
