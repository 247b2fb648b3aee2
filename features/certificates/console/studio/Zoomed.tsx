import { Maximize, ZoomIn, ZoomOut } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from './studio.words.ts'

const steps = [1, 1.5, 2, 3] as const

/** The paper of a certificate. It fits the window at first, and a person can zoom in. */
export const Zoomed = ({ width, height, children }: { width: number; height: number; children: ReactNode }) => {
  const t = useWords()
  const [zoom, setZoom] = useState(0)
  const by = steps[zoom]!
  const room = useRef<HTMLDivElement>(null)
  // After zooming, the view shows the selected layer in its middle, or without a selection the middle of the paper.
  useLayoutEffect(() => {
    const view = room.current
    if (!view || by === 1) return
    const piece = view.querySelector('[data-chosen]')?.getBoundingClientRect()
    const { left, top } = view.getBoundingClientRect()
    const [x, y] = piece
      ? [piece.left + piece.width / 2 - left + view.scrollLeft, piece.top + piece.height / 2 - top + view.scrollTop]
      : [view.scrollWidth / 2, view.scrollHeight / 2]
    view.scrollTo({ left: x - view.clientWidth / 2, top: y - view.clientHeight / 2 })
  }, [by])
  return (
    <div className="min-w-0">
      <div
        ref={room}
        className={
          'rounded bg-[linear-gradient(180deg,var(--c-sunk),var(--c-line))] p-3 md:p-5 ' +
          (by > 1 ? 'max-h-[80dvh] overflow-auto' : '')
        }
        {...(by > 1 ? { tabIndex: 0, role: 'region', 'aria-label': t(words.board) } : {})}
      >
        <div
          className="mx-auto"
          style={{ width: `calc(min(100%, max(20rem, 100dvh - 17.5rem) * ${width / height}) * ${by})` }}
        >
          {children}
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-1">
        <IconButton
          label={t(words.zoom_out)}
          disabled={zoom === 0}
          className="disabled:opacity-40"
          onClick={() => setZoom(zoom - 1)}
        >
          <ZoomOut className="size-5" aria-hidden />
        </IconButton>
        <IconButton
          label={t(words.zoom_in)}
          disabled={zoom === steps.length - 1}
          className="disabled:opacity-40"
          onClick={() => setZoom(zoom + 1)}
        >
          <ZoomIn className="size-5" aria-hidden />
        </IconButton>
        <IconButton
          label={t(words.fit)}
          disabled={zoom === 0}
          className="disabled:opacity-40"
          onClick={() => setZoom(0)}
        >
          <Maximize className="size-5" aria-hidden />
        </IconButton>
        <span className="figures text-14 text-soft">
          {width} × {height}
        </span>
        <p className="ml-2 hidden min-w-[min(100%,24rem)] flex-1 text-12 text-soft pointer-fine:block">
          {t(words.board_hint)}
        </p>
      </div>
    </div>
  )
}
