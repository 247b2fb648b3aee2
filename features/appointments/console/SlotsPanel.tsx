import { useState } from 'react'
import type { Lang } from '#contract/words.ts'
import { deskWords as words } from '#features/checkin/console/desk.words.ts'
import {
  AddButton,
  EditDialog,
  EventSelect,
  ListState,
  type PanelProps,
  RemoveItemDialog,
  RowButtons,
  eventName,
} from '#features/checkin/console/editedList.tsx'
import { SaidFields, blankText } from '#features/checkin/console/SaidFields.tsx'
import { useEditedList } from '#features/checkin/console/useDesk.ts'
import { type ByLang, type CheckinService, services } from '#features/checkin/contract.ts'
import { saidIn } from '#features/checkin/rules.ts'
import { groupedBy } from '#ui/layout/grouped.ts'
import { Bar } from '#ui/layout/Bar.tsx'
import { type Refused, call, useCall } from '#ui/network/call.ts'
import { usePages } from '#ui/network/usePages.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { MoreButton } from '#ui/layout/NextPageButton.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Stepper } from '#ui/layout/Stepper.tsx'
import {
  type SlotEdited,
  consoleAppointmentsCreate,
  consoleAppointmentsRemove,
  consoleAppointmentsSave,
  consoleAppointmentsSlots,
} from '../contract.ts'
import { slotsBetween } from '../rules.ts'
import { serviceWords } from '../words.ts'
import { slotWords } from './slot.words.ts'

const read = (raceid: number, after: string | null) =>
  call(consoleAppointmentsSlots, { raceid, limit: 100, ...(after === null ? {} : { after }) })
type Making = {
  service: CheckinService
  eventid: number
  name: ByLang
  place: ByLang
  from_at: string | null
  until_at: string | null
  minutes: number
  places: number
}

const hoursText = (slot: SlotEdited, lang: Lang, zone: string) =>
  [slot.starts_at, slot.ends_at].map((at) => dateText(at, lang, 'second', zone).slice(0, 5)).join('–')

