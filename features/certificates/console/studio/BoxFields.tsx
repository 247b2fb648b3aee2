import { call } from '#ui/network/call.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { ColourInput } from '#ui/form/ColourInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { MeasureInput } from '#ui/form/MeasureInput.tsx'
import { PictureInput } from '#ui/form/files/PictureInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import type { Box, QrBox } from '../../template/boxes.contract.ts'
import type { Outline } from '../../template/outlines.rules.ts'
import { type Fielded, Group, TextFields, WatermarkFields } from './TextFields.tsx'
import { words } from './studio.words.ts'

type Of<Kind extends Box['kind']> = Extract<Box, { kind: Kind }>
type Props = Fielded<Box> & {
  raceid: number
  outline: Outline | null
  fonts: readonly string[]
  fields: readonly string[]
}

/** The position of a box, and its size if a person can set the size. */
const Place = ({
  box,
  set,
  rest,
  outline,
}: Fielded<Exclude<Box, { kind: 'line' | 'watermark' }>> & { outline: Outline | null }) => {
  const t = useWords()
  const sized = box.kind !== 'text' && box.kind !== 'qr'
  return (
    <div className="grid grid-cols-2 gap-3">
      <MeasureInput
        label={t(words.x)}
        unit="px"
        min={-8000}
        max={8000}
        value={box.x}
        onRest={rest}
        onChange={(x) => set({ x }, 'place')}
      />
      <MeasureInput
        label={t(words.y)}
        unit="px"
        min={-8000}
        max={8000}
        value={box.y}
        onRest={rest}
        onChange={(y) => set({ y }, 'place')}
      />
      {sized ? (
        <MeasureInput
          label={t(words.width)}
          unit="px"
          min={1}
          max={8000}
          value={box.width}
          onRest={rest}
          onChange={(width) => set({ width }, 'place')}
        />
      ) : null}
      {sized ? (
        <MeasureInput
          label={t(words.height)}
          unit="px"
          min={1}
          max={8000}
          value={box.height}
          onRest={rest}
          onChange={(height) => set({ height }, 'place')}
        />
      ) : null}
      {box.kind === 'qr' ? (
        <MeasureInput
          label={t(words.side)}
          unit="px"
          min={20}
          max={1280}
          value={box.size}
          onRest={rest}
          onChange={(size) => set({ size }, 'place')}
        />
      ) : null}
      {box.kind === 'text' && box.width !== null ? (
        <MeasureInput
          label={t(words.most_width)}
          unit="px"
          min={1}
          max={8000}
          value={box.width}
          onRest={rest}
          onChange={(width) => set({ width }, 'place')}
        />
      ) : null}
      {/*
       * A text without a width turns about its beginning, and a text with a width about its middle. The field first
       * gives a text its present width, so the text turns about its middle.
       */}
      {'rotate' in box ? (
        <MeasureInput
          label={t(words.rotate)}
          unit="°"
          min={-360}
          max={360}
          value={box.rotate}
          onRest={rest}
          onChange={(rotate) =>
            set(
              {
                rotate,
                ...(box.kind === 'text' && box.width === null && outline
                  ? { width: Math.max(1, Math.round(outline.width)) }
                  : {}),
              },
              'rotate',
            )
          }
        />
      ) : null}
    </div>
  )
}
const Opacity = ({ box, set, rest }: Fielded<{ opacity: number }>) => {
  const t = useWords()
  return (
    <MeasureInput
      label={t(words.opacity)}
      unit="%"
      min={0}
      max={100}
      value={Math.round(box.opacity * 100)}
      onRest={rest}
      onChange={(percent) => set({ opacity: percent / 100 }, 'opacity')}
    />
  )
}
const Radius = ({ box, set, rest }: Fielded<{ radius: number }>) => {
  const t = useWords()
  return (
    <MeasureInput
      label={t(words.radius)}
      unit="px"
      min={0}
      max={4000}
      value={box.radius}
      onRest={rest}
      onChange={(radius) => set({ radius }, 'radius')}
    />
  )
}
const Edge = ({ box, set, rest }: Fielded<{ border: { width: number; colour: string } | null }>) => {
  const t = useWords()
  const { border } = box
  return (
    <div>
      <Checkbox
        checked={border !== null}
        onChange={(event) => set({ border: event.target.checked ? { width: 4, colour: '#1b2430' } : null })}
      >
        {t(words.border)}
      </Checkbox>
      {border ? (
        <div className="grid grid-cols-2 gap-3">
          <MeasureInput
            label={t(words.border_width)}
            unit="px"
            min={1}
            max={400}
            value={border.width}
            onRest={rest}
            onChange={(width) => set({ border: { ...border, width } }, 'border')}
          />
          <ColourInput
            className="col-span-2"
            label={t(words.border_colour)}
            value={border.colour}
            onRest={rest}
            onChange={(colour) => set({ border: { ...border, colour } }, 'border')}
          />
        </div>
      ) : null}
    </div>
  )
}

