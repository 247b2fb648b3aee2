import { useRef, useState } from 'react'
import { type CopyPart, copyParts } from '#contract/copying.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Text } from '#contract/words.ts'
import { type consoleRacesList, consoleRacesCreate, courseKinds } from '#features/races/contract.ts'
import { raceWords } from '#features/races/console/race.words.ts'
import { path } from '#seam/console/paths.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { isoFrom, localFrom } from '#ui/form/localTime.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { Select } from '#ui/form/Select.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useZones } from '#ui/language/useZones.ts'
import { Card } from '#ui/layout/Card.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { focusFirstWrong } from '#ui/form/unsaved/focusFirstWrong.ts'
import { UnsavedBar } from '#ui/form/unsaved/UnsavedBar.tsx'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { useGo } from '#ui/router/Link.tsx'
import { type TemplateKey, consoleRacesCreateCopy, consoleRacesCreateTemplate } from '../contract.ts'
import { createRaceWords as words } from './newRace.words.ts'
import { CopyChoice, TemplateChoice } from './StartFrom.tsx'
import { type CopyOffer, useCopyOffer } from './useCopyOffer.ts'

type Said = { 'zh-cn'?: string; 'zh-tw'?: string; en?: string }
type Way = 'template' | 'copy' | 'blank'
type Draft = {
  way: Way
  template: TemplateKey
  from: number | undefined
  number: number | null
  said: Said
  kind: (typeof courseKinds)[number]
  zone: string
  time: string | null
  opens: string | null
  /** The parts of the race to copy: at first everything except its staff. */
  parts: readonly CopyPart[]
  events: readonly number[]
  /** The id of the race to copy, if its values are already in the form. */
  filled: number | undefined
}
/**
 * Returns the label of a field in the bar of unsaved changes. The copied parts and events have one label, because they
 * are one choice.
 */
const labelOf = (field: string, t: ReturnType<typeof useWords>): string => {
  const labels: Record<string, Text> = {
    way: words.start_from,
    template: words.which_template,
    from: words.which_race,
    filled: words.which_race,
    parts: words.what,
    events: words.what,
    number: words.number,
    said: raceWords.name,
    kind: raceWords.kind,
    zone: words.zone,
    time: raceWords.time,
    opens: words.opens,
  }
  return t(labels[field] ?? words.basics)
}
type Props = {
  races: OutputOf<typeof consoleRacesList>['items']
  number: number | null
  /** The time zone of the platform. */
  zone: string
  /** Loads the list of races again, so that the shell knows the new race before its pages open. */
  again: () => Promise<unknown>
}

const fresh: Draft = {
  way: 'template',
  template: 'marathon',
  from: undefined,
  number: null,
  said: {},
  kind: 'road',
  zone: 'Asia/Shanghai',
  time: null,
  opens: null,
  parts: copyParts.filter((part) => part !== 'staff'),
  events: [],
  filled: undefined,
}

/** Sends the typed values in the chosen way, and returns the new race's id. */
const useMaking = () => {
  const blank = useCall(consoleRacesCreate)
  const template = useCall(consoleRacesCreateTemplate)
  const copy = useCall(consoleRacesCreateCopy)
  return {
    busy: blank.isPending || template.isPending || copy.isPending,
    make: async (draft: Draft): Promise<number> => {
      const { said, zone, kind, time, opens } = draft
      const names = Object.fromEntries(
        (['en', 'zh-tw'] as const).flatMap((one) => (said[one]?.trim() ? [[one, said[one]]] : [])),
      )
      const same = { number: draft.number ?? Number.NaN, name: said['zh-cn'] ?? '', names, zone }
      if (draft.way === 'blank') {
        const made = await blank.mutateAsync({ ...same, kind, ...(time === null ? {} : { time }) })
        return made.id
      }
      const dated = { ...same, time: time ?? '' }
      if (draft.way === 'copy') {
        const made = await copy.mutateAsync({
          ...dated,
          from: draft.from ?? Number.NaN,
          parts: [...draft.parts],
          events: [...draft.events],
        })
        return made.id
      }
      const signup = opens === null ? {} : { signup_from: opens }
      return (await template.mutateAsync({ ...dated, template: draft.template, ...signup })).id
    },
  }
}

