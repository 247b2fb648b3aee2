import { useMemo, useRef, useState } from 'react'
import { path } from '#seam/console/paths.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useGo } from '#ui/router/Link.tsx'
import { isoFrom, localFrom } from '#ui/form/localTime.ts'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { Select } from '#ui/form/Select.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { consoleRacesCreate, consoleRacesList, kinds } from '../contract.ts'
import { NoRace } from './NoRace.tsx'
import { newRaceWords as words } from './newRace.words.ts'
import { raceWords } from './race.words.ts'
import { zoneOptions } from './zoneOptions.ts'

type Said = { 'zh-cn'?: string; 'zh-tw'?: string; en?: string }

/** A race is created with what cannot wait; all else is set in its settings, to which this leads. */
export const NewRacePage = () => {
  const t = useWords()
  const races = useAsk(consoleRacesList, {})
  return (
    <DeskPage title={t(words.title)} description={races.data?.may_create ? t(words.description) : undefined} narrow>
      {races.isPending ? <SkeletonCards count={1} className="h-80" /> : null}
      {races.error ? <ErrorState error={races.error} onRetry={() => void races.refetch()} /> : null}
      {races.data && !races.data.may_create ? <NoRace /> : null}
      {races.data?.may_create ? <NewRaceForm /> : null}
    </DeskPage>
  )
}

const NewRaceForm = () => {
  const t = useWords()
  const now = useNow(30_000)
  const { lang } = useLang()
  const go = useGo()
  const create = useCall(consoleRacesCreate)
  const races = useAsk(consoleRacesList, {})
  const form = useRef<HTMLFormElement>(null)
  const [number, setNumber] = useState<number | null>(null)
  const [said, setSaid] = useState<Said>({})
  const [kind, setKind] = useState<(typeof kinds)[number]>('road')
  const [zone, setZone] = useState('Asia/Shanghai')
  const [time, setTime] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused>()
  const zones = useMemo(() => zoneOptions(lang), [lang])
  /** The day and hour that were typed stay, on the other clock. */
  const moveTo = (next: string) => {
    setZone(next)
    if (time !== null) setTime(isoFrom(localFrom(time, zone), next))
  }
  const errorAt = (field: string) => refused?.fields[field]
  const make = async () => {
    setRefused(undefined)
    const names = Object.fromEntries(
      (['en', 'zh-tw'] as const).flatMap((one) => (said[one]?.trim() ? [[one, said[one]]] : [])),
    )
    try {
      const { id } = await create.mutateAsync({
        number: number ?? Number.NaN,
        name: said['zh-cn'] ?? '',
        names,
        kind,
        zone,
        ...(time === null ? {} : { time }),
      })
      // The shell knows the race before its pages open.
      await races.refetch()
      toastSuccess(t(words.created))
      go(path.race({ raceid: id }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    }
  }
  return (
    <form
      ref={form}
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void make()
      }}
    >
      <Card>
        <div className="grid gap-4">
          <WordsInput
            label={t(raceWords.name)}
            max={80}
            hint={t(words.name_hint)}
            error={errorAt('name') ?? errorAt('names.en') ?? errorAt('names.zh-tw')}
            value={said}
            onChange={setSaid}
          />
          <div className="grid items-start gap-4 md:grid-cols-2">
            <NumberInput
              label={t(words.number)}
              hint={t(words.number_hint)}
              error={errorAt('number') ?? (refused?.refusal === 'race_number_taken' ? refused.msg : undefined)}
              value={number}
              onChange={setNumber}
            />
            <Select
              label={t(raceWords.kind)}
              value={kind}
              options={kinds.map((one) => ({ value: one, label: t(raceWords[one]) }))}
              onChange={(event) => setKind(event.target.value === 'trail' ? 'trail' : 'road')}
            />
            <Select
              label={t(words.zone)}
              hint={t(words.zone_now, { time: dateText(new Date(now), lang, 'minute', zone) })}
              error={errorAt('zone')}
              value={zone}
              options={zones}
              onChange={(event) => moveTo(event.target.value)}
            />
            <DateTimeInput
              key={zone}
              optional
              label={t(raceWords.time)}
              hint={t(words.time_hint)}
              error={errorAt('time')}
              zone={zone}
              value={time}
              onChange={setTime}
            />
          </div>
        </div>
      </Card>
      {refused && Object.keys(refused.fields).length === 0 && refused.refusal !== 'race_number_taken' ? (
        <p role="alert" className="rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      <div className="flex flex-wrap justify-end gap-3">
        <ButtonLink look="plain" href={path.front()}>
          {t(words.cancel)}
        </ButtonLink>
        <Button type="submit" busy={create.isPending}>
          {t(words.create)}
        </Button>
      </div>
    </form>
  )
}
