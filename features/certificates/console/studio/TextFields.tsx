import { useRef } from 'react'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { ColourInput } from '#ui/form/ColourInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MeasureInput } from '#ui/form/MeasureInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea } from '#ui/form/TextInput.tsx'
import type { TextBox, WatermarkBox } from '../../template/boxes.contract.ts'
import { type FamilyName, families, ownFamily } from '../../fonts/families.rules.ts'
import { withForm } from '../../rules.ts'
import { FieldPicker } from './FieldPicker.tsx'
import { words } from './studio.words.ts'

/** The box that a person edits. `set` changes the box, and `rest` ends the gesture. */
export type Fielded<Edited> = { box: Edited; set: (patch: Partial<Edited>, tag?: string) => void; rest: () => void }
type Choices = {
  /** The names of the race's own fonts. */ fonts: readonly string[]
  /** The names of the fields in a report of this race. */ fields: readonly string[]
}

const aligns = ['left', 'center', 'right'] as const
const fits = ['shrink', 'wrap', 'none'] as const
const weights = [300, 400, 500, 600, 700, 900] as const
const names = Object.keys(families) as FamilyName[]

/** The content of a text. A button inserts a runner's facts at the caret. */
const Content = ({ box, set, rest, fields }: Fielded<TextBox | WatermarkBox> & Pick<Choices, 'fields'>) => {
  const t = useWords()
  const area = useRef<HTMLTextAreaElement>(null)
  const insert = (picked: string) => {
    const field = withForm(picked)
    const [from, to] = [area.current?.selectionStart ?? box.text.length, area.current?.selectionEnd ?? box.text.length]
    set({ text: `${box.text.slice(0, from)}%${field}%${box.text.slice(to)}` })
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from + field.length + 2, from + field.length + 2)
    })
  }
  return (
    <div className="grid gap-3">
      <TextArea
        ref={area}
        data-content
        label={t(words.content)}
        hint={t(words.content_hint)}
        rows={2}
        maxLength={box.kind === 'text' ? 2000 : 100}
        spellCheck={false}
        value={box.text}
        onChange={(event) => set({ text: event.target.value }, 'text')}
        onBlur={rest}
      />
      <FieldPicker label={t(words.insert)} fields={fields} onPick={insert} />
    </div>
  )
}

