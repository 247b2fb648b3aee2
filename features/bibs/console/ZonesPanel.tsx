import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { Select } from '#ui/form/Select.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type consoleBibsList, consoleBibsZones } from '../contract.ts'
import { words } from '../words.ts'

/** The form that assigns start zones by rule. Staff see a preview before they place the runners. */
export const ZonesPanel = ({
  raceid,
  events,
  onDone,
}: {
  raceid: number
  events: OutputOf<typeof consoleBibsList>['events']
  onDone: () => void
}) => {
  const t = useWords()
  const place = useCall(consoleBibsZones)
  const [chosen, setChosen] = useState<number>()
  const [anew, setAnew] = useState(false)
  const [preview, setPreview] = useState<OutputOf<typeof consoleBibsZones>>()
  const [refused, setRefused] = useState<Refused>()
  const eventid = chosen ?? events[0]?.eventid
  if (eventid === undefined) return null
  const run = async (dry: boolean) => {
    setRefused(undefined)
    try {
      const outcome = await place.mutateAsync({ raceid, eventid, anew, dry })
      setPreview(dry ? outcome : undefined)
      if (dry) return
      toastSuccess(t(words.zones_done))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Card title={t(words.zones)}>
      <p className="mb-4 text-soft">{t(words.zones_text)}</p>
      <Select
        className="md:w-72"
        label={t(words.event)}
        value={String(eventid)}
        options={events.map((one) => ({ value: String(one.eventid), label: one.event }))}
        onChange={(event) => {
          setPreview(undefined)
          setChosen(Number(event.target.value))
        }}
      />
      <Checkbox
        checked={anew}
        onChange={(event) => {
          setPreview(undefined)
          setAnew(event.target.checked)
        }}
      >
        {t(words.zones_anew)}
      </Checkbox>
      {refused ? (
        <p role="alert" className="my-3 rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      {preview ? (
        <div className="my-3 grid gap-2" aria-live="polite">
          <p className="figures">
            {t(words.zones_outcome, { placed: countText(preview.placed), without: countText(preview.without) })}
          </p>
          <p className="flex flex-wrap gap-1.5">
            {preview.zones.map(({ name, count, most }) => (
              <Chip key={name} tone="race">
                {most === null ? t(words.zone_count, { name, count }) : t(words.zone_count_of, { name, count, most })}
              </Chip>
            ))}
          </p>
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button look="plain" busy={place.isPending && !preview} onClick={() => void run(true)}>
          {t(words.preview)}
        </Button>
        {preview && preview.placed > 0 ? (
          <Button busy={place.isPending} onClick={() => void run(false)}>
            {t(words.zones_go)}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}
