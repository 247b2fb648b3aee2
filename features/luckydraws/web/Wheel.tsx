import type { DrawDesign, ShownGift } from '../contract.ts'
import { labelLines } from './wheelLabel.rules.ts'

/**
 * Returns the fields of the wheel: each gift and a blank after it, so that the pointer always has a field to stop at.
 */
export const sectorsOf = (gifts: readonly ShownGift[]): (ShownGift | null)[] => gifts.flatMap((gift) => [gift, null])
const SIZE = 320
const MIDDLE = SIZE / 2
const at = (angle: number, radius: number) => {
  const radians = ((angle - 90) * Math.PI) / 180
  return `${(MIDDLE + radius * Math.cos(radians)).toFixed(2)} ${(MIDDLE + radius * Math.sin(radians)).toFixed(2)}`
}

const FONT = 12
/** The height of a line, and the width of a Latin letter, as multiples of the font size. */
const [LINE, LETTER] = [1.15, 0.56]
/** The text of a field, in lines that stay inside the field. A line nearer to the middle has less space. */
const Label = ({ text, below, step, light }: { text: string; below: number; step: number; light: boolean }) => {
  const heights = [0, 1, 2].map((line) => below + line * FONT * LINE)
  const half = Math.tan((Math.min(step, 90) / 2) * (Math.PI / 180))
  const lines = labelLines(
    text,
    heights.map((y) => ((MIDDLE - y) * 2 * half * 0.9) / (FONT * LETTER)),
  )
  return (
    <text textAnchor="middle" fontSize={FONT} fontWeight={700} fill={light ? '#ffffff' : '#6b5836'}>
      {lines.map((line, at) => (
        <tspan key={heights[at]} x={MIDDLE} y={heights[at]}>
          {line}
        </tspan>
      ))}
    </text>
  )
}

/** A wheel that is turned by `turn` degrees. For a screen reader it is one picture with the name `label`. */
export const Wheel = ({
  gifts,
  design,
  turn,
  label,
  blank,
}: {
  gifts: readonly ShownGift[]
  design: DrawDesign
  turn: number
  label: string
  /** The text of a field without a gift. */ blank: string
}) => {
  const fields = sectorsOf(gifts)
  const step = 360 / fields.length
  return (
    <div className="relative mx-auto w-full max-w-80 md:max-w-96">
      <svg
        viewBox={`0 0 ${SIZE} ${SIZE}`}
        role="img"
        aria-label={label}
        className="w-full drop-shadow-xl"
        style={{ transform: `rotate(${turn}deg)`, transition: 'transform 4s cubic-bezier(.12,.7,.1,1)' }}
      >
        <circle cx={MIDDLE} cy={MIDDLE} r={MIDDLE - 2} fill="#ffd166" />
        {fields.map((gift, n) => {
          const [from, to, mid] = [n * step, (n + 1) * step, (n + 0.5) * step]
          const edge = `${MIDDLE - 14} ${MIDDLE - 14}`
          const colour = gift ? design.colours[(n / 2) % design.colours.length] : '#fff7e6'
          return (
            <g key={n}>
              <path
                d={`M ${MIDDLE} ${MIDDLE} L ${at(from, MIDDLE - 14)} A ${edge} 0 0 1 ${at(to, MIDDLE - 14)} Z`}
                fill={colour}
              />
              <g transform={`rotate(${mid} ${MIDDLE} ${MIDDLE})`}>
                <text x={MIDDLE} y={50} textAnchor="middle" fontSize={26}>
                  {gift?.icon}
                </text>
                <Label text={gift?.name ?? blank} below={gift?.icon ? 68 : 40} step={step} light={gift !== null} />
              </g>
            </g>
          )
        })}
        {Array.from({ length: 24 }, (_, n) => (
          <circle
            key={n}
            cx={at(n * 15, MIDDLE - 8).split(' ')[0]}
            cy={at(n * 15, MIDDLE - 8).split(' ')[1]}
            r={3}
            fill="#fff"
            className={n % 2 ? 'motion-safe:animate-pulse' : ''}
          />
        ))}
        <circle cx={MIDDLE} cy={MIDDLE} r={20} fill="#fff" stroke="#ffd166" strokeWidth={6} />
      </svg>
      <svg viewBox="0 0 40 52" aria-hidden className="absolute -top-3 left-1/2 w-9 -translate-x-1/2 drop-shadow">
        <path d="M20 52 L2 14 A18 18 0 1 1 38 14 Z" fill="#d62839" />
        <circle cx="20" cy="17" r="7" fill="#fff" />
      </svg>
    </div>
  )
}
