import type { RaceEvent } from '../contract.ts'

const hilly: ReadonlySet<string> = new Set(['trail_over_100km', 'mountain', 'short_trail', 'ultra', 'other'])

/** Makes a function that returns numbers from 0 to 1. The numbers are the same for the same event. */
const numbersOf = (seed: number) => {
  let state = Math.imul(seed + 1, 2_654_435_761) >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Draws a skyline in steps, or a ridge in peaks, from the left edge to the right. */
const outline = (next: () => number, of: { wide: number; base: number; rise: number; peaks: boolean }): string => {
  const { base, peaks } = of
  let path = `M0 96V${base}`
  for (let x = 0; x < of.wide;) {
    const width = peaks ? 14 + next() * 16 : 6 + next() * 10
    const top = Math.round(base - of.rise * (0.25 + next() * 0.75))
    path += peaks
      ? `L${Math.round(x + width / 2)} ${top}L${Math.round(x + width)} ${base - 3}`
      : `V${top}H${Math.round(x + width)}`
    x += width
  }
  return `${path}V96Z`
}

/**
 * The picture of an event, drawn in its colour: hills for a trail, a balloon for a fun run, a city for a road race. The
 * outline, the sun and the road come from the event's id, so the events of a race look different. The form `wide` fills
 * the card of a race that has no picture of its own.
 */
export const EventPicture = ({
  event,
  form = 'square',
  className,
}: {
  event: Pick<RaceEvent, 'id' | 'type' | 'colour'>
  form?: 'square' | 'wide'
  className: string
}) => {
  const next = numbersOf(event.id)
  const peaks = hilly.has(event.type)
  const wide = form === 'wide' ? 171 : 96
  const [sun, bend] = [Math.round(18 + next() * (wide - 36)), Math.round(next() * 28 - 14)]
  const layer = (base: number, rise: number, opacity: number) => (
    <path d={outline(next, { wide, base, rise, peaks })} fill="#fff" fillOpacity={opacity} />
  )
  const middle = Math.floor(wide / 2)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${wide} 96`}
      preserveAspectRatio="xMidYMid slice"
      className={className}
      style={{ background: event.colour }}
    >
      <circle cx={sun} cy="24" r="9" fill="#fff" fillOpacity=".5" />
      {layer(62, 34, 0.22)}
      {layer(70, 24, 0.34)}
      <path d={`M0 70h${wide}v26H0z`} fill="#000" fillOpacity=".18" />
      <g transform={`translate(${middle - 48} 0)`}>
        <path d={`M30 96Q${44 + bend} 82 46 70h4Q${52 + bend} 82 66 96z`} fill="#fff" fillOpacity=".8" />
      </g>
      {event.type === 'fun_run' ? (
        <g fill="none" stroke="#fff" strokeWidth="3">
          <path d="M70 30c-8 0-13 6-13 12 0 8 13 17 13 17s13-9 13-17c0-6-5-12-13-12z" fill="#fff" fillOpacity=".85" />
          <path d="M70 59v9" />
        </g>
      ) : null}
    </svg>
  )
}
