import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Button } from '#ui/form/Button.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { Select } from '#ui/form/Select.tsx'
import { Table } from '#ui/layout/table/Table.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { type BibOrder, bibGenerate, bibOrders, type consoleBibsList } from '../contract.ts'
import { words } from '../words.ts'

type Event = OutputOf<typeof consoleBibsList>['events'][number]
type Row = {
  eventid: number
  on: boolean
  prefix: string
  from: number | null
  to: number | null
  width: number | null
  order: BibOrder
}
const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'

/**
 * The form that gives bibs by range and order. Staff see a preview first. A change of a field removes the preview.
 */
export const GeneratePanel = ({
  raceid,
  events,
  onDone,
}: {
  raceid: number
  events: readonly Event[]
  onDone: () => void
}) => {
  const t = useWords()
  const generate = useCall(bibGenerate)
  const [rows, setRows] = useState<Row[]>(
    events.map(({ eventid, due, given }, at) => ({
      eventid,
      on: due > given,
      prefix: letters[at % letters.length]!,
      from: 1,
      to: 9999,
      width: 4,
      order: 'signup',
    })),
  )
  const [avoid, setAvoid] = useState('')
  const [reserved, setReserved] = useState('')
  const [preview, setPreview] = useState<OutputOf<typeof bibGenerate>>()
  const [refused, setRefused] = useState<Refused>()
  const touch =
    <T,>(set: (value: T) => void) =>
    (value: T) => {
      setPreview(undefined)
      set(value)
    }
  const setAt = (at: number, patch: Partial<Row>) =>
    touch(setRows)(rows.map((row, n) => (n === at ? { ...row, ...patch } : row)))
  const chosen = rows.filter(({ on }) => on)
  const run = async (dry: boolean) => {
    setRefused(undefined)
    try {
      const outcome = await generate.mutateAsync({
        raceid,
        dry,
        reserved,
        avoid: avoid.split(/[\s,，、]+/).filter(Boolean),
        ranges: chosen.map(({ on: _on, from, to, width, ...row }) => ({
          ...row,
          from: from ?? Number.NaN,
          to: to ?? Number.NaN,
          width: width ?? Number.NaN,
        })),
      })
      if (dry) return setPreview(outcome)
      setPreview(undefined)
      toastSuccess(t(words.done, { n: outcome.given }))
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    }
  }
  return (
    <Card title={t(words.generate)}>
      <p className="mb-4 text-soft">{t(words.generate_text)}</p>
      <ul className="grid gap-4">
        {rows.map((row, at) => (
          <RangeLine
            key={row.eventid}
            row={row}
            name={events.find(({ eventid }) => eventid === row.eventid)?.event ?? ''}
            onChange={(patch) => setAt(at, patch)}
          />
        ))}
      </ul>
      <div className="mt-4 grid gap-3 md:grid-cols-2">
        <TextInput
          optional
          label={t(words.avoid)}
          hint={t(words.avoid_hint)}
          inputMode="numeric"
          value={avoid}
          onChange={(event) => touch(setAvoid)(event.target.value)}
        />
        <TextInput
          optional
          label={t(words.reserved)}
          hint={t(words.reserved_hint)}
          value={reserved}
          error={refused?.fields.reserved}
          onChange={(event) => touch(setReserved)(event.target.value)}
        />
      </div>
      {refused ? (
        <p role="alert" className="mt-3 rounded bg-danger-tint px-4 py-3 text-danger-ink">
          {refused.msg}
        </p>
      ) : null}
      {preview ? <Preview preview={preview} /> : null}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button
          look="plain"
          disabled={chosen.length === 0}
          busy={generate.isPending && !preview}
          onClick={() => void run(true)}
        >
          {t(words.preview)}
        </Button>
        {preview ? (
          <Button
            busy={generate.isPending}
            {...(preview.events.some((one) => one.short > 0)
              ? { disabledReason: t(words.short, { n: preview.events.reduce((sum, one) => sum + one.short, 0) }) }
              : preview.given === 0
                ? { disabledReason: t(words.nothing) }
                : {})}
            onClick={() => void run(false)}
          >
            {t(words.go, { n: countText(preview.given) })}
          </Button>
        ) : null}
      </div>
    </Card>
  )
}

/** The range of bibs for one event, and the order in which its runners get them. */
const RangeLine = ({ row, name, onChange }: { row: Row; name: string; onChange: (patch: Partial<Row>) => void }) => {
  const t = useWords()
  return (
    <li className="border-t border-line pt-2 first:border-0 first:pt-0">
      <Checkbox checked={row.on} onChange={(event) => onChange({ on: event.target.checked })}>
        {t(words.use, { event: name })}
      </Checkbox>
      {row.on ? (
        <div className="grid grid-cols-2 gap-3 md:grid-cols-5">
          <TextInput
            label={t(words.prefix)}
            value={row.prefix}
            maxLength={6}
            onChange={(event) => onChange({ prefix: event.target.value.toUpperCase().replace(/[^A-Z0-9-]/g, '') })}
          />
          <NumberInput label={t(words.from)} value={row.from} onChange={(from) => onChange({ from })} />
          <NumberInput label={t(words.to)} value={row.to} onChange={(to) => onChange({ to })} />
          <NumberInput label={t(words.width)} value={row.width} onChange={(width) => onChange({ width })} />
          <Select
            className="col-span-2 md:col-span-1"
            label={t(words.order)}
            value={row.order}
            options={bibOrders.map((order) => ({ value: order, label: t(words[`order_${order}`]) }))}
            onChange={(event) => onChange({ order: event.target.value as BibOrder })}
          />
        </div>
      ) : null}
    </li>
  )
}

/** The outcome if staff gave the bibs now. */
const Preview = ({ preview }: { preview: OutputOf<typeof bibGenerate> }) => {
  const t = useWords()
  return (
    <div className="mt-4 grid gap-3" aria-live="polite">
      <ul className="grid gap-1">
        {preview.events.map((one) => (
          <li key={one.eventid} className="figures">
            <span className="font-medium">{one.event}</span>{' '}
            {t(words.outcome, { given: countText(one.given), kept: countText(one.kept) })}
            {one.first && one.last
              ? ` · ${one.first === one.last ? one.first : t(words.span, { first: one.first, last: one.last })}`
              : ''}
            {one.vips > 0 ? ` · ${t(words.vips, { n: countText(one.vips) })}` : ''}
            {one.wishes.asked > 0
              ? ` · ${t(words.wishes, { met: countText(one.wishes.met), asked: countText(one.wishes.asked) })}`
              : ''}
            {one.short > 0 ? <span className="block text-danger-ink">{t(words.short, { n: one.short })}</span> : null}
          </li>
        ))}
      </ul>
      {preview.sample.length > 0 ? (
        <Table
          caption={t(words.preview)}
          rows={preview.sample}
          rowKey={({ id }) => id}
          columns={[
            { key: 'bib', title: t(words.bib), cell: ({ bib }) => <span className="display text-20">{bib}</span> },
            { key: 'name', title: t(words.name), cell: ({ name }) => name },
            { key: 'event', title: t(words.event), cell: ({ event }) => event },
            { key: 'zone', title: t(words.zone), cell: ({ zone }) => zone ?? '–' },
          ]}
        />
      ) : null}
    </div>
  )
}
