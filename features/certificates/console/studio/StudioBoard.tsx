import { Frame } from 'lucide-react'
import { useRef } from 'react'
import { Board } from '#ui/media/Board.tsx'
import type { Piece } from '#ui/media/useBoardGestures.ts'
import type { Rect } from '#ui/media/boardGeometry.ts'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { useWords } from '#ui/language/lang.tsx'
import type { Box } from '../../template/boxes.contract.ts'
import { type Layer, changedBox, framedBy, shiftBox } from '../../template/layers.rules.ts'
import { type Outline, outlineOf } from '../../template/outlines.rules.ts'
import { useLayerName } from './LayerList.tsx'
import { PaintFault } from './PaintFault.tsx'
import { measuring } from './painted.ts'
import { words } from './studio.words.ts'
import type { Studio } from './useStudio.ts'

const handlesOf = (box: Box): Piece['handles'] =>
  box.kind === 'qr'
    ? ['nw', 'ne', 'se', 'sw']
    : box.kind === 'text'
      ? box.vertical
        ? []
        : ['e', 'w']
      : box.kind === 'line'
        ? []
        : ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w']

const pieceOf = ({ key, box }: Layer, outline: Outline): Piece => ({
  key: String(key),
  frame: outline,
  handles: handlesOf(box),
  keep: box.kind === 'qr' || box.kind === 'image',
  ...(box.kind === 'line'
    ? {
        ends: [
          { x: box.x1, y: box.y1 },
          { x: box.x2, y: box.y2 },
        ] as const,
      }
    : {}),
  ...(box.kind === 'photo'
    ? {
        stand: (
          <span className="flex size-full items-center justify-center bg-black/10 text-black/60">
            <Frame className="size-8" aria-hidden />
          </span>
        ),
      }
    : {}),
})

type Props = {
  studio: Studio
  values: Readonly<Record<string, string>>
  painted: { canvas?: HTMLCanvasElement; error?: unknown }
  onOpen: () => void
}

export const StudioBoard = ({ studio, values, painted, onOpen }: Props) => {
  const t = useWords()
  const nameOf = useLayerName()
  const { design, chosen, choose, change, settle } = studio
  const start = useRef<Box>(undefined)
  const pieces = design.layers.flatMap((layer) => {
    const outline = outlineOf(measuring(), layer.box, values)
    return outline ? [pieceOf(layer, outline)] : []
  })
  const layer = design.layers.find(({ key }) => key === chosen)
  const frame = pieces.find(({ key }) => key === String(chosen))?.frame
  const edit = (key: string, how: (box: Box) => Box, gesture: string) =>
    change((now) => changedBox(now, Number(key), () => how(start.current!)), `${gesture} ${key}`)
  return (
    <Board
      width={design.width}
      height={design.height}
      pieces={pieces}
      chosen={chosen === undefined ? undefined : String(chosen)}
      label={
        layer
          ? t(words.board_chosen, {
              what: nameOf(layer.box),
              x: Math.round(frame?.x ?? 0),
              y: Math.round(frame?.y ?? 0),
            })
          : t(words.board_none)
      }
      onChoose={(key) => choose(key === undefined ? undefined : Number(key))}
      onOpen={onOpen}
      onBegin={(key) => (start.current = design.layers.find((one) => String(one.key) === key)?.box)}
      onMove={(key, dx, dy) => edit(key, (box) => shiftBox(box, dx, dy), 'move')}
      onFrame={(key, rect: Rect) => edit(key, (box) => framedBy(box, rect), 'size')}
      onEndOf={(key, end, x, y) =>
        edit(
          key,
          (box) =>
            box.kind === 'line'
              ? {
                  ...box,
                  ...(end === 0 ? { x1: Math.round(x), y1: Math.round(y) } : { x2: Math.round(x), y2: Math.round(y) }),
                }
              : box,
          'end',
        )
      }
      onRest={settle}
    >
      {painted.canvas ? (
        <CanvasHolder
          canvas={painted.canvas}
          alt={t(words.sheet)}
          className="h-full w-full overflow-hidden rounded-[4px] shadow-card"
        />
      ) : (
        <div className="bone h-full w-full rounded-[4px]!" />
      )}
      {painted.error ? (
        <div className="absolute inset-0 overflow-auto bg-surface/90">
          <PaintFault error={painted.error} />
        </div>
      ) : null}
    </Board>
  )
}
