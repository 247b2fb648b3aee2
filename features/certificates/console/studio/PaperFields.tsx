import { raceEvents } from '#features/events/contract.ts'
import { consoleFilesSave } from '#features/files/contract.ts'
import { call, useAsk } from '#ui/network/call.ts'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { PictureInput, type UploadOptions } from '#ui/form/files/PictureInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { CertificateKind } from '../../contract.ts'
import { slotFaultOfBoxes } from '../../template/composed.rules.ts'
import { onPaper } from '../../template/layers.rules.ts'
import { certificateFieldsIn, lacksCode, paperFor } from '../../rules.ts'
import { FieldMap } from '../definitions/FieldMap.tsx'
import { words as room } from '../definitions/editor.words.ts'
import { words } from './studio.words.ts'
import type { Studio } from './useStudio.ts'

type Props = { studio: Studio; raceid: number; known: ReadonlySet<string>; errors: Readonly<Record<string, string>> }

export const PaperFields = ({ studio, raceid, known, errors }: Props) => {
  const t = useWords()
  const { design, change, settle } = studio
  const events = useAsk(raceEvents, { raceid })
  const names = [
    ...new Set([
      ...Object.keys(design.map),
      ...design.layers
        .flatMap(({ box }) => ('text' in box ? certificateFieldsIn(box.text) : []))
        .filter((name) => !known.has(name)),
    ]),
  ]
  const keep = async (file: File, options: UploadOptions) => {
    const { path, width, height } = await call(consoleFilesSave, { raceid }, { ...options, files: { file } })
    change((now) => onPaper(now, path, paperFor(width, height)))
    return { path }
  }
  const boxes = design.layers.map(({ box }) => box)
  const fault = slotFaultOfBoxes(boxes, design.bg)
  const lacking = [...(lacksCode(boxes) ? [words.publish_not_yet] : []), ...(fault ? [words[fault]] : [])]
  return (
    <div className="grid gap-4">
      <TextInput
        label={t(words.name)}
        value={design.name}
        maxLength={60}
        error={errors['name']}
        onBlur={settle}
        onChange={(event) => change((now) => ({ ...now, name: event.target.value }), 'name')}
      />
      {/* The two fields are side by side only if the name of an event has enough space. */}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
        <Select
          label={t(words.kind)}
          value={design.kind}
          onChange={(event) => change((now) => ({ ...now, kind: event.target.value as CertificateKind }))}
          options={(['timing', 'reg'] as const).map((value) => ({ value, label: t(room[value]) }))}
        />
        <Select
          label={t(words.event)}
          value={design.eventid === null ? '' : String(design.eventid)}
          onChange={(event) =>
            change((now) => ({ ...now, eventid: event.target.value ? Number(event.target.value) : null }))
          }
          options={[
            { value: '', label: t(words.every_event) },
            ...(events.data ?? []).map((one) => ({ value: String(one.id), label: one.name })),
          ]}
        />
      </div>
      <div>
        <Checkbox
          checked={design.published}
          disabled={lacking.length > 0 && !design.published}
          onChange={(event) => change((now) => ({ ...now, published: event.target.checked }))}
        >
          {t(words.publish)}
        </Checkbox>
        {lacking.map((says) => (
          <p
            key={says['zh-cn']}
            role="status"
            className={`text-14 ${design.published ? 'text-warning-ink' : 'text-soft'}`}
          >
            {t(says)}
          </p>
        ))}
      </div>
      <PictureInput
        key={design.bg}
        optional
        label={t(words.background)}
        hint={t(words.background_hint)}
        value={design.bg ?? undefined}
        error={errors['bg']}
        onChange={(path) => path === undefined && change((now) => ({ ...now, bg: null }))}
        upload={keep}
      />
      <FieldMap names={names} map={design.map} onChange={(map) => change((now) => ({ ...now, map }), 'map')} />
    </div>
  )
}
