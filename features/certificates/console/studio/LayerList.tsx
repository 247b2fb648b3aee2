import { Frame, Image, Minus, QrCode, Square, Stamp, Type } from 'lucide-react'
import type { ComponentType } from 'react'
import { useWords } from '#ui/language/lang.tsx'
import type { Box } from '../../template/boxes.contract.ts'
import type { Design } from '../../template/layers.rules.ts'
import { certificateFieldWords } from '../definitions/field.words.ts'
import { words } from './studio.words.ts'

const icons: Record<Box['kind'], ComponentType<{ className?: string; 'aria-hidden'?: boolean }>> = {
  text: Type,
  image: Image,
  photo: Frame,
  rect: Square,
  line: Minus,
  qr: QrCode,
  watermark: Stamp,
}
/**
 * Returns a function that names a layer. The name of a text is its content, with labels in place of the fields. The
 * name of any other layer is its kind.
 */
export const useLayerName = () => {
  const t = useWords()
  const plain = (text: string) =>
    text
      .trim()
      .replace(/%([^%|\s]+)(?:\|[^%\s]+)?%/g, (whole, field: string) =>
        certificateFieldWords[field] ? t(certificateFieldWords[field]) : whole,
      )
      .slice(0, 40)
  return (box: Box): string => ('text' in box && box.text.trim() !== '' ? plain(box.text) : t(words.kinds[box.kind]))
}
export const KindIcon = ({ kind }: { kind: Box['kind'] }) => {
  const Icon = icons[kind]
  return <Icon className="size-5 shrink-0 text-soft" aria-hidden />
}

type Props = {
  layers: Design['layers']
  chosen: number | undefined
  troubled: ReadonlySet<number>
  onChoose: (key: number) => void
}
/** All layers of the certificate, the front layer first. Here a person can select a layer that another layer covers. */
export const LayerList = ({ layers, chosen, troubled, onChoose }: Props) => {
  const t = useWords()
  const nameOf = useLayerName()
  if (layers.length === 0) return <p className="py-4 text-14 text-soft">{t(words.layers_none)}</p>
  return (
    <ol aria-label={`${t(words.layers)} · ${t(words.layers_order)}`} className="-mx-2 grid grid-cols-[minmax(0,1fr)]">
      {layers.toReversed().map(({ key, box }) => (
        <li key={key}>
          <button
            type="button"
            aria-pressed={key === chosen}
            onClick={() => onChoose(key)}
            className={
              'flex min-h-11 w-full items-center gap-2.5 rounded px-2 text-left text-14 ' +
              (key === chosen ? 'bg-tint font-medium' : 'hover:bg-sunk')
            }
          >
            <KindIcon kind={box.kind} />
            <span className="min-w-0 flex-1 truncate">{nameOf(box)}</span>
            {troubled.has(key) ? <span aria-hidden className="size-2 shrink-0 rounded-full bg-warning-solid" /> : null}
          </button>
        </li>
      ))}
    </ol>
  )
}
