import { useEffect, useRef } from 'react'

/**
 * A card whose cover goes away under a finger. The cover decides nothing, because the server has decided already. The
 * button below opens the card at once, for people with a keyboard and for devices on which motion is reduced.
 */
export const ScratchCard = ({
  children,
  open,
  onOpen,
}: {
  children: string
  /** True if the card shows its outcome. */ open: boolean
  onOpen: () => void
}) => {
  const ref = useRef<HTMLCanvasElement>(null)
  const strokes = useRef(0)
  useEffect(() => {
    const canvas = ref.current
    const pen = canvas?.getContext('2d')
    if (!canvas || !pen) return
    pen.globalCompositeOperation = 'source-over'
    const shine = pen.createLinearGradient(0, 0, canvas.width, canvas.height)
    for (const [place, colour] of [
      [0, '#c9ced6'],
      [0.5, '#f2f4f7'],
      [1, '#aab2bd'],
    ] as const)
      shine.addColorStop(place, colour)
    pen.fillStyle = shine
    pen.fillRect(0, 0, canvas.width, canvas.height)
    strokes.current = 0
  }, [open])
  const rub = (event: React.PointerEvent<HTMLCanvasElement>) => {
    const canvas = ref.current
    const pen = canvas?.getContext('2d')
    if (!canvas || !pen || open || (event.buttons === 0 && event.pointerType === 'mouse')) return
    const box = canvas.getBoundingClientRect()
    pen.globalCompositeOperation = 'destination-out'
    pen.beginPath()
    const [x, y] = [(event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height]
    pen.arc(x * canvas.width, y * canvas.height, 26, 0, 2 * Math.PI)
    pen.fill()
    strokes.current += 1
    if (strokes.current > 24) onOpen()
  }
  return (
    <div className="relative mx-auto h-44 w-full max-w-96 overflow-hidden rounded bg-tint shadow-card">
      <p
        className="flex h-full items-center justify-center px-6 text-center text-24 font-bold text-strong"
        aria-live="polite"
      >
        {children}
      </p>
      <canvas
        ref={ref}
        aria-hidden
        width={384}
        height={176}
        onPointerMove={rub}
        onPointerDown={rub}
        // The cover goes away slowly and comes back at once, because a slow cover would show the next outcome.
        className={`absolute inset-0 size-full touch-none ${open ? 'pointer-events-none opacity-0 transition-opacity duration-500' : ''}`}
      />
    </div>
  )
}
