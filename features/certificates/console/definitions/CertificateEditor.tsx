import type { ComponentProps } from 'react'
import { path } from '#seam/console/paths.ts'
import { raceEvents } from '#features/events/contract.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { Button } from '#ui/form/Button.tsx'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { words as unsavedWords } from '#ui/form/unsaved/unsaved.words.ts'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FileInput } from '#ui/form/files/FileInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { dropGuards } from '#ui/router/place.ts'
import { Select } from '#ui/form/Select.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { toast, toastSuccess } from '#ui/feedback/Toast.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import {
  type CertificateKind,
  type Definition,
  consoleCertificatesCheck,
  consoleCertificatesSave,
} from '../../contract.ts'
import { consoleCertificatesFonts } from '../../fonts/fonts.contract.ts'
import type { Box } from '../../template/boxes.contract.ts'
import { fontsNamed } from '../../fonts/fonts.rules.ts'
import { layersOf } from '../../template/layers.rules.ts'
import { slotFault } from '../../template/composed.rules.ts'
import { certificateFieldsIn, usualFields } from '../../rules.ts'
import { refusals } from '../../words.ts'
import { CertificatePreview } from './CertificatePreview.tsx'
import { FieldMap } from './FieldMap.tsx'
import { editorFieldWords, words } from './editor.words.ts'
import { studioDraftOf } from '../studio/useStudio.ts'

type Props = {
  raceid: number
  race: string
  before: Definition | undefined
  /** Reads the definitions again. */
  again: () => Promise<unknown>
  onDone: () => void
  onCancel: () => void
}
type Form = Pick<Definition, 'name' | 'kind' | 'eventid' | 'html' | 'bg' | 'map' | 'published'>
const formOf = (before: Definition | undefined): Form => ({
  name: before?.name ?? '',
  kind: before?.kind ?? 'timing',
  eventid: before?.eventid ?? null,
  html: before?.html ?? '',
  bg: before?.bg ?? null,
  map: before?.map ?? {},
  published: before?.published ?? false,
})
const labelOf = (field: string, t: ReturnType<typeof useWords>): string =>
  field.startsWith('map.')
    ? `%${field.slice('map.'.length)}%`
    : t(editorFieldWords[field as keyof typeof editorFieldWords] ?? words.template)

const Findings = ({
  found,
}: {
  found: NonNullable<ReturnType<typeof useCall<typeof consoleCertificatesCheck>>['data']>
}) => {
  const t = useWords()
  const listed = (names: readonly string[]) => names.map((name) => `%${name}%`).join(' ')
  const known = found.fields.filter((name) => !found.unknown.includes(name))
  return (
    <div role="status">
      <ul className="grid gap-1.5 text-14">
        <li className={found.boxes ? 'text-success-ink' : 'text-info-ink'}>
          {found.boxes
            ? t(words.as_boxes, { n: found.boxes.length })
            : t(words.as_html, { what: found.inexpressible ?? '' })}
        </li>
        {found.removed.length ? (
          <li className="text-warning-ink break-all">
            {t(words.taken_out, { what: found.removed.slice(0, 8).join(' · ') })}
          </li>
        ) : null}
        {known.length ? <li className="break-words">{t(words.known, { what: listed(known) })}</li> : null}
        {found.unknown.length ? (
          <li className="text-warning-ink break-words">{t(words.unknown, { what: listed(found.unknown) })}</li>
        ) : null}
      </ul>
    </div>
  )
}

type WhatProps = {
  form: Form
  events: readonly { id: number; name: string }[]
  error: string | undefined
  change: (patch: Partial<Form>) => void
}
const WhatFields = ({ form, events, error, change }: WhatProps) => {
  const t = useWords()
  return (
    <div className="grid gap-5 md:grid-cols-3">
      <TextInput
        label={t(words.name)}
        value={form.name}
        maxLength={60}
        error={error}
        onChange={(event) => change({ name: event.target.value })}
      />
      <Select
        label={t(words.kind)}
        value={form.kind}
        onChange={(event) => change({ kind: event.target.value as CertificateKind })}
        options={[
          { value: 'timing', label: t(words.timing) },
          { value: 'reg', label: t(words.reg) },
        ]}
      />
      <Select
        label={t(words.event)}
        value={form.eventid === null ? '' : String(form.eventid)}
        onChange={(event) => change({ eventid: event.target.value ? Number(event.target.value) : null })}
        options={[
          { value: '', label: t(words.every_event) },
          ...events.map((one) => ({ value: String(one.id), label: one.name })),
        ]}
      />
    </div>
  )
}

const useDefinitionSaving = ({ raceid, before, again, onDone }: Omit<Props, 'race' | 'onCancel'>) => {
  const t = useWords()
  const save = useCall(consoleCertificatesSave)
  const { refused, trying } = useTrying()
  const write = (form: Form, done: () => void) =>
    trying(async () => {
      const map = Object.fromEntries(
        Object.entries(form.map).flatMap(([field, from]) => (from.trim() === '' ? [] : [[field, from.trim()]])),
      )
      const opened = before ? { id: before.id, updated_at: before.updated_at } : {}
      try {
        await save.mutateAsync({ raceid, ...opened, ...form, map })
      } catch (thrown) {
        if (refusedFrom(thrown).refusal !== 'certificate_changed_meanwhile') throw thrown
        await again()
        return toast(t(unsavedWords.merged))
      }
      done()
      toastSuccess(t(words.saved))
      onDone()
    })
  return { write, refused, trying, busy: save.isPending }
}

