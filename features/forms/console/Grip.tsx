import { GripVertical } from 'lucide-react'
import type { DraggedPart } from './dragging.ts'
import type { Arranging } from './useArranging.ts'

/**
 * The grip by which a person drags a field or a section with a mouse or a finger. The keyboard and screen readers use
 * the buttons beside it.
 */
export const Grip = ({ arranging, held, hint }: { arranging: Arranging; held: DraggedPart; hint: string }) => (
  <span
    aria-hidden
    data-grip={held.name}
    title={hint}
    {...arranging.dragging.gripOf(held)}
    className={
      '-ml-3 flex size-11 shrink-0 cursor-grab touch-none select-none items-center justify-center rounded text-soft ' +
      'hover:bg-sunk active:cursor-grabbing'
    }
  >
    <GripVertical className="size-5" />
  </span>
)

/** The line at the place where a dragged part would land. */
export const LandingLine = ({ below = false, far = false }: { below?: boolean; far?: boolean }) => (
  <span
    aria-hidden
    data-landing
    className={
      'pointer-events-none absolute inset-x-0 z-10 h-1 rounded-full bg-accent ' +
      `${below ? (far ? '-bottom-2.5' : '-bottom-0.5') : far ? '-top-2.5' : '-top-0.5'}`
    }
  />
)
