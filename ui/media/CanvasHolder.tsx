import { useEffect, useRef } from 'react'

/** Shows a canvas that other code has painted. The canvas gets the role of a picture. */
export const CanvasHolder = ({
  canvas,
  alt,
  className = 'h-full w-full',
  fit = 'block h-full w-full',
}: {
  canvas: HTMLCanvasElement
  alt: string
  className?: string
  /** The classes of the canvas, which place it in its holder. */ fit?: string
}) => {
  const holder = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // oxlint-disable-next-line react/immutability -- the canvas is a node of the page, and this component is its place
    canvas.className = fit
    canvas.setAttribute('role', 'img')
    canvas.setAttribute('aria-label', alt)
    if (canvas.parentElement !== holder.current) holder.current?.replaceChildren(canvas)
  }, [canvas, alt, fit])
  return <div ref={holder} className={className} />
}
