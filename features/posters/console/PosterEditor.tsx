import { useState } from 'react'
import { type SampleName, sampleValues, samples } from '#features/certificates/console/definitions/samples.ts'
import { raceEvents } from '#features/events/contract.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { words as unsavedWords } from '#ui/form/unsaved/unsaved.words.ts'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { CanvasHolder } from '#ui/media/CanvasHolder.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toast, toastSuccess } from '#ui/feedback/Toast.tsx'
import { type PosterEdited, consolePostersSave } from '../console.contract.ts'
import { POSTER_WIDTH, type PosterDesign, type PosterUse, posterUses } from '../design.contract.ts'
import { posterTextsOf } from '../rules.ts'
import { DesignFields } from './DesignFields.tsx'
import { type Element, elementsOf, freshDesign } from './elements.ts'
import { PosterBoard } from './PosterBoard.tsx'
import { posterFieldWords, words } from './poster.words.ts'
import { usePosterDrawing } from './usePosterDrawing.ts'

type Props = {
  raceid: number
  race: string
  before: PosterEdited | undefined
  /** Reads the posters again. */
  again: () => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}
type Form = {
  name: string
  names: PosterEdited['names']
  use: PosterUse
  eventid: number | null
  published: boolean
  /** The design, which is empty until the poster has a picture. */
  design: Partial<PosterDesign>
  /** Each change draws the preview again, unless somebody has uploaded the preview. */
  preview: string | null
}
const formOf = (before: PosterEdited | undefined): Form => ({
  name: before?.name ?? '',
  names: before?.names ?? {},
  use: before?.use ?? 'result',
  eventid: before?.eventid ?? null,
  published: before?.published ?? false,
  design: before ? partsOf(before) : {},
  preview: null,
})
const partsOf = ({ background, watermask, cover, text, qrcode, nopic }: PosterEdited): PosterDesign => ({
  background,
  watermask,
  cover,
  text,
  qrcode,
  nopic,
})
/**
 * Completes a design. Each missing part gets the value that it has in a new poster. Returns undefined if the design has
 * no picture.
 */
const designOf = ({ watermask, ...parts }: Partial<PosterDesign>): PosterDesign | undefined =>
  watermask && {
    ...freshDesign(watermask),
    ...Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined)),
  }

const labelOf = (field: string, t: ReturnType<typeof useWords>): string =>
  t(posterFieldWords[field as keyof typeof posterFieldWords] ?? words.look)

/** Saves the form as a new poster or over the opened version. */
const usePosterSaving = ({ raceid, before, again, onDone }: Pick<Props, 'raceid' | 'before' | 'again' | 'onDone'>) => {
  const t = useWords()
  const save = useCall(consolePostersSave)
  const [refused, setRefused] = useState<Refused>()
  const write = async (form: Form, design: PosterDesign, done: () => void) => {
    setRefused(undefined)
    try {
      await save.mutateAsync({
        raceid,
        ...(before ? { id: before.id, updated_at: before.updated_at } : {}),
        ...form,
        design,
      })
      done()
      toastSuccess(t(words.saved))
      onDone()
    } catch (thrown) {
      const why = refusedFrom(thrown)
      if (why.refusal !== 'poster_changed_meanwhile') return setRefused(why)
      await again()
      toast(t(unsavedWords.merged))
    }
  }
  return { write, refused, busy: save.isPending }
}

