import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { DateTimeInput } from '#ui/form/DateTimeInput.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { WordsInput } from '#ui/form/WordsInput.tsx'
import type { PartProps } from './parts.ts'
import { eventWords } from './event.words.ts'
import { type EditedStock, withLine } from './StockPart.tsx'
import { TimeInput } from './TimeInput.tsx'

const nothing = { place: {}, address: {}, how: {}, luggage: {}, zones: [] }

export const StartPart = ({
  draft,
  change,
  errorAt,
  zone: clock,
  stock,
  onStock,
}: PartProps & { zone: string; stock: readonly EditedStock[]; onStock: (stock: EditedStock[]) => void }) => {
  const t = useWords()
  const start = draft.start ?? nothing
  const set = (patch: Partial<typeof nothing>) => change({ start: { ...start, ...patch } })
  const { zones } = draft.form
  const setZones = (next: typeof zones) => change({ form: { ...draft.form, zones: next } })
  const rename = (at: number, name: string) => {
    const before = zones[at]!.name
    change({
      form: { ...draft.form, zones: zones.map((one, n) => (n === at ? { ...one, name } : one)) },
      start: { ...start, zones: start.zones.map((one) => (one.name === before ? { ...one, name } : one)) },
    })
    onStock(stock.map((one) => (one.kind === 'zone' && one.name === before ? { ...one, name, taken: 0 } : one)))
  }
  return (
    <Card title={t(eventWords.start)}>
      <div className="grid gap-4">
        <DateTimeInput
          className="md:w-1/3"
          label={t(eventWords.start_at)}
          optional
          zone={clock}
          value={draft.start_at}
          error={errorAt('start_at')}
          onChange={(start_at) => change({ start_at })}
        />
        <WordsInput label={t(eventWords.place)} value={start.place} onChange={(place) => set({ place })} />
        <WordsInput label={t(eventWords.address)} value={start.address} onChange={(address) => set({ address })} />
        <WordsInput long max={1000} label={t(eventWords.how)} value={start.how} onChange={(how) => set({ how })} />
        <WordsInput
          long
          max={1000}
          label={t(eventWords.luggage)}
          value={start.luggage}
          onChange={(luggage) => set({ luggage })}
        />
        <fieldset className="min-w-0">
          <legend className="mb-1 font-medium">{t(eventWords.zones)}</legend>
          <p className="mb-3 text-14 text-soft">{t(eventWords.zones_text)}</p>
          <ul className="grid gap-3">
            {zones.map((one, at) => {
              const line = stock.find(({ kind, name }) => kind === 'zone' && name === one.name)
              const time = start.zones.find(({ name }) => name === one.name)?.at ?? null
              return (
                <li key={at} className="grid grid-cols-2 items-end gap-3 md:grid-cols-[1fr_1fr_1fr_2fr_auto]">
                  <TextInput
                    label={t(eventWords.zone_n, { n: at + 1 })}
                    value={one.name}
                    maxLength={8}
                    error={errorAt(`form.zones.${at}`)}
                    onChange={(event) => rename(at, event.target.value)}
                  />
                  <TimeInput
                    label={t(eventWords.faster_than)}
                    value={one.faster_than}
                    onChange={(faster_than) =>
                      setZones(
                        zones.map((other, n) =>
                          n === at ? { name: one.name, ...(faster_than === undefined ? {} : { faster_than }) } : other,
                        ),
                      )
                    }
                  />
                  <NumberInput
                    empty
                    label={t(eventWords.most)}
                    value={line?.most ?? null}
                    onChange={(most) => onStock(withLine(stock, 'zone', one.name, { most }))}
                  />
                  <DateTimeInput
                    label={t(eventWords.zone_at)}
                    zone={clock}
                    value={time}
                    onChange={(at_) =>
                      set({
                        zones: [
                          ...start.zones.filter(({ name }) => name !== one.name),
                          ...(at_ === null ? [] : [{ name: one.name, at: at_ }]),
                        ].sort(
                          (a, b) =>
                            zones.findIndex(({ name }) => name === a.name) -
                            zones.findIndex(({ name }) => name === b.name),
                        ) as never[],
                      })
                    }
                  />
                  <IconButton
                    label={t(eventWords.drop, { name: one.name })}
                    onClick={() => setZones(zones.filter((_, n) => n !== at))}
                  >
                    <Trash2 className="size-5" aria-hidden />
                  </IconButton>
                </li>
              )
            })}
          </ul>
          {errorAt('form.zones') ? <FieldError>{errorAt('form.zones')}</FieldError> : null}
          <Button
            look="quiet"
            className="-ml-5 mt-1"
            icon={<Plus className="size-5" aria-hidden />}
            onClick={() => setZones([...zones, { name: String.fromCharCode(65 + zones.length) }])}
          >
            {t(eventWords.add_option)}
          </Button>
        </fieldset>
      </div>
    </Card>
  )
}
