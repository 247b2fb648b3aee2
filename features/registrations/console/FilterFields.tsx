import { type FormEvent, useId } from 'react'
import { Button } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { words } from './desk.words.ts'
import { registrationFilterWords } from './filter.words.ts'
import type { FieldChoice } from './fieldChoices.ts'
import { type RegistrationListFilter, hiddenFilters } from './useListFilter.ts'

type Props = {
  filter: RegistrationListFilter
  /** True if the person may open sealed columns. Only such staff may filter by province. */
  mayOpen: boolean
  /** Fields with a fixed choice of answers. */
  choices: readonly FieldChoice[]
  addons: readonly { value: string; label: string }[]
  onShow: (change: Record<string, unknown>) => void
}

/** Filters for rare use. The list changes only after a press on the button. */
export const FilterFields = ({ filter, mayOpen, choices, addons, onShow }: Props) => {
  const t = useWords()
  const form = useId()
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const said = (name: string): string | undefined => {
      const given = typed.get(name)
      return typeof given === 'string' && given.trim() !== '' ? given.trim() : undefined
    }
    const fields = choices.flatMap(({ name }) => {
      const value = said(`field ${name}`)
      return value === undefined ? [] : [[name, value] as const]
    })
    onShow({
      ...Object.fromEntries(hiddenFilters.map((name) => [name, said(name)])),
      fields: fields.length === 0 ? undefined : Object.fromEntries(fields),
    })
  }
  const written = (name: (typeof hiddenFilters)[number]) => ({
    name,
    label: t(registrationFilterWords[name]),
    defaultValue: String(filter[name] ?? ''),
  })
  return (
    <form
      // When another filter takes effect, the new key resets values that somebody typed and did not apply.
      key={JSON.stringify(filter)}
      id={form}
      className="grid grid-cols-2 gap-3 rounded bg-surface p-4 shadow-card md:grid-cols-4 lg:grid-cols-6"
      onSubmit={send}
    >
      <Select
        {...written('gender')}
        options={[
          { value: '', label: t(words.paid_any) },
          { value: 'male', label: t(registrationFilterWords.male) },
          { value: 'female', label: t(registrationFilterWords.female) },
        ]}
      />
      <TextInput {...written('age_from')} type="number" min={0} max={150} inputMode="numeric" />
      <TextInput {...written('age_to')} type="number" min={0} max={150} inputMode="numeric" />
      <TextInput {...written('clothes')} maxLength={100} />
      {addons.length > 0 ? (
        <Select {...written('addon')} options={[{ value: '', label: t(words.paid_any) }, ...addons]} />
      ) : null}
      <Select
        {...written('bib')}
        options={[
          { value: '', label: t(words.paid_any) },
          { value: '1', label: t(registrationFilterWords.bib_1) },
          { value: '0', label: t(registrationFilterWords.bib_0) },
        ]}
      />
      <TextInput {...written('tag')} maxLength={100} />
      <TextInput {...written('since')} type="date" />
      <TextInput {...written('upto')} type="date" />
      <TextInput {...written('team')} maxLength={100} />
      <TextInput {...written('code')} maxLength={100} />
      {mayOpen ? <TextInput {...written('province')} maxLength={100} /> : null}
      {choices.map(({ name, label, options }) => (
        <Select
          key={name}
          name={`field ${name}`}
          label={label}
          defaultValue={filter.fields?.[name] ?? ''}
          options={[{ value: '', label: t(words.paid_any) }, ...options]}
        />
      ))}
      <div className="col-span-full flex flex-wrap justify-end gap-2">
        <Button
          look="plain"
          onClick={() => onShow(Object.fromEntries([...hiddenFilters, 'fields'].map((name) => [name, undefined])))}
        >
          {t(registrationFilterWords.clear)}
        </Button>
        <Button type="submit">{t(registrationFilterWords.apply)}</Button>
      </div>
    </form>
  )
}
