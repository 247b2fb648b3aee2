import type { FormField } from '#features/events/contract.ts'
import { askableFields } from '#features/fields/lists.rules.ts'
import { labels } from '#features/fields/words.ts'
import { cityCodes } from '#features/races/cities/cities.contract.ts'
import { useAsk } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { fieldLabel } from './asked.words.ts'
import type { AskedForm } from './useSignUp.ts'
import { OwnFieldInput, ownKinds } from './OwnFieldInput.tsx'
import { valueOf } from './draft.ts'
import { signupStepWords } from './steps/steps.words.ts'

type Shown = { mode?: 'text' | 'tel' | 'email' | 'numeric'; complete?: string; mask?: string }
const byKind: Partial<Record<FormField['kind'], Shown>> = {
  email: { mode: 'email', complete: 'email' },
  tel: { mode: 'tel', mask: '999 9999 9999' },
}
const builtInOptions: Record<string, Shown> = { address: { complete: 'street-address' } }

/** The hint that people read about a built-in field before they fill it in. */
const hints = { emertel: signupStepWords.emertelHow, bib_wish: signupStepWords.bibWishHow } as const

/**
 * Returns a function that finds the label of a field: our label for a built-in field, the event's own label for an own
 * field.
 */
export const useFieldLabel = () => {
  const t = useWords()
  return (field: FormField): string => {
    const builtIn = askableFields.find((one) => one === field.name)
    return field.label ?? (builtIn ? t(fieldLabel(builtIn)) : field.name)
  }
}

export const AskedFields = ({ form, fields }: { form: AskedForm; fields: readonly FormField[] }) => (
  <>
    {fields.map((field) =>
      field.kind === 'area' ? (
        <AreaSelects key={field.name} form={form} required={field.required} />
      ) : (
        <AskedField key={field.name} form={form} field={field} />
      ),
    )}
  </>
)

const AskedField = ({ form, field }: { form: AskedForm; field: FormField }) => {
  const t = useWords()
  const label = useFieldLabel()(field)
  const { mode, complete, mask } = { ...byKind[field.kind], ...builtInOptions[field.name] }
  const value = valueOf(form.draft, field.name)
  const common = {
    label,
    optional: !field.required,
    error: form.errorAt(field.name),
    hint: form.errorAt(field.name)
      ? undefined
      : field.name in hints
        ? t(hints[field.name as keyof typeof hints])
        : (field.hint ?? undefined),
  }
  if (field.kind === 'choice') return <AskedChoice form={form} field={field} {...common} />
  if (ownKinds.some((kind) => kind === field.kind)) return <OwnFieldInput form={form} field={field} {...common} />
  // A number from abroad begins with + and has no mask.
  const masked = mask && value.startsWith('1') ? { mask } : {}
  return (
    <TextInput
      {...common}
      {...masked}
      value={value}
      onChange={(event) => form.setField(field.name, event.target.value)}
      onBlur={() => form.leave(field.name)}
      type={mode === 'email' ? 'email' : mode === 'tel' ? 'tel' : 'text'}
      inputMode={mode ?? 'text'}
      autoComplete={complete ?? 'off'}
    />
  )
}

const fewOptions = 8
const shortOption = 6
/** The texts that tell how many pieces of an option remain. */
const lefts = {
  clothes: { some: signupStepWords.leftClothes, none: signupStepWords.goneClothes },
  packagebus: { some: signupStepWords.leftBus, none: signupStepWords.goneBus },
} as const

/** Shows a choice: few options as cards, many as a list. An option that the race counts shows how many remain. */
const AskedChoice = ({
  form,
  field,
  ...common
}: {
  form: AskedForm
  field: FormField
  label: string
  optional: boolean
  error: string | undefined
  hint: string | undefined
}) => {
  const t = useWords()
  const said = lefts[field.name as keyof typeof lefts] ?? lefts.clothes
  const gone = ({ value, left }: FormField['options'][number]) => left === 0 && form.holds?.[field.name] !== value
  const typed = valueOf(form.draft, field.name)
  const value = field.options.some((option) => option.value === typed && gone(option)) ? '' : typed
  const choose = (chosen: string) => form.setField(field.name, chosen)
  const short = field.options.every((option) => option.label.length <= shortOption)
  const counted = field.options.some(({ left }) => left !== null)
  if (field.options.length <= fewOptions && (short || counted)) {
    const none = field.required || !(field.name in lefts) ? [] : [{ value: '', label: t(signupStepWords.doWithout) }]
    return (
      <RadioCards
        {...common}
        columns={!short ? 1 : field.options.length > 2 ? 3 : 2}
        centred={short}
        value={value || (none.length ? '' : undefined)}
        onChange={choose}
        options={[
          ...field.options.map((option) => ({
            value: option.value,
            label: option.label,
            description: option.left === null || gone(option) ? undefined : t(said.some, { n: option.left }),
            disabledReason: gone(option) ? t(said.none) : undefined,
          })),
          ...none,
        ]}
      />
    )
  }
  return (
    <Select
      {...common}
      placeholder={t(signupStepWords.choose)}
      value={value}
      onChange={(event) => choose(event.target.value)}
      options={field.options.map((option) => ({
        value: option.value,
        disabled: gone(option),
        label: gone(option)
          ? `${option.label} · ${t(said.none)}`
          : option.left === null
            ? option.label
            : `${option.label} · ${t(said.some, { n: option.left })}`,
      }))}
    />
  )
}

/** Lets the person choose province, city and district from the official list. Each choice limits the next. */
const AreaSelects = ({ form, required }: { form: AskedForm; required: boolean }) => {
  const t = useWords()
  const { draft, change } = form
  const codes = useAsk(cityCodes, {}, { staleTime: Number.POSITIVE_INFINITY })
  const provinces = codes.data ?? []
  const cities = provinces.find((one) => one.name === draft.province)?.children ?? []
  const areas = cities.find((one) => one.name === draft.city)?.children ?? []
  const options = (list: readonly { name: string }[], chosen: string) => [
    ...list.map(({ name }) => ({ value: name, label: name })),
    ...(chosen && !list.some(({ name }) => name === chosen) ? [{ value: chosen, label: chosen }] : []),
  ]
  const common = { placeholder: t(signupStepWords.choose), optional: !required }
  return (
    <div className="grid gap-4 md:grid-cols-3">
      <Select
        {...common}
        label={t(fieldLabel('area'))}
        value={draft.province}
        onChange={(event) => change({ province: event.target.value, city: '', area: '' })}
        options={options(provinces, draft.province)}
        error={form.errorAt('area') ?? form.errorAt('province')}
        autoComplete="address-level1"
      />
      <Select
        {...common}
        label={t(labels.city)}
        value={draft.city}
        onChange={(event) => change({ city: event.target.value, area: '' })}
        options={options(cities, draft.city)}
        disabled={!draft.province}
        error={form.errorAt('city')}
      />
      <Select
        {...common}
        label={t(labels.area)}
        value={draft.area}
        onChange={(event) => change({ area: event.target.value })}
        options={options(areas, draft.area)}
        disabled={!draft.city || areas.length === 0}
      />
    </div>
  )
}
