import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { draw } from '#features/certificates/web/draw.ts'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useWords } from '#ui/lang.tsx'
import type { PosterDesign } from '../design.contract.ts'
import { sheetOf } from '../rules.ts'
import { type Element, boxOf, elementsOf, movedTo } from './elements.ts'
import { words } from './posterWords.ts'

export const nameOf = (element: Element) => (element === 'photo' ? words.photo : element === 'qrcode' ? words.qrcode : words[`text_${element}`])
/** Drawing waits until the hand rests. */
const RESTS_MS = 120

type Props = { design: PosterDesign; values: Readonly<Record<string, string>>; link: string; chosen: Element; onChoose: (element: Element) => void; onChange: (design: PosterDesign) => void }

/** The poster as runners will see it, with everything on it to be dragged, or moved by the arrow keys. */
export const PosterBoard = ({ design, values, link, chosen, onChoose, onChange }: Props) => {
  const t = useWords()
  const holder = useRef<HTMLDivElement>(null)
  const board = useRef<HTMLDivElement>(null)
  const from = useRef<{ element: Element; x: number; y: number; left: number; top: number } | undefined>(undefined)
  const [error, setError] = useState<unknown>()
  const { width, height } = design.watermask
  const drawn = JSON.stringify([design, values])
  useEffect(() => {
    let gone = false
    const timer = setTimeout(() => {
      const sheet = sheetOf(design, { photo: false })
      draw({ ...sheet, html: '', values, photo: null, link })
        .then(({ canvas }) => {
          if (gone) return
          setError(undefined)
          canvas.className = 'block h-full w-full'
          canvas.setAttribute('role', 'img')
          canvas.setAttribute('aria-label', t(words.look))
          holder.current?.replaceChildren(canvas)
        })
        .catch((thrown: unknown) => gone || setError(thrown))
    }, RESTS_MS)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [drawn])
  const begin = (element: Element) => (event: PointerEvent<HTMLButtonElement>) => {
    const box = boxOf(design, element)
    if (!box) return
    onChoose(element)
    event.currentTarget.setPointerCapture(event.pointerId)
    from.current = { element, x: event.clientX, y: event.clientY, left: box.x, top: box.y }
  }
  const move = (event: PointerEvent) => {
    const start = from.current
    if (!start || !board.current) return
    const by = width / board.current.clientWidth
    onChange(movedTo(design, start.element, start.left + (event.clientX - start.x) * by, start.top + (event.clientY - start.y) * by))
  }
  const end = () => void (from.current = undefined)
  const nudge = (element: Element) => (event: KeyboardEvent) => {
    const step = event.shiftKey ? 10 : 1
    const by = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, -step], ArrowDown: [0, step] }[event.key]
    const box = boxOf(design, element)
    if (!by || !box) return
    event.preventDefault()
    onChange(movedTo(design, element, box.x + by[0]!, box.y + by[1]!))
  }
  const percent = (part: number, of: number) => `${(part / of) * 100}%`
  return (
    <div ref={board} className="relative w-full touch-none overflow-hidden rounded bg-surface shadow-card select-none" style={{ aspectRatio: `${width} / ${height}` }}>
      <div ref={holder} className="h-full w-full" />
      {error ? <div className="absolute inset-0 bg-surface"><ErrorState error={error} /></div> : null}
      {elementsOf(design).map((element) => {
        const box = boxOf(design, element)!
        const what = t(nameOf(element))
        return (
          <button
            key={element}
            type="button"
            aria-pressed={element === chosen}
            aria-label={t(words.moves, { what, x: box.x, y: box.y })}
            onPointerDown={begin(element)}
            onPointerMove={move}
            onPointerUp={end}
            onPointerCancel={end}
            onFocus={() => onChoose(element)}
            onKeyDown={nudge(element)}
            className={`absolute min-h-6 min-w-6 cursor-move border-2 ${element === chosen ? 'z-10 border-strong bg-strong/15' : 'border-dashed border-white/80 outline-1 outline-black/40 hover:border-strong'} ${element === 'photo' ? '' : 'z-[5]'}`}
            style={{ left: percent(box.x, width), top: percent(box.y, height), width: percent(box.width, width), height: percent(box.height, height) }}
          />
        )
      })}
    </div>
  )
}