/** Edits one definition in HTML. */
export const CertificateEditor = (props: Props) => {
  const { raceid, race, before, onCancel } = props
  const t = useWords()
  const go = useGo()
  const unsaved = useUnsaved<Form>({
    name: `certificate html ${before?.id ?? 'new'}`,
    raceid,
    saved: formOf(before),
    version: before?.updated_at ?? null,
    deep: ['map'],
  })
  const { form, change } = unsaved
  const { name, kind, eventid, html, bg, map, published } = form
  const { write, refused, trying, busy } = useDefinitionSaving(props)
  const upload = useCall(consoleFilesSave)
  const check = useCall(consoleCertificatesCheck)
  const events = useAsk(raceEvents, { raceid })
  const found = check.data
  const fault = slotFault({ form: 'html', html, boxes: null, bg, fields: certificateFieldsIn(html) })
  const choose = (file: File) =>
    void trying(async () => {
      const { path: kept } = await upload.mutateAsync({ raceid, files: { file } })
      change({ bg: kept })
    })
  // The converted definition opens in the editor of boxes, as an unsaved draft.
  const goOn = (boxes: readonly Box[], paper: { width: number; height: number }) => {
    studioDraftOf(raceid, before?.id).write({
      design: { name, kind, eventid, published, map, bg, ...paper, layers: layersOf(boxes) },
      from: before?.updated_at ?? null,
      handed: true,
    })
    dropGuards()
    go(path.certificate({ raceid, id: before?.id }))
  }
  const shown = found
    ? {
        html: found.html,
        boxes: found.boxes,
        width: found.width ?? before?.width ?? 1280,
        height: found.height ?? before?.height ?? 1810,
      }
    : undefined
  const show = (field: string, value: unknown) => {
    if (field === 'eventid') return events.data?.find((one) => one.id === value)?.name ?? t(words.every_event)
    if (field === 'kind') return t(words[value as CertificateKind])
    return field === 'bg' && value ? <img src={String(value)} alt="" className="mt-2 w-full rounded" /> : undefined
  }
  return (
    <Card title={before ? before.name : t(words.write)}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void write(form, unsaved.done)
        }}
      >
        <div key={unsaved.turn} className="grid gap-5">
          <WhatFields form={form} events={events.data ?? []} error={refused?.fields.name} change={change} />
          <Background bg={bg} busy={upload.isPending} onFile={choose} />
          <TextArea
            label={t(words.template)}
            hint={t(words.template_hint, { fields: usualFields.map((field) => `%${field}%`).join(' ') })}
            value={html}
            rows={12}
            spellCheck={false}
            error={refused?.fields.html}
            onChange={(event) => change({ html: event.target.value })}
          />
          {found ? <Findings found={found} /> : null}
          <FieldMap
            names={[...new Set([...Object.keys(before?.map ?? {}), ...(found?.unknown ?? [])])]}
            map={map}
            onChange={(next) => change({ map: next })}
          />
          <Checkbox checked={published} onChange={(event) => change({ published: event.target.checked })}>
            {t(words.publish)}
          </Checkbox>
        </div>
        {fault ? (
          <p role="status" className={`-mt-4 text-14 ${published ? 'text-warning-ink' : 'text-soft'}`}>
            {t(refusals[fault].message)}
          </p>
        ) : null}
        {refused && Object.keys(refused.fields).length === 0 ? (
          <p role="alert" className="text-danger-ink">
            {refused.msg}
          </p>
        ) : null}
        <UnsavedBar
          unsaved={unsaved}
          labelOf={(field) => labelOf(field, t)}
          show={show}
          onCancel={onCancel}
          busy={busy}
        >
          <Button
            look="plain"
            busy={check.isPending}
            disabled={html.trim() === ''}
            onClick={() => void trying(async () => void (await check.mutateAsync({ raceid, html })))}
          >
            {t(words.check)}
          </Button>
          {shown?.boxes ? (
            <Button look="plain" onClick={() => goOn(shown.boxes!, shown)}>
              {t(words.go_on)}
            </Button>
          ) : null}
        </UnsavedBar>
      </form>
      {shown ? <Shown raceid={raceid} race={race} shown={shown} bg={bg} map={map} /> : null}
    </Card>
  )
}

type ShownProps = Pick<ComponentProps<typeof CertificatePreview>, 'race' | 'bg' | 'map'> & {
  raceid: number
  shown: { html: string; boxes: readonly Box[] | null; width: number; height: number }
}
/** The certificate that the checked HTML makes. */
const Shown = ({ raceid, race, shown, bg, map }: ShownProps) => {
  const t = useWords()
  const fonts = useAsk(consoleCertificatesFonts, { raceid })
  return (
    <div className="mt-6 border-t border-line pt-6">
      {bg === null && shown.html.includes('%bg%') ? (
        <p role="status" className="py-6 text-center text-soft">
          {t(words.needs_background)}
        </p>
      ) : (
        <CertificatePreview
          race={race}
          {...shown}
          bg={bg}
          map={map}
          fonts={fontsNamed(fonts.data?.items ?? [], shown)}
        />
      )}
    </div>
  )
}

const Background = ({ bg, busy, onFile }: { bg: string | null; busy: boolean; onFile: (file: File) => void }) => {
  const t = useWords()
  return (
    <div className="flex flex-wrap items-center gap-4">
      {bg ? <img src={`${bg}?x-oss-process=image/resize,w_160`} alt="" className="h-24 rounded shadow-card" /> : null}
      <FileInput
        label={t(words.background)}
        hint={t(words.background_hint)}
        accept=".gif,.jpg,.jpeg,.png,.bmp"
        busy={busy}
        onFile={onFile}
      />
    </div>
  )
}
