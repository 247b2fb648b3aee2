import { useState } from 'react'
import { type Sample, sampleValues, samples } from '#features/certificates/console/definitions/samples.ts'
import { raceEvents } from '#features/events/contract.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { PageForm } from '#ui/form/unsaved/PageForm.tsx'
import { type Refused, call, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type PosterEdited, consolePostersSave } from '../console.contract.ts'
import { POSTER_WIDTH, type PosterDesign, type PosterUse, posterUses } from '../design.contract.ts'
import { fillingOf } from '../rules.ts'
import { DesignFields } from './DesignFields.tsx'
import { type Element, elementsOf, freshDesign } from './elements.ts'
import { PosterBoard } from './PosterBoard.tsx'
import { words } from './poster.words.ts'

type Props = {
  raceid: number
  race: string
  before: PosterEdited | undefined
  onDone: () => void
  onCancel: () => void
}
const designOf = ({ background, watermask, cover, text, qrcode, nopic }: PosterEdited): PosterDesign => ({
  background,
  watermask,
  cover,
  text,
  qrcode,
  nopic,
})

/** The editor of one template: its pictures, and the positions of photo, texts and code, by numbers or by dragging. */
export const PosterEditor = ({ raceid, race, before, onDone, onCancel }: Props) => {
  const t = useWords()
  const [name, setName] = useState(before?.name ?? '')
  const [names, setNames] = useState(before?.names ?? {})
  const [use, setUse] = useState<PosterUse>(before?.use ?? 'result')
  const [eventid, setEventid] = useState(before?.eventid ?? null)
  const [published, setPublished] = useState(before?.published ?? false)
  const [design, setDesign] = useState<PosterDesign | undefined>(before && designOf(before))
  // Each change draws a drawn preview again. An uploaded preview stays.
  const [preview, setPreview] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Element>('name')
  const [refused, setRefused] = useState<Refused>()
  const events = useAsk(raceEvents, { raceid })
  const save = useCall(consolePostersSave)
  const keep = (file: File, options: UploadOptions) =>
    call(consoleFilesSave, { raceid }, { ...options, files: { file } })
  const keepFrame = async (file: File, options: UploadOptions) => {
    const { path, width, height } = await keep(file, options)
    const by = Math.min(1, POSTER_WIDTH / width)
    const watermask = { url: path, width: Math.round(width * by), height: Math.round(height * by) }
    setDesign((now) => (now ? { ...now, watermask } : freshDesign(watermask)))
    return { path }
  }
  const write = async () => {
    if (!design) return false
    setRefused(undefined)
    try {
      await save.mutateAsync({
        raceid,
        ...(before ? { id: before.id, updated_at: before.updated_at } : {}),
        eventid,
        use,
        name,
        names,
        design,
        preview,
        published,
      })
      toastSuccess(t(words.saved))
      return true
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      return false
    }
  }
  const errors = refused?.fields ?? {}
  const elements = design ? elementsOf(design) : []
  const element = elements.includes(chosen) ? chosen : 'photo'
  return (
    <Card title={before ? before.name : t(words.write)}>
      <PageForm
        className="grid gap-6 lg:grid-cols-12"
        value={{ name, names, use, eventid, design: design ?? null, preview, published }}
        busy={save.isPending}
        disabledReason={design ? undefined : t(words.no_frame)}
        onSave={write}
        onSaved={onDone}
        onCancel={onCancel}
        keep={{
          name: `poster ${before?.id ?? 'new'}`,
          raceid,
          version: before?.updated_at ?? null,
          onFill: (kept) => {
            setName(kept.name)
            setNames(kept.names)
            setUse(kept.use)
            setEventid(kept.eventid)
            setPublished(kept.published)
            setDesign(kept.design ?? undefined)
            setPreview(kept.preview)
          },
        }}
      >
        <div className="grid content-start gap-5 lg:col-span-7">
          <NameFields name={name} names={names} error={errors.name} onName={setName} onNames={setNames} />
          <div className="grid gap-4 md:grid-cols-2">
            <Select
              label={t(words.use)}
              value={use}
              onChange={(event) => setUse(event.target.value as PosterUse)}
              options={posterUses.map((value) => ({ value, label: t(words[value]) }))}
            />
            <Select
              label={t(words.event)}
              value={eventid === null ? '' : String(eventid)}
              onChange={(event) => setEventid(event.target.value ? Number(event.target.value) : null)}
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
            onChange={(path) => path === undefined && setDesign(undefined)}
            upload={keepFrame}
          />
          {design ? (
            <DesignFields
              design={design}
              preview={preview}
              element={element}
              errors={errors}
              onChange={setDesign}
              onPreview={setPreview}
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
              onChange={setDesign}
            />
          ) : (
            <p className="rounded bg-sunk px-4 py-16 text-center text-soft">{t(words.no_frame)}</p>
          )}
          <Checkbox checked={published} onChange={(event) => setPublished(event.target.checked)}>
            {t(words.publish)}
          </Checkbox>
          {refused ? (
            <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
              {refused.msg}
            </p>
          ) : null}
        </div>
      </PageForm>
    </Card>
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
  const [sample, setSample] = useState<Sample>('short')
  const who = sampleValues(sample, race, {})['姓名'] ?? ''
  const values = fillingOf({
    name: who,
    bib: '12017',
    event: '马拉松',
    time: '3:25:41',
    nettime: '3:24:18',
    position: '312',
    race,
    date: '2026年11月8日',
  })
  return (
    <>
      <Segmented
        label={t(words.example)}
        value={sample}
        onChange={(value) => setSample(value as Sample)}
        options={samples.map((value) => ({ value, label: t(words[value]) }))}
      />
      <PosterBoard
        design={design}
        values={values}
        link={`${location.origin}/home?raceid=${raceid}`}
        chosen={chosen}
        onChoose={onChoose}
        onChange={onChange}
      />
    </>
  )
}

type NameProps = {
  name: string
  names: PosterEdited['names']
  error: string | undefined
  onName: (name: string) => void
  onNames: (names: PosterEdited['names']) => void
}
const NameFields = ({ name, names, error, onName, onNames }: NameProps) => {
  const t = useWords()
  return (
    <div className="grid items-end gap-4 md:grid-cols-3">
      <TextInput
        label={t(words.name)}
        value={name}
        maxLength={40}
        error={error}
        onChange={(event) => onName(event.target.value)}
      />
      <TextInput
        label={t(words.name_tw)}
        optional
        value={names['zh-tw'] ?? ''}
        maxLength={40}
        onChange={(event) => onNames({ ...names, 'zh-tw': event.target.value })}
      />
      <TextInput
        label={t(words.name_en)}
        optional
        value={names.en ?? ''}
        maxLength={40}
        onChange={(event) => onNames({ ...names, en: event.target.value })}
      />
    </div>
  )
}