/** A race's slots by day. */
export const SlotsPanel = ({ raceid, events, zone }: PanelProps) => {
  const t = useWords()
  const { lang } = useLang()
  const list = usePages([consoleAppointmentsSlots.path, raceid], (after) => read(raceid, after))
  const create = useCall(consoleAppointmentsCreate)
  const save = useCall(consoleAppointmentsSave)
  const remove = useCall(consoleAppointmentsRemove)
  const edited = useEditedList<SlotEdited, SlotEdited>(list.refetch)
  const { refused, clear, doing, draft, leaving, edit, change, closeDraft, askToRemove, keep } = edited
  const [making, setMaking] = useState<Making>()
  const items = list.data?.pages.flatMap((page) => page.items) ?? []
  const days = [
    ...groupedBy(
      items,
      (slot) => `${dateText(slot.starts_at, lang, 'weekday', zone)} · ${t(serviceWords[slot.service])}`,
    ),
  ]
  const last = items.at(-1)
  const make = ({ from_at, until_at, ...rest }: Making) =>
    create.mutateAsync({ raceid, ...rest, from_at: from_at ?? '', until_at: until_at ?? '' })
  return (
    <>
      <AddButton
        onClick={() => {
          clear()
          setMaking({
            service: last?.service ?? 'pickup',
            eventid: 0,
            name: last?.name ?? blankText,
            place: last?.place ?? blankText,
            from_at: null,
            until_at: null,
            minutes: 30,
            places: 20,
          })
        }}
      >
        {t(slotWords.make)}
      </AddButton>
      <ListState
        list={list}
        items={list.data && items}
        title={t(slotWords.none)}
        description={t(slotWords.none_text)}
      />
      {days.map(([day, slots]) => (
        <DayCard key={day} day={day} slots={slots} events={events} zone={zone} onEdit={edit} onRemove={askToRemove} />
      ))}
      <MoreButton list={list} />
      {making ? (
        <MakeDialog
          making={making}
          events={events}
          zone={zone}
          busy={create.isPending}
          refused={refused}
          onChange={setMaking}
          onClose={() => setMaking(undefined)}
          onSave={() =>
            void doing(
              () => make(making),
              () => setMaking(undefined),
              slotWords.made,
            )
          }
        />
      ) : null}
      {draft ? (
        <SlotDialog
          slot={draft}
          zone={zone}
          busy={save.isPending}
          refused={refused}
          onChange={change}
          onClose={closeDraft}
          onSave={() =>
            void doing(
              () =>
                save.mutateAsync({
                  raceid,
                  id: draft.id,
                  name: draft.name,
                  place: draft.place,
                  places: draft.places,
                }),
              closeDraft,
              words.saved,
            )
          }
        />
      ) : null}
      <RemoveItemDialog
        name={leaving && `${dateText(leaving.starts_at, lang, 'short', zone)} ${hoursText(leaving, lang, zone)}`}
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

type DayProps = Pick<PanelProps, 'events' | 'zone'> & {
  day: string
  slots: readonly SlotEdited[]
  onEdit: (slot: SlotEdited) => void
  onRemove: (slot: SlotEdited) => void
}
const DayCard = ({ day, slots, events, zone, onEdit, onRemove }: DayProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={day} flush>
      <ul className="divide-y divide-line">
        {slots.map((slot) => {
          const counted = t(slotWords.taken, { n: slot.taken, total: slot.places })
          return (
            <li key={slot.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2 md:px-6">
              <span className="figures w-32 whitespace-nowrap font-medium">{hoursText(slot, lang, zone)}</span>
              <span className="min-w-0 flex-[1_1_12rem] text-14 text-soft">
                {[
                  saidIn(lang, slot.name),
                  saidIn(lang, slot.place),
                  slot.eventid ? eventName(events, slot.eventid, '') : '',
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
              <span className="flex w-36 items-center gap-2">
                <Bar value={slot.places ? slot.taken / slot.places : 1} label={counted} />
                <span className="figures shrink-0 text-14">{counted}</span>
              </span>
              <RowButtons
                name={hoursText(slot, lang, zone)}
                onEdit={() => onEdit(slot)}
                onRemove={() => onRemove(slot)}
              />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

type DialogProps<Draft> = {
  zone: string
  busy: boolean
  refused: Refused | undefined
  onChange: (draft: Draft) => void
  onClose: () => void
  onSave: () => void
}
type MakeProps = DialogProps<Making> & { making: Making; events: PanelProps['events'] }
/** The dialog that makes the slots of a day. */
const MakeDialog = ({ making, events, zone, busy, refused, onChange, onClose, onSave }: MakeProps) => {
  const t = useWords()
  const put = (patch: Partial<Making>) => onChange({ ...making, ...patch })
  const count =
    making.from_at && making.until_at
      ? slotsBetween(new Date(making.from_at), new Date(making.until_at), making.minutes).length
      : 0
  return (
    <EditDialog
      title={t(slotWords.make)}
      description={t(slotWords.add)}
      busy={busy}
      refused={refused}
      onClose={onClose}
      onSave={onSave}
    >
      <p className="text-14 text-soft">{t(slotWords.make_text)}</p>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <Select
          label={t(words.service)}
          value={making.service}
          options={services.map((value) => ({ value, label: t(serviceWords[value]) }))}
          onChange={(event) => put({ service: event.target.value as CheckinService })}
        />
        <EventSelect value={making.eventid} events={events} onChange={(eventid) => put({ eventid })} />
        <DateTimeInput
          label={t(words.from_at)}
          zone={zone}
          value={making.from_at}
          error={refused?.fields.from_at}
          onChange={(from_at) => put({ from_at })}
        />
        <DateTimeInput
          label={t(words.until_at)}
          zone={zone}
          value={making.until_at}
          error={refused?.fields.until_at}
          onChange={(until_at) => put({ until_at })}
        />
        <Stepper
          label={t(slotWords.minutes)}
          value={making.minutes}
          min={5}
          max={1440}
          step={5}
          onChange={(minutes) => put({ minutes })}
        />
        <Stepper
          label={t(slotWords.places)}
          value={making.places}
          min={1}
          max={100_000}
          onChange={(places) => put({ places })}
        />
      </div>
      <SaidFields
        label={t(words.name)}
        name="name"
        value={making.name}
        fields={refused?.fields}
        max={60}
        onChange={(name) => put({ name })}
      />
      <SaidFields
        label={t(words.place)}
        name="place"
        value={making.place}
        fields={refused?.fields}
        max={200}
        onChange={(place) => put({ place })}
      />
      <p role="status" className="font-medium">
        {t(slotWords.will_make, { n: count })}
      </p>
    </EditDialog>
  )
}

type SlotProps = DialogProps<SlotEdited> & { slot: SlotEdited }
const SlotDialog = ({ slot, zone, busy, refused, onChange, onClose, onSave }: SlotProps) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <EditDialog title={hoursText(slot, lang, zone)} busy={busy} refused={refused} onClose={onClose} onSave={onSave}>
      <SaidFields
        label={t(words.name)}
        name="name"
        value={slot.name}
        fields={refused?.fields}
        max={60}
        onChange={(name) => onChange({ ...slot, name })}
      />
      <SaidFields
        label={t(words.place)}
        name="place"
        value={slot.place}
        fields={refused?.fields}
        max={200}
        onChange={(place) => onChange({ ...slot, place })}
      />
      <Stepper
        label={t(slotWords.slot_places)}
        value={slot.places}
        min={slot.taken}
        max={100_000}
        onChange={(places) => onChange({ ...slot, places })}
      />
    </EditDialog>
  )
}