const Image = ({ box, set, raceid }: Fielded<Of<'image'>> & { raceid: number }) => {
  const t = useWords()
  const swap = async (file: File, options: Parameters<Parameters<typeof PictureInput>[0]['upload']>[1]) =>
    call(consoleFilesSave, { raceid }, { ...options, files: { file } })
  return (
    <>
      <PictureInput
        key={box.picture}
        label={t(words.picture)}
        value={box.picture}
        onChange={(path) => path && set({ picture: path })}
        upload={swap}
      />
      <Group label={t(words.object_fit)}>
        <Segmented
          label={t(words.object_fit)}
          value={box.fit}
          onChange={(fit) => set({ fit: fit as Of<'image'>['fit'] })}
          options={(['fill', 'cover', 'contain'] as const).map((value) => ({
            value,
            label: t(words.object_fits[value]),
          }))}
        />
      </Group>
    </>
  )
}
const dashes = { solid: [], dashed: [12, 8], dotted: [2, 6] } as const
const Line = ({ box, set, rest }: Fielded<Of<'line'>>) => {
  const t = useWords()
  const look = box.dash.length === 0 ? 'solid' : box.dash[0]! <= box.width * 1.5 ? 'dotted' : 'dashed'
  const of = (name: 'x1' | 'y1' | 'x2' | 'y2', label: string) => (
    <MeasureInput
      key={name}
      label={label}
      unit="px"
      min={-8000}
      max={8000}
      value={box[name]}
      onRest={rest}
      onChange={(value) => set({ [name]: value }, 'place')}
    />
  )
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        {of('x1', t(words.from_x))}
        {of('y1', t(words.from_y))}
        {of('x2', t(words.to_x))}
        {of('y2', t(words.to_y))}
        <MeasureInput
          label={t(words.thickness)}
          unit="px"
          min={0.5}
          max={200}
          step={0.5}
          value={box.width}
          onRest={rest}
          onChange={(width) =>
            set({ width, dash: dashes[look].map((part) => Math.max(1, Math.round((part * width) / 2))) }, 'width')
          }
        />
      </div>
      <Group label={t(words.dashes)}>
        <Segmented
          label={t(words.dashes)}
          value={look}
          onChange={(chosen) =>
            set({
              dash: dashes[chosen as keyof typeof dashes].map((part) =>
                Math.max(1, Math.round((part * Math.max(1, box.width)) / 2)),
              ),
            })
          }
          options={(['solid', 'dashed', 'dotted'] as const).map((value) => ({ value, label: t(words[value]) }))}
        />
      </Group>
      <ColourInput
        label={t(words.colour)}
        value={box.colour}
        onRest={rest}
        onChange={(colour) => set({ colour }, 'colour')}
      />
    </>
  )
}
const Code = ({ box, set, rest }: Fielded<QrBox>) => {
  const t = useWords()
  return (
    <>
      <p className="text-14 text-soft">{t(words.qr_text)}</p>
      <ColourInput
        label={t(words.colour)}
        value={box.colour}
        onRest={rest}
        onChange={(colour) => set({ colour }, 'colour')}
      />
      <div>
        <Checkbox
          checked={box.ground !== null}
          onChange={(event) => set({ ground: event.target.checked ? '#ffffff' : null })}
        >
          {t(words.ground)}
        </Checkbox>
        {box.ground ? (
          <ColourInput
            label={t(words.ground_colour)}
            value={box.ground}
            onRest={rest}
            onChange={(ground) => set({ ground }, 'ground')}
          />
        ) : null}
      </div>
    </>
  )
}
const Rect = ({ box, set, rest }: Fielded<Of<'rect'>>) => {
  const t = useWords()
  return (
    <div>
      <Checkbox
        checked={box.colour !== null}
        onChange={(event) =>
          set({
            colour: event.target.checked ? '#e8edf3' : null,
            ...(event.target.checked || box.border ? {} : { border: { width: 4, colour: '#1b2430' } }),
          })
        }
      >
        {t(words.fill)}
      </Checkbox>
      {box.colour ? (
        <ColourInput
          label={t(words.fill_colour)}
          value={box.colour}
          onRest={rest}
          onChange={(colour) => set({ colour }, 'colour')}
        />
      ) : null}
    </div>
  )
}

export const BoxFields = ({ box, set, rest, raceid, outline, fonts, fields }: Props) => {
  const t = useWords()
  const given = <Edited,>(of: Edited): Fielded<Edited> => ({
    box: of,
    set: set as unknown as Fielded<Edited>['set'],
    rest,
  })
  return (
    <div className="grid gap-4">
      {box.kind === 'text' ? <TextFields {...given(box)} {...{ fonts, fields }} wide={outline?.width ?? 400} /> : null}
      {box.kind === 'watermark' ? <WatermarkFields {...given(box)} {...{ fonts, fields }} /> : null}
      {box.kind === 'image' ? <Image {...given(box)} raceid={raceid} /> : null}
      {box.kind === 'photo' ? <p className="text-14 text-soft">{t(words.photo_text)}</p> : null}
      {box.kind === 'rect' ? <Rect {...given(box)} /> : null}
      {box.kind === 'line' ? <Line {...given(box)} /> : null}
      {box.kind === 'qr' ? <Code {...given(box)} /> : null}
      {box.kind === 'line' || box.kind === 'watermark' ? null : <Place {...given(box)} outline={outline} />}
      <div className="grid grid-cols-2 gap-3">
        {box.kind === 'watermark' ? (
          <MeasureInput
            label={t(words.rotate)}
            unit="°"
            min={-360}
            max={360}
            value={box.rotate}
            onRest={rest}
            onChange={(rotate) => set({ rotate }, 'rotate')}
          />
        ) : null}
        {'opacity' in box ? <Opacity {...given(box)} /> : null}
        {'radius' in box ? <Radius {...given(box)} /> : null}
      </div>
      {box.kind === 'rect' || box.kind === 'photo' ? (
        <Edge {...given<{ border: { width: number; colour: string } | null }>(box)} />
      ) : null}
    </div>
  )
}
