import { type KeyboardEvent, useRef } from 'react'
import { Board } from '#ui/media/Board.tsx'
import type { Piece } from '#ui/media/useBoardGestures.ts'
import type { Rect } from '#ui/media/boardGeometry.ts'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { PosterDesign } from '../design.contract.ts'
import { type Element, elementBox, elementsOf, framedIn, moveElement } from './elements.ts'
import { words } from './poster.words.ts'
import { usePosterDrawing } from './usePosterDrawing.ts'

export const elementName = (element: Element) =>
  element === 'photo' ? words.photo : element === 'qrcode' ? words.qrcode : words[`text_${element}`]
const handlesOf = (element: Element): Piece['handles'] =>
  element === 'photo'
    ? ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']
    : element === 'qrcode'
      ? ['nw', 'ne', 'se', 'sw']
      : ['e', 'w']

type Props = {
  design: PosterDesign
  values: Readonly<Record<string, string>>
  link: string
  chosen: Element
  onChoose: (element: Element) => void
  onChange: (design: PosterDesign) => void
}

/** The poster as runners will see it. A person drags and resizes its elements, or moves them with the arrow keys. */
export const PosterBoard = ({ design, values, link, chosen, onChoose, onChange }: Props) => {
  const t = useWords()
  const from = useRef<PosterDesign>(design)
  const drawing = usePosterDrawing(design, values, link)
  const { width, height } = design.watermask
  // The photo covers most of a poster. It lies below the other elements, so that a press reaches them.
  const pieces: Piece[] = elementsOf(design).map((element) => ({
    key: element,
    frame: { ...elementBox(design, element)!, rotate: 0 },
    handles: handlesOf(element),
    keep: element === 'qrcode',
  }))
  const box = elementBox(design, chosen)
  const nudge = (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    if (!by || !box) return
    event.preventDefault()
    onChange(moveElement(design, chosen, box.x + by[0]!, box.y + by[1]!))
  }
  const move = (key: string, dx: number, dy: number) => {
    const start = elementBox(from.current, key as Element)
    if (start) onChange(moveElement(from.current, key as Element, start.x + dx, start.y + dy))
  }
  const frame = (key: string, rect: Rect) => onChange(framedIn(from.current, key as Element, rect))
  return (
    <div className="overflow-hidden rounded bg-surface shadow-card">
      <Board
        width={width}
        height={height}
        pieces={pieces}
        chosen={chosen}
        label={t(words.moves, { what: t(elementName(chosen)), x: box?.x ?? 0, y: box?.y ?? 0 })}
        onChoose={(key) => key && onChoose(key as Element)}
        onBegin={() => (from.current = design)}
        onMove={move}
        onFrame={frame}
        onRest={() => undefined}
        onKeyDown={nudge}
      >
        {drawing.canvas ? <CanvasHolder canvas={drawing.canvas} alt={t(words.look)} /> : null}
        {drawing.error ? (
          <div className="absolute inset-0 bg-surface">
            <ErrorState error={drawing.error} />
          </div>
        ) : null}
      </Board>
    </div>
  )
}
