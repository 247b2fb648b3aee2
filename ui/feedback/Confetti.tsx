import { useEffect, useRef } from 'react'

const colours = ['#ffd166', '#ef476f', '#06d6a0', '#118ab2', '#f78c6b', '#ffffff']
const PIECES = 56
const spread = (from: number, to: number): number => from + Math.random() * (to - from)

/**
 * Confetti that falls once over the whole window. It is decoration: it takes no presses, and a person who asked for
 * less motion does not see it.
 */
export const Confetti = () => {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    for (const piece of box.current?.children ?? []) {
      const drift = spread(-12, 12)
      piece.animate(
        [
          { transform: 'translate(0, -10vh) rotate(0)', opacity: 1 },
          { transform: `translate(${drift}vw, 70vh) rotate(${spread(360, 900)}deg)`, opacity: 1, offset: 0.8 },
          { transform: `translate(${drift * 1.3}vw, 105vh) rotate(${spread(900, 1400)}deg)`, opacity: 0 },
        ],
        {
          duration: spread(1_800, 3_200),
          delay: spread(0, 500),
          easing: 'cubic-bezier(0.2, 0.6, 0.6, 1)',
          fill: 'both',
        },
      )
    }
  }, [])
  return (
    <div
      ref={box}
      aria-hidden
      className="pointer-events-none fixed inset-0 z-[60] overflow-hidden motion-reduce:hidden"
    >
      {Array.from({ length: PIECES }, (_, n) => (
        <span
          key={n}
          className="absolute top-0 opacity-0"
          style={{
            left: `${(n * 37) % 100}%`,
            width: n % 3 === 0 ? 6 : 10,
            height: n % 3 === 0 ? 14 : 8,
            background: colours[n % colours.length],
          }}
        />
      ))}
    </div>
  )
}
