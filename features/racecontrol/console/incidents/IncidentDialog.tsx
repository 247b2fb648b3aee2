import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { AskDialog } from '#ui/feedback/AskDialog.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextArea, TextInput } from '#ui/form/TextInput.tsx'
import { useTrying } from '#ui/form/useTrying.ts'
import { useWords } from '#ui/language/lang.tsx'
import { useCall } from '#ui/network/call.ts'
import {
  type DetailName,
  type IncidentOpened,
  type IncidentState,
  type consoleRacecontrolIncidentsList,
  consoleRacecontrolIncidentsSave,
  incidentStates,
} from '../../incidents/incidents.contract.ts'
import { detailWords, incidentStateWords, tableWords } from '../../incidents/incidents.words.ts'
import { words } from './incidents.words.ts'

const draftOf = (one: IncidentOpened | undefined) => ({
  at: one?.at ?? new Date().toISOString(),
  eventid: one?.eventid ?? null,
  metres: one?.metres ?? null,
  lat: one?.lat ?? null,
  lon: one?.lon ?? null,
  place: one?.place ?? '',
  bib: one?.bib ?? '',
  state: one?.state ?? ('open' as IncidentState),
  happened: one?.happened ?? '',
  measure: one?.measure ?? '',
  hospital: one?.hospital ?? '',
  family: one?.family ?? '',
  family_at: one?.family_at ?? null,
  notes: one?.notes ?? '',
})
type Draft = ReturnType<typeof draftOf>
type Setting = { draft: Draft; change: (some: Partial<Draft>) => void }
type Props = {
  raceid: number
  zone: string
  courses: OutputOf<typeof consoleRacecontrolIncidentsList>['courses']
  incident: IncidentOpened | undefined
  onClose: () => void
  onSaved: () => void
}

export const IncidentDialog = ({ raceid, zone, courses, incident, onClose, onSaved }: Props) => {
  const t = useWords()
  const save = useCall(consoleRacecontrolIncidentsSave)
  const { refused, trying } = useTrying()
  const [draft, setDraft] = useState(() => draftOf(incident))
  const setting = { draft, change: (some: Partial<Draft>) => setDraft({ ...draft, ...some }) }
  const submit = () =>
    trying(async () => {
      await save.mutateAsync({
        raceid,
        ...(incident ? { id: incident.id, version: incident.version } : {}),
        ...draft,
      })
      toastSuccess(t(words.saved))
      onSaved()
    })
  return (
    <AskDialog
      wide
      title={incident ? t(words.change, { id: incident.id }) : t(words.write)}
      action={t(words.save)}
      busy={save.isPending}
      refused={refused}
      onClose={onClose}
      onDo={() => void submit()}
    >
      {incident?.name ? <p className="break-words text-20 font-bold">{incident.name}</p> : null}
      <Place {...setting} zone={zone} courses={courses} />
      <Texts {...setting} zone={zone} />
    </AskDialog>
  )
}

const Place = ({ draft, change, zone, courses }: Setting & Pick<Props, 'zone' | 'courses'>) => {
  const t = useWords()
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Select
        label={t(tableWords.state)}
        value={draft.state}
        onChange={({ target }) => change({ state: target.value as IncidentState })}
        options={incidentStates.map((value) => ({ value, label: t(incidentStateWords[value]) }))}
      />
      <DateTimeInput
        label={t(tableWords.at)}
        zone={zone}
        value={draft.at}
        onChange={(at) => change({ at: at ?? draft.at })}
      />
      <TextInput
        label={t(tableWords.bib)}
        optional
        value={draft.bib}
        maxLength={20}
        autoComplete="off"
        onChange={({ target }) => change({ bib: target.value })}
      />
      <Select
        label={t(tableWords.event)}
        value={draft.eventid === null ? '' : String(draft.eventid)}
        onChange={({ target }) => change({ eventid: target.value === '' ? null : Number(target.value) })}
        options={[
          { value: '', label: t(words.none_event) },
          ...courses.map(({ eventid, event }) => ({ value: String(eventid), label: event })),
        ]}
      />
      <NumberInput
        label={t(tableWords.metres)}
        optional
        unit={t(words.metres_unit)}
        max={1_000_000}
        value={draft.metres}
        onChange={(metres) => change({ metres })}
      />
      <TextInput
        label={t(tableWords.place)}
        optional
        value={draft.place}
        maxLength={200}
        onChange={({ target }) => change({ place: target.value })}
      />
    </div>
  )
}

const most: Record<DetailName, number> = { happened: 2000, measure: 2000, hospital: 200, family: 200, notes: 4000 }
const Texts = ({ draft, change, zone }: Setting & Pick<Props, 'zone'>) => {
  const t = useWords()
  const field = (name: DetailName) => ({
    label: t(detailWords[name]),
    optional: true as const,
    value: draft[name],
    maxLength: most[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <div className="grid gap-4">
      <TextArea {...field('happened')} rows={3} />
      <TextArea {...field('measure')} rows={3} />
      <TextInput {...field('hospital')} />
      <div className="grid gap-4 md:grid-cols-2">
        <TextInput {...field('family')} />
        <DateTimeInput
          label={t(tableWords.family_at)}
          optional
          zone={zone}
          value={draft.family_at}
          onChange={(family_at) => change({ family_at })}
        />
      </div>
      <TextArea {...field('notes')} rows={2} />
    </div>
  )
}
