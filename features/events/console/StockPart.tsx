import { Plus, Trash2 } from 'lucide-react'
import { Button, IconButton } from '#ui/form/Button.tsx'
import type { Refused } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Checkbox } from '#ui/form/Checkbox.tsx'
import { FieldError } from '#ui/form/Field.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { NumberInput } from '#ui/form/NumberInput.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import type { EventDraft, EventEdited } from '../contract.ts'
import type { PartProps } from './parts.ts'
import { eventWords } from './event.words.ts'

export type EditedStock = EventEdited['stock'][number]
type Kind = EditedStock['kind']

/**
 * Returns the limits that the form sends for things that the event offers. A limit that was cleared is sent as null, so
 * the server removes it. The same goes for a limit of a thing that the event no longer offers, if no other event shares
 * the limit.
 */
export const stockFrom = (draft: EventDraft, stock: readonly EditedStock[], before: readonly EditedStock[]) => {
  const offered: Record<Kind, readonly string[]> = {
    clothes: draft.form.clothes,
    packagebus: draft.form.packagebus,
    zone: draft.form.zones.map(({ name }) => name),
    addon: draft.addons.map(({ id }) => id),
  }
  const now = stock.filter(({ kind, name, most }) => most !== null && offered[kind].includes(name))
  const gone = before.filter(
    (old) =>
      !now.some((one) => one.kind === old.kind && one.name === old.name && one.shared === old.shared) &&
      (!old.shared || offered[old.kind].includes(old.name)),
  )
  return [...gone.map((old) => ({ ...old, most: null })), ...now].map(({ kind, name, shared, most }) => ({
    kind,
    name,
    shared,
    most,
  }))
}

/** Returns the stock with the changed line of a thing. A thing without a line gets a new line. */
export const withLine = (
  stock: readonly EditedStock[],
  kind: Kind,
  name: string,
  patch: Partial<EditedStock>,
): EditedStock[] => {
  const before = stock.find((one) => one.kind === kind && one.name === name)
  return [
    ...stock.filter((one) => one !== before),
    { kind, name, shared: false, most: null, taken: 0, ...before, ...patch },
  ]
}

const List = ({
  kind,
  draft,
  change,
  errorAt,
  stock,
  onStock,
}: PartProps & {
  kind: 'clothes' | 'packagebus'
  stock: readonly EditedStock[]
  onStock: (stock: EditedStock[]) => void
}) => {
  const t = useWords()
  const list = draft.form[kind]
  const set = (next: string[]) => change({ form: { ...draft.form, [kind]: next } })
  const error = errorAt(`form.${kind}`)
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-medium">{t(eventWords[kind])}</legend>
      <ul className="grid gap-2">
        {list.map((name, at) => {
          const line = stock.find((one) => one.kind === kind && one.name === name)
          return (
            <li key={at} className="flex flex-wrap items-start gap-x-3">
              <TextInput
                bare
                className="min-w-0 flex-[2_1_8rem]"
                label={`${t(eventWords.option)} ${at + 1}`}
                value={name}
                maxLength={80}
                onChange={(event) => {
                  set(list.map((one, n) => (n === at ? event.target.value : one)))
                  if (line)
                    onStock(stock.map((one) => (one === line ? { ...one, name: event.target.value, taken: 0 } : one)))
                }}
              />
              <NumberInput
                bare
                empty
                className="w-24 shrink-0"
                label={`${t(eventWords.most)} ${name}`}
                value={line?.most ?? null}
                onChange={(most) => onStock(withLine(stock, kind, name, { most }))}
                {...(line?.taken ? { hint: t(eventWords.used, { n: line.taken }) } : {})}
              />
              <Checkbox
                checked={line?.shared ?? false}
                disabled={line === undefined || line.most === null}
                onChange={(event) => onStock(withLine(stock, kind, name, { shared: event.target.checked }))}
              >
                {t(eventWords.shared)}
              </Checkbox>
              <IconButton label={t(eventWords.drop, { name })} onClick={() => set(list.filter((_, n) => n !== at))}>
                <Trash2 className="size-5" aria-hidden />
              </IconButton>
            </li>
          )
        })}
      </ul>
      {error ? <FieldError>{error}</FieldError> : null}
      <Button
        look="quiet"
        className="-ml-5 mt-1"
        icon={<Plus className="size-5" aria-hidden />}
        onClick={() => set([...list, ''])}
      >
        {t(eventWords.add_option)}
      </Button>
    </fieldset>
  )
}

/** The fields for the number of shirts of each size, and for the number of seats on each bus line. */
export const StockPart = ({
  refused,
  ...props
}: PartProps & {
  stock: readonly EditedStock[]
  onStock: (stock: EditedStock[]) => void
  refused: Refused | undefined
}) => {
  const t = useWords()
  return (
    <Card title={t(eventWords.stock)}>
      <p className="mb-4 text-14 text-soft">{t(eventWords.stock_text)}</p>
      <div className="grid gap-6">
        <List {...props} kind="clothes" />
        <List {...props} kind="packagebus" />
      </div>
      {refused?.refusal === 'stock_below_taken' ? <FieldError>{refused.msg}</FieldError> : null}
    </Card>
  )
}
