import encodeQR from 'qr'
import { useMemo } from 'react'
import { useWords } from '../language/lang.tsx'
import { words } from '../language/words.ts'

/**
 * A code that a phone reads. It is always dark on white, with its quiet zone. Import it lazily if it is not on the
 * first screen.
 */
export const QrCode = ({ text, size = 208, label }: { text: string; size?: number; label?: string }) => {
  const t = useWords()
  const { path, side } = useMemo(() => {
    // The encoder draws a light border of one module. The margin of this component adds three modules, because the
    // standard demands a quiet zone of four modules.
    const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
    const drawn = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x + 3} ${y + 3}h1v1h-1z` : '')))
    return { path: drawn.join(''), side: rows.length + 6 }
  }, [text])
  return (
    <svg
      role="img"
      aria-label={label ?? t(words.qr)}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
      className="h-auto max-w-full rounded"
    >
      <rect width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}