export const NewRaceForm = ({ races, number, zone: usual, again }: Props) => {
  const t = useWords()
  const go = useGo()
  const form = useRef<HTMLFormElement>(null)
  const [refused, setRefused] = useState<Refused>()
  // Counts how often the values of a copied race filled in the form. Each new count makes a new `BasicsCard`, whose
  // fields show these values.
  const [offers, setOffers] = useState(0)
  const unsaved = useUnsaved<Draft>({
    name: 'new race',
    raceid: 0,
    saved: { ...fresh, number, zone: usual },
    version: null,
  })
  const { form: draft, change } = unsaved
  const offer = useCopyOffer(draft.from, draft.filled, ({ name, names, time, zone, events }: CopyOffer) => {
    change((now) => ({
      ...now,
      said: { 'zh-cn': name, ...names },
      time,
      zone,
      events: events.map(({ id }) => id),
      filled: now.from,
    }))
    setOffers((before) => before + 1)
  })
  const making = useMaking()
  const ways: readonly Way[] = races.length > 0 ? ['template', 'copy', 'blank'] : ['template', 'blank']
  const create = async () => {
    setRefused(undefined)
    try {
      const raceid = await making.make(draft)
      await again()
      unsaved.done()
      toastSuccess(t(words.created))
      go(draft.way === 'blank' ? path.race({ raceid }) : path.overview({ raceid }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      focusFirstWrong(form.current)
    }
  }
  const atField = refused?.refusal === 'race_number_taken' || refused?.refusal === 'race_day_past'
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void create()
      }}
    >
      <Card title={t(words.start_from)}>
        <div className="grid gap-4">
          <Segmented
            label={t(words.start_from)}
            value={draft.way}
            options={ways.map((way) => ({ value: way, label: t(words[way]) }))}
            onChange={(way) => change({ way: ways.find((one) => one === way) ?? 'template' })}
          />
          {draft.way === 'template' ? (
            <TemplateChoice value={draft.template} onChange={(template) => change({ template })} />
          ) : null}
          {draft.way === 'copy' ? (
            <CopyChoice
              races={races}
              from={draft.from}
              onFrom={(from) => change({ from })}
              offer={offer}
              parts={draft.parts}
              onParts={(parts) => change({ parts })}
              events={draft.events}
              onEvents={(events) => change({ events })}
              error={refused?.fields.from}
            />
          ) : null}
          {draft.way === 'blank' ? <p className="text-14 text-soft">{t(words.blank_says)}</p> : null}
        </div>
      </Card>
      <BasicsCard key={`${unsaved.turn} ${offers}`} draft={draft} change={change} refused={refused} />
      {refused && Object.keys(refused.fields).length === 0 && !atField ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      <UnsavedBar
        unsaved={unsaved}
        labelOf={(field) => labelOf(field, t)}
        fresh={{}}
        onCancel={() => go(path.front())}
        busy={making.busy}
        saveText={t(words.create)}
      />
    </form>
  )
}

type CardProps = { draft: Draft; change: (patch: Partial<Draft>) => void; refused: Refused | undefined }
const BasicsCard = ({ draft, change, refused }: CardProps) => {
  const t = useWords()
  const now = useNow(30_000)
  const { lang } = useLang()
  const { said, number, kind, zone, time, way } = draft
  const zones = useZones(lang, zone)
  const errorAt = (field: string) => refused?.fields[field]
  /** Changes the time zone. The typed day and hour stay as they are. */
  const moveTo = (next: string) =>
    change({ zone: next, ...(time === null ? {} : { time: isoFrom(localFrom(time, zone), next) }) })
  const refusedWith = (word: string) => (refused?.refusal === word ? refused.msg : undefined)
  return (
    <Card title={t(words.basics)}>
      <div className="grid gap-4">
        <WordsInput
          label={t(raceWords.name)}
          max={80}
          hint={t(words.name_hint)}
          error={errorAt('name') ?? errorAt('names.en') ?? errorAt('names.zh-tw')}
          value={said}
          onChange={(next) => change({ said: next })}
        />
        <div className="grid items-start gap-4 md:grid-cols-2">
          <DateTimeInput
            key={`date ${zone}`}
            optional={way === 'blank'}
            label={t(raceWords.time)}
            hint={t(way === 'blank' ? words.time_hint : way === 'copy' ? words.same_weekday : words.time_moves)}
            error={errorAt('time') ?? refusedWith('race_day_past')}
            zone={zone}
            value={time}
            onChange={(next) => change({ time: next })}
          />
          <Select
            label={t(words.zone)}
            hint={t(words.zone_now, { time: dateText(new Date(now), lang, 'minute', zone) })}
            error={errorAt('zone')}
            value={zone}
            {...zones}
            onChange={(event) => moveTo(event.target.value)}
          />
          {way === 'template' ? (
            <DateTimeInput
              key={`opens ${zone}`}
              optional
              label={t(words.opens)}
              hint={t(words.opens_hint)}
              error={errorAt('signup_from')}
              zone={zone}
              value={draft.opens}
              onChange={(opens) => change({ opens })}
            />
          ) : null}
          {way === 'blank' ? (
            <Select
              label={t(raceWords.kind)}
              value={kind}
              options={courseKinds.map((one) => ({ value: one, label: t(raceWords[one]) }))}
              onChange={(event) => change({ kind: event.target.value === 'trail' ? 'trail' : 'road' })}
            />
          ) : null}
          <NumberInput
            label={t(words.number)}
            hint={t(words.number_hint)}
            error={errorAt('number') ?? refusedWith('race_number_taken')}
            value={number}
            onChange={(next) => change({ number: next })}
          />
        </div>
      </div>
    </Card>
  )
}
