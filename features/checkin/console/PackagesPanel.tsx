import { serviceWords } from '#features/appointments/words.ts'
import { type Refused, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Stepper } from '#ui/layout/Stepper.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import {
  type ByLang,
  type PackageEdited,
  type CheckinService,
  consoleCheckinPackagesList,
  consoleCheckinPackagesRemove,
  consoleCheckinPackagesSave,
  services,
} from '../contract.ts'
import { saidIn } from '../rules.ts'
import { deskWords as words } from './desk.words.ts'
import {
  AddButton,
  EditDialog,
  EventSelect,
  ListState,
  type PanelProps,
  RemoveItemDialog,
  RowButtons,
  eventName,
  periodText,
} from './editedList.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { SaidFields, blankText } from './SaidFields.tsx'
import { useEditedList } from './useDesk.ts'

/** A package in the form. Each item of the content has a line of its own, and each language has a field. */
type Draft = Omit<PackageEdited, 'id' | 'contents'> & { id?: number; lines: ByLang }
const linesOf = (contents: readonly ByLang[]): ByLang => ({
  'zh-cn': contents.map((one) => one['zh-cn']).join('\n'),
  'zh-tw': contents.map((one) => one['zh-tw']).join('\n'),
  en: contents.map((one) => one.en).join('\n'),
})
const contentsOf = (lines: ByLang): ByLang[] => {
  const [cn, tw, en] = [lines['zh-cn'], lines['zh-tw'], lines.en].map((text) =>
    text.split('\n').map((line) => line.trim()),
  )
  return cn!.flatMap((line, at) => (line ? [{ 'zh-cn': line, 'zh-tw': tw![at] ?? '', en: en![at] ?? '' }] : []))
}

/** Reads a typed position. A comma counts as a point. A text that is not a number counts as an empty field (null). */
const degreesIn = (typed: string): number | null => {
  const plain = typed.trim().replace(',', '.')
  return plain === '' || Number.isNaN(Number(plain)) ? null : Number(plain)
}

export const PackagesPanel = ({ raceid, events, zone }: PanelProps) => {
  const t = useWords()
  const { lang } = useLang()
  const list = useAsk(consoleCheckinPackagesList, { raceid })
  const save = useCall(consoleCheckinPackagesSave)
  const remove = useCall(consoleCheckinPackagesRemove)
  const edited = useEditedList<Draft, PackageEdited>(list.refetch)
  const { refused, doing, draft, leaving, edit, change, closeDraft, askToRemove, keep } = edited
  const items = list.data?.items
  const write = ({ lines, from_at, until_at, lat, lon, ...rest }: Draft) =>
    save.mutateAsync({
      raceid,
      ...rest,
      service: rest.service as CheckinService | '',
      contents: contentsOf(lines),
      ...(from_at ? { from_at } : {}),
      ...(until_at ? { until_at } : {}),
      ...(lat === null ? {} : { lat }),
      ...(lon === null ? {} : { lon }),
    })
  return (
    <>
      <AddButton
        onClick={() =>
          edit({
            eventid: 0,
            name: blankText,
            lines: blankText,
            place: blankText,
            bring: blankText,
            from_at: null,
            until_at: null,
            service: '',
            lat: null,
            lon: null,
            sort: items?.length ?? 0,
          })
        }
      >
        {t(words.add)}
      </AddButton>
      <ListState list={list} items={items} title={t(words.packages_none)} description={t(words.packages_none_text)} />
      {items?.length ? (
        <PackageLines
          packages={items}
          events={events}
          zone={zone}
          onEdit={({ contents, ...one }) => edit({ ...one, lines: linesOf(contents) })}
          onRemove={askToRemove}
        />
      ) : null}
      {draft ? (
        <EditDialog
          title={t(draft.id ? words.edit : words.add)}
          busy={save.isPending}
          refused={refused}
          onClose={closeDraft}
          onSave={() => void doing(() => write(draft), closeDraft, words.saved)}
        >
          <PackageFields draft={draft} events={events} zone={zone} fields={refused?.fields} onChange={change} />
        </EditDialog>
      ) : null}
      <RemoveItemDialog
        name={leaving && saidIn(lang, leaving.name)}
        busy={remove.isPending}
        refused={refused}
        onClose={keep}
        onRemove={() =>
          leaving && void doing(() => remove.mutateAsync({ raceid, id: leaving.id }), keep, words.removed)
        }
      />
    </>
  )
}

type LinesProps = Pick<PanelProps, 'events' | 'zone'> & {
  packages: readonly PackageEdited[]
  onEdit: (one: PackageEdited) => void
  onRemove: (one: PackageEdited) => void
}
const PackageLines = ({ packages, events, zone, onEdit, onRemove }: LinesProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {packages.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
            <div className="min-w-0 flex-[1_1_16rem]">
              <p className="font-medium">{saidIn(lang, one.name)}</p>
              <p className="text-14 text-soft">
                {one.contents.map((thing) => saidIn(lang, thing)).join(lang === 'en' ? ', ' : '、')}
              </p>
              <p className="figures text-14 text-soft">
                {[saidIn(lang, one.place), periodText(one, lang, zone)].filter(Boolean).join(' · ')}
              </p>
            </div>
            <Chip>{eventName(events, one.eventid, t(words.all_events))}</Chip>
            <RowButtons name={saidIn(lang, one.name)} onEdit={() => onEdit(one)} onRemove={() => onRemove(one)} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

type FieldsProps = Pick<PanelProps, 'events' | 'zone'> & {
  draft: Draft
  fields: Refused['fields'] | undefined
  onChange: (patch: Partial<Draft>) => void
}
const PackageFields = ({ draft, events, zone, fields, onChange }: FieldsProps) => {
  const t = useWords()
  return (
    <>
      <SaidFields
        label={t(words.name)}
        name="name"
        value={draft.name}
        fields={fields}
        max={80}
        onChange={(name) => onChange({ name })}
      />
      <SaidFields
        label={t(words.contents)}
        name="contents"
        value={draft.lines}
        max={3000}
        lines={5}
        hint={t(words.contents_differ)}
        onChange={(lines) => onChange({ lines })}
      />
      <SaidFields
        label={t(words.place)}
        name="place"
        value={draft.place}
        fields={fields}
        max={200}
        onChange={(place) => onChange({ place })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        {(['lat', 'lon'] as const).map((name) => (
          <TextInput
            key={name}
            label={t(words[name])}
            {...(name === 'lat' ? { hint: t(words.position_how) } : {})}
            optional
            inputMode="decimal"
            maxLength={12}
            defaultValue={draft[name] ?? ''}
            error={fields?.[name]}
            onChange={(event) => onChange({ [name]: degreesIn(event.target.value) })}
          />
        ))}
      </div>
      <SaidFields
        label={t(words.bring)}
        name="bring"
        value={draft.bring}
        fields={fields}
        max={300}
        lines={2}
        onChange={(bring) => onChange({ bring })}
      />
      <div className="grid items-start gap-4 md:grid-cols-2">
        <PeriodFields zone={zone} value={draft} error={fields?.until_at} onChange={onChange} />
        <EventSelect value={draft.eventid} events={events} onChange={(eventid) => onChange({ eventid })} />
        <Select
          label={t(words.service)}
          value={draft.service}
          onChange={(event) => onChange({ service: event.target.value })}
          options={[
            { value: '', label: t(words.no_service) },
            ...services.map((value) => ({ value, label: t(serviceWords[value]) })),
          ]}
        />
        <Stepper label={t(words.sort)} value={draft.sort} min={0} max={999} onChange={(sort) => onChange({ sort })} />
      </div>
    </>
  )
}
