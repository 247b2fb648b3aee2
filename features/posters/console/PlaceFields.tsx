import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { PosterDesign, PosterText } from '../design.contract.ts'
import { type Element, elementBox, moveElement } from './elements.ts'
import { words } from './poster.words.ts'

type Props = {
  design: PosterDesign
  element: Element
  onChange: (design: PosterDesign) => void
  errors: Readonly<Record<string, string>>
}
const aligns = ['left', 'center', 'right'] as const

/** The fields for place and size of one element, in the poster's pixels. */
export const PlaceFields = ({ design, element, onChange, errors }: Props) => {
  const t = useWords()
  const box = elementBox(design, element)
  if (!box) return null
  const errorAt = (...path: string[]) => errors[['design', ...path].join('.')]
  const at = element === 'photo' ? ['background'] : element === 'qrcode' ? ['qrcode'] : ['text', element]
  const number = (label: string, value: number, set: (value: number) => PosterDesign, field: string) => (
    <NumberInput
      key={label}
      label={label}
      value={value}
      error={errorAt(...at, field)}
      onChange={(given) => !Number.isNaN(given) && onChange(set(given))}
    />
  )
  const place = [
    number(t(words.x), box.x, (x) => moveElement(design, element, x, box.y), 'offsetx'),
    number(t(words.y), box.y, (y) => moveElement(design, element, box.x, y), 'offsety'),
  ]
  if (element === 'photo') {
    const { background } = design
    return (
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
        {place}
        {number(
          t(words.width),
          background.width,
          (width) => ({ ...design, background: { ...background, width } }),
          'width',
        )}
        {number(
          t(words.height),
          background.height,
          (height) => ({ ...design, background: { ...background, height } }),
          'height',
        )}
        <p className="col-span-full text-14 text-soft">{t(words.square)}</p>
      </div>
    )
  }
  if (element === 'qrcode') {
    const qrcode = design.qrcode!
    return (
      <div className="grid grid-cols-2 gap-4 lg:grid-cols-3">
        {place}
        {number(t(words.width), qrcode.width, (width) => ({ ...design, qrcode: { ...qrcode, width } }), 'width')}
      </div>
    )
  }
  const one = design.text[element]!
  const change = (patch: Partial<PosterText>): PosterDesign => ({
    ...design,
    text: { ...design.text, [element]: { ...one, ...patch } },
  })
  return (
    <div className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      {place}
      {number(t(words.size), one.size, (size) => change({ size }), 'size')}
      {number(t(words.fontsize), one.fontsize, (fontsize) => change({ fontsize }), 'fontsize')}
      <TextInput
        label={t(words.color)}
        type="color"
        value={one.color.slice(0, 7)}
        error={errorAt(...at, 'color')}
        onChange={(event) => onChange(change({ color: event.target.value }))}
      />
      {number(t(words.rotate), one.rotate, (rotate) => change({ rotate: Math.min(360, rotate) }), 'rotate')}
      <div className="col-span-2 grid gap-1.5">
        <p aria-hidden className="font-medium">
          {t(words.align)}
        </p>
        <Segmented
          label={t(words.align)}
          value={one.align}
          onChange={(align) => onChange(change({ align: align as PosterText['align'] }))}
          options={aligns.map((value) => ({ value, label: t(words[value]) }))}
        />
      </div>
    </div>
  )
}