export const PosterEditor = (props: Props) => {
  const { raceid, race, before, onCancel } = props
  const t = useWords()
  const unsaved = useUnsaved<Form>({
    name: `poster ${before?.id ?? 'new'}`,
    raceid,
    saved: formOf(before),
    version: before?.updated_at ?? null,
    deep: ['names', 'design'],
  })
  const { form, change } = unsaved
  const [chosen, setChosen] = useState<Element>('name')
  const events = useAsk(raceEvents, { raceid })
  const saving = usePosterSaving(props)
  const design = designOf(form.design)
  const keep = (file: File, options: UploadOptions) =>
    call(consoleFilesSave, { raceid }, { ...options, files: { file } })
  const keepFrame = async (file: File, options: UploadOptions) => {
    const { path, width, height } = await keep(file, options)
    const by = Math.min(1, POSTER_WIDTH / width)
    const watermask = { url: path, width: Math.round(width * by), height: Math.round(height * by) }
    change((now) => ({
      ...now,
      design: now.design.watermask ? { ...now.design, watermask } : freshDesign(watermask),
    }))
    return { path }
  }
  const errors = saving.refused?.fields ?? {}
  const elements = design ? elementsOf(design) : []
  const element = elements.includes(chosen) ? chosen : 'photo'
  const eventName = (id: unknown) => events.data?.find((one) => one.id === id)?.name ?? t(words.every_event)
  const show = (field: string, value: unknown) => {
    if (field === 'eventid') return eventName(value)
    if (field === 'use') return t(words[value as PosterUse])
    if (field === 'preview' && value) return <img src={String(value)} alt="" className="mt-2 w-full rounded" />
    const shown = field.startsWith('design.') && designOf({ ...form.design, [field.slice('design.'.length)]: value })
    return shown ? <DrawnPoster raceid={raceid} race={race} design={shown} /> : undefined
  }
  return (
    <Card title={before ? before.name : t(words.write)}>
      <form
        noValidate
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (design) void saving.write(form, design, unsaved.done)
        }}
      >
        <div key={unsaved.turn} className="grid gap-6 lg:grid-cols-12">
          <div className="grid content-start gap-5 lg:col-span-7">
            <NameFields form={form} error={errors.name} change={change} />
            <div className="grid gap-4 md:grid-cols-2">
              <Select
                label={t(words.use)}
                value={form.use}
                onChange={(event) => change({ use: event.target.value as PosterUse })}
                options={posterUses.map((value) => ({ value, label: t(words[value]) }))}
              />
              <Select
                label={t(words.event)}
                value={form.eventid === null ? '' : String(form.eventid)}
                onChange={(event) => change({ eventid: event.target.value ? Number(event.target.value) : null })}
                options={[
                  { value: '', label: t(words.every_event) },
                  ...(events.data ?? []).map((one) => ({ value: String(one.id), label: one.name })),
                ]}
              />
            </div>
            <PictureInput
              label={t(words.frame)}
              hint={t(words.frame_hint)}
              value={design?.watermask.url}
              error={errors['design.watermask.url']}
              onChange={(path) => path === undefined && change({ design: {} })}
              upload={keepFrame}
            />
            {design ? (
              <DesignFields
                design={design}
                preview={form.preview}
                element={element}
                errors={errors}
                onChange={(next) => change({ design: next })}
                onPreview={(preview) => change({ preview })}
                onChoose={setChosen}
                keep={keep}
              />
            ) : null}
          </div>
          <div className="grid content-start gap-4 lg:sticky lg:top-4 lg:col-span-5">
            {design ? (
              <Sampled
                raceid={raceid}
                race={race}
                design={design}
                chosen={element}
                onChoose={setChosen}
                onChange={(next) => change({ design: next })}
              />
            ) : (
              <p className="rounded bg-sunk px-4 py-16 text-center text-soft">{t(words.no_frame)}</p>
            )}
            <Checkbox checked={form.published} onChange={(event) => change({ published: event.target.checked })}>
              {t(words.publish)}
            </Checkbox>
            {saving.refused ? (
              <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
                {saving.refused.msg}
              </p>
            ) : null}
          </div>
        </div>
        <UnsavedBar
          unsaved={unsaved}
          labelOf={(field) => labelOf(field, t)}
          show={show}
          onCancel={onCancel}
          busy={saving.busy}
          disabledReason={design ? undefined : t(words.no_frame)}
        />
      </form>
    </Card>
  )
}

/** Returns the texts that a poster of this race shows for an invented runner. */
const sampleOf = (race: string, sample: SampleName) =>
  posterTextsOf({
    name: sampleValues(sample, race, {})['姓名'] ?? '',
    bib: '12017',
    event: '马拉松',
    time: '3:25:41',
    nettime: '3:24:18',
    position: '312',
    race,
    date: '2026年11月8日',
  })
const linkOf = (raceid: number) => `${location.origin}/home?raceid=${raceid}`

/** A poster in one of the two designs from which a person chooses. */
const DrawnPoster = ({ raceid, race, design }: { raceid: number; race: string; design: PosterDesign }) => {
  const t = useWords()
  const { canvas, error } = usePosterDrawing(design, sampleOf(race, 'short'), linkOf(raceid))
  return canvas && !error ? (
    <CanvasHolder canvas={canvas} alt={t(words.look)} className="mt-2 overflow-hidden rounded" fit="block w-full" />
  ) : (
    <span className="mt-2 block aspect-3/4 rounded bg-sunk" />
  )
}

type SampledProps = Pick<Props, 'raceid' | 'race'> & {
  design: PosterDesign
  chosen: Element
  onChoose: (element: Element) => void
  onChange: (design: PosterDesign) => void
}
/** The template with an invented runner on it. */
const Sampled = ({ raceid, race, design, chosen, onChoose, onChange }: SampledProps) => {
  const t = useWords()
  const [sample, setSample] = useState<SampleName>('short')
  return (
    <>
      <Segmented
        label={t(words.example)}
        value={sample}
        onChange={(value) => setSample(value as SampleName)}
        options={samples.map((value) => ({ value, label: t(words[value]) }))}
      />
      <PosterBoard
        design={design}
        values={sampleOf(race, sample)}
        link={linkOf(raceid)}
        chosen={chosen}
        onChoose={onChoose}
        onChange={onChange}
      />
    </>
  )
}

type NameProps = { form: Form; error: string | undefined; change: (patch: Partial<Form>) => void }
const NameFields = ({ form: { name, names }, error, change }: NameProps) => {
  const t = useWords()
  return (
    <div className="grid items-end gap-4 md:grid-cols-3">
      <TextInput
        label={t(words.name)}
        value={name}
        maxLength={40}
        error={error}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextInput
        label={t(words.name_tw)}
        optional
        value={names['zh-tw'] ?? ''}
        maxLength={40}
        onChange={(event) => change({ names: { ...names, 'zh-tw': event.target.value } })}
      />
      <TextInput
        label={t(words.name_en)}
        optional
        value={names.en ?? ''}
        maxLength={40}
        onChange={(event) => change({ names: { ...names, en: event.target.value } })}
      />
    </div>
  )
}
