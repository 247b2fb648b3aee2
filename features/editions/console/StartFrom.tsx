import { type CopyPart, copyParts } from '#contract/copying.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { consoleRacesList } from '#features/races/contract.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FieldSet } from '#ui/form/Field.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type TemplateKey, raceTemplates } from '../contract.ts'
import { templateWords } from '../templates.words.ts'
import type { useCopyOffer } from './useCopyOffer.ts'
import { createRaceWords as words, partWords } from './newRace.words.ts'

export const TemplateChoice = ({
  value,
  onChange,
}: {
  value: TemplateKey
  onChange: (template: TemplateKey) => void
}) => {
  const t = useWords()
  return (
    <RadioCards
      label={t(words.which_template)}
      hint={t(words.template_says)}
      columns={2}
      value={value}
      options={raceTemplates.map((key) => ({
        value: key,
        label: t(templateWords[key]),
        description: t(templateWords[`${key}_says`]),
      }))}
      onChange={(chosen) => onChange(raceTemplates.find((key) => key === chosen) ?? value)}
    />
  )
}

type CopyProps = {
  races: OutputOf<typeof consoleRacesList>['items']
  from: number | undefined
  onFrom: (raceid: number) => void
  offer: ReturnType<typeof useCopyOffer>
  parts: readonly CopyPart[]
  onParts: (parts: readonly CopyPart[]) => void
  events: readonly number[]
  onEvents: (events: readonly number[]) => void
  error: string | undefined
}
export const CopyChoice = (props: CopyProps) => {
  const { races, from, onFrom, offer, parts, onParts, events, onEvents, error } = props
  const t = useWords()
  const { lang } = useLang()
  const chosen = (part: CopyPart) => parts.includes(part)
  return (
    <div className="grid gap-4">
      <Select
        label={t(words.which_race)}
        value={from === undefined ? '' : String(from)}
        error={error}
        options={[
          ...(from === undefined ? [{ value: '', label: t(words.choose_race) }] : []),
          ...races.map((race) => ({
            value: String(race.id),
            label: `${race.name} · ${dateText(race.time, lang, 'day', race.zone)} · ${race.id}`,
          })),
        ]}
        onChange={(event) => onFrom(Number(event.target.value))}
      />
      {offer.isLoading ? <SkeletonCards count={1} className="h-40" /> : null}
      {offer.error ? <ErrorState error={offer.error} onRetry={() => void offer.refetch()} /> : null}
      {offer.data ? (
        <>
          <FieldSet label={t(words.what)} hint={t(words.what_says)}>
            <div className="grid gap-x-4 md:grid-cols-2">
              {copyParts.map((part) => {
                const closed = part === 'staff' && !offer.data.may_staff
                return (
                  <Checkbox
                    key={part}
                    disabled={closed || (part === 'form' && !chosen('events'))}
                    checked={chosen(part) && (part !== 'form' || chosen('events'))}
                    onChange={(event) =>
                      onParts(event.target.checked ? [...parts, part] : parts.filter((one) => one !== part))
                    }
                  >
                    {t(partWords[part])}
                    {closed ? <span className="block text-14 text-soft">{t(words.staff_not_yours)}</span> : null}
                  </Checkbox>
                )
              })}
            </div>
          </FieldSet>
          {chosen('events') ? (
            <FieldSet label={t(words.which_events)}>
              {offer.data.events.length === 0 ? <p className="text-14 text-soft">{t(words.no_events)}</p> : null}
              <div className="grid gap-x-4 md:grid-cols-2">
                {offer.data.events.map(({ id, name }) => (
                  <Checkbox
                    key={id}
                    checked={events.includes(id)}
                    onChange={(event) =>
                      onEvents(event.target.checked ? [...events, id] : events.filter((one) => one !== id))
                    }
                  >
                    {name}
                  </Checkbox>
                ))}
              </div>
            </FieldSet>
          ) : null}
        </>
      ) : null}
    </div>
  )
}
