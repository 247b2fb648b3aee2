import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Copy, Trash2 } from 'lucide-react'
import { IconButton } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { type LayerShift, doubled, shiftedLayer, withoutBox } from '../../template/layers.rules.ts'
import { words } from './studio.words.ts'
import type { Studio } from './useStudio.ts'

const orders: readonly [LayerShift, keyof typeof words & ('front' | 'up' | 'down' | 'back_most'), typeof ArrowUp][] = [
  ['front', 'front', ArrowUpToLine],
  ['up', 'up', ArrowUp],
  ['down', 'down', ArrowDown],
  ['back', 'back_most', ArrowDownToLine],
]

export const double = ({ design, chosen, change, choose }: Studio): void => {
  if (chosen === undefined) return
  const { design: next, key } = doubled(design, chosen)
  change(() => next)
  choose(key)
}
export const remove = ({ chosen, change, choose }: Studio): void => {
  if (chosen === undefined) return
  change((now) => withoutBox(now, chosen))
  choose(undefined)
}
export const shift = ({ chosen, change }: Studio, to: LayerShift): void =>
  void (chosen !== undefined && change((now) => shiftedLayer(now, chosen, to)))

export const LayerActions = ({ studio }: { studio: Studio }) => {
  const t = useWords()
  const { design, chosen } = studio
  const at = design.layers.findIndex(({ key }) => key === chosen)
  const last = design.layers.length - 1
  return (
    <div role="toolbar" aria-label={t(words.layers)} className="-mx-2 flex flex-wrap">
      {orders.map(([to, label, Icon]) => {
        const off = to === 'front' || to === 'up' ? at >= last : at <= 0
        return (
          <IconButton
            key={to}
            label={t(words[label])}
            disabled={off}
            className="disabled:opacity-40"
            onClick={() => shift(studio, to)}
          >
            <Icon className="size-5" aria-hidden />
          </IconButton>
        )
      })}
      <IconButton label={t(words.double)} onClick={() => double(studio)}>
        <Copy className="size-5" aria-hidden />
      </IconButton>
      <IconButton label={t(words.remove)} onClick={() => remove(studio)}>
        <Trash2 className="size-5" aria-hidden />
      </IconButton>
    </div>
  )
}