const FontSelect = ({
  font,
  fonts,
  onChange,
}: {
  font: string
  fonts: readonly string[]
  onChange: (font: string) => void
}) => {
  const t = useWords()
  const offered = [
    ...names.map((name) => ({ value: families[name] as string, label: t(words.fonts[name]) })),
    ...fonts.map((family) => ({ value: ownFamily(family), label: t(words.font_own, { family }) })),
  ]
  const known = offered.some(({ value }) => value === font)
  return (
    <Select
      label={t(words.font)}
      value={font}
      onChange={(event) => onChange(event.target.value)}
      options={
        known
          ? offered
          : [
              ...offered,
              { value: font, label: t(words.font_other, { family: font.split(',')[0]!.replace(/['"]/g, '') }) },
            ]
      }
    />
  )
}

const Shadow = ({ box, set, rest }: Fielded<TextBox>) => {
  const t = useWords()
  const { shadow } = box
  return (
    <div>
      <Checkbox
        checked={shadow !== null}
        onChange={(event) =>
          set({
            shadow: event.target.checked
              ? {
                  x: 0,
                  y: Math.max(2, Math.round(box.size * 0.04)),
                  blur: Math.max(4, Math.round(box.size * 0.1)),
                  colour: '#00000080',
                }
              : null,
          })
        }
      >
        {t(words.shadow)}
      </Checkbox>
      {shadow ? (
        <div className="grid grid-cols-2 gap-3">
          <MeasureInput
            label={t(words.shadow_x)}
            unit="px"
            min={-200}
            max={200}
            value={shadow.x}
            onRest={rest}
            onChange={(x) => set({ shadow: { ...shadow, x } }, 'shadow')}
          />
          <MeasureInput
            label={t(words.shadow_y)}
            unit="px"
            min={-200}
            max={200}
            value={shadow.y}
            onRest={rest}
            onChange={(y) => set({ shadow: { ...shadow, y } }, 'shadow')}
          />
          <MeasureInput
            label={t(words.blur)}
            unit="px"
            min={0}
            max={200}
            value={shadow.blur}
            onRest={rest}
            onChange={(blur) => set({ shadow: { ...shadow, blur } }, 'shadow')}
          />
          <ColourInput
            className="col-span-2"
            label={t(words.shadow_colour)}
            value={shadow.colour}
            onRest={rest}
            onChange={(colour) => set({ shadow: { ...shadow, colour } }, 'shadow')}
          />
        </div>
      ) : null}
    </div>
  )
}

export const TextFields = ({
  box,
  set,
  rest,
  fonts,
  fields,
  wide,
}: Fielded<TextBox> & Choices & { /** The present width of a text that has no fixed width. */ wide: number }) => {
  const t = useWords()
  return (
    <>
      <Content {...{ box, set: set as Fielded<TextBox | WatermarkBox>['set'], rest, fields }} />
      <FontSelect font={box.font} fonts={fonts} onChange={(font) => set({ font })} />
      <div className="grid grid-cols-2 gap-3">
        <MeasureInput
          label={t(words.size)}
          unit="px"
          min={4}
          max={800}
          value={box.size}
          onRest={rest}
          onChange={(size) =>
            set({ size, ...(box.line === null ? {} : { line: Math.round((box.line * size) / box.size) }) }, 'size')
          }
        />
        <Select
          label={t(words.weight)}
          value={String(box.weight)}
          onChange={(event) => set({ weight: Number(event.target.value) })}
          options={
            (weights as readonly number[]).includes(box.weight)
              ? weights.map((value) => ({ value: String(value), label: t(words.weights[value]) }))
              : [
                  { value: String(box.weight), label: String(box.weight) },
                  ...weights.map((value) => ({ value: String(value), label: t(words.weights[value]) })),
                ]
          }
        />
      </div>
      <ColourInput
        label={t(words.colour)}
        value={box.colour}
        onRest={rest}
        onChange={(colour) => set({ colour }, 'colour')}
      />
      <Group label={t(words.align)}>
        <Segmented
          label={t(words.align)}
          value={box.align}
          onChange={(align) => set({ align: align as TextBox['align'] })}
          options={aligns.map((value) => ({ value, label: t(words[value]) }))}
        />
      </Group>
      <div>
        <Checkbox
          checked={box.width !== null}
          onChange={(event) =>
            set(event.target.checked ? { width: Math.max(1, Math.round(wide)) } : { width: null, fit: 'none' })
          }
        >
          {t(words.width_own)}
        </Checkbox>
        {box.width === null ? null : (
          <Group label={t(words.fit_label)}>
            <Segmented
              label={t(words.fit_label)}
              value={box.fit}
              onChange={(fit) => set({ fit: fit as TextBox['fit'] })}
              options={fits.map((value) => ({ value, label: t(words.fits[value]) }))}
            />
          </Group>
        )}
      </div>
      <div className="grid grid-cols-2 items-start gap-3">
        <MeasureInput
          label={t(words.line)}
          unit="px"
          min={0}
          max={2000}
          value={box.line ?? Math.round(box.size * 1.45)}
          onRest={rest}
          onChange={(line) => set({ line }, 'line')}
        />
        <MeasureInput
          label={t(words.spacing)}
          unit="px"
          min={-100}
          max={500}
          value={box.spacing}
          onRest={rest}
          onChange={(spacing) => set({ spacing }, 'spacing')}
        />
        <Checkbox checked={box.vertical} onChange={(event) => set({ vertical: event.target.checked })}>
          {t(words.vertical)}
        </Checkbox>
        <Checkbox checked={box.italic} onChange={(event) => set({ italic: event.target.checked })}>
          {t(words.italic)}
        </Checkbox>
      </div>
      <Shadow {...{ box, set, rest }} />
    </>
  )
}

export const Group = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className="grid gap-1.5">
    <p aria-hidden className="text-14 font-medium">
      {label}
    </p>
    {children}
  </div>
)

/** The settings of a text over the whole paper. */
export const WatermarkFields = ({ box, set, rest, fonts, fields }: Fielded<WatermarkBox> & Choices) => {
  const t = useWords()
  return (
    <>
      <Content {...{ box, set: set as Fielded<TextBox | WatermarkBox>['set'], rest, fields }} />
      <FontSelect font={box.font} fonts={fonts} onChange={(font) => set({ font })} />
      <div className="grid grid-cols-2 gap-3">
        <MeasureInput
          label={t(words.size)}
          unit="px"
          min={8}
          max={400}
          value={box.size}
          onRest={rest}
          onChange={(size) => set({ size }, 'size')}
        />
        <MeasureInput
          label={t(words.gap)}
          unit="px"
          min={20}
          max={2000}
          step={10}
          value={box.gap}
          onRest={rest}
          onChange={(gap) => set({ gap }, 'gap')}
        />
      </div>
      <ColourInput
        label={t(words.colour)}
        value={box.colour}
        onRest={rest}
        onChange={(colour) => set({ colour }, 'colour')}
      />
    </>
  )
}
