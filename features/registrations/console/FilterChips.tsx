import { X } from 'lucide-react'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import type { FieldChoice } from './fieldChoices.ts'
import { registrationFilterWords } from './filter.words.ts'
import { type RegistrationListFilter, hiddenFilters } from './useListFilter.ts'

type Props = {
  filter: RegistrationListFilter
  choices: readonly FieldChoice[]
  addons: readonly { value: string; label: string }[]
  onShow: (change: Record<string, unknown>) => void
}
type Active = { key: string; label: string; value: string; without: Record<string, unknown> }

/** Shows a chip for each active filter that the folded form of filters hides. A press on a chip removes its filter. */
export const FilterChips = ({ filter, choices, addons, onShow }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const valueOf = (name: (typeof hiddenFilters)[number], value: string): string => {
    if (name === 'gender') return t(value === 'male' ? registrationFilterWords.male : registrationFilterWords.female)
    if (name === 'bib') return t(value === '1' ? registrationFilterWords.bib_1 : registrationFilterWords.bib_0)
    if (name === 'addon') return addons.find((one) => one.value === value)?.label ?? value
    return name === 'since' || name === 'upto' ? dateText(value, lang) : value
  }
  const named = hiddenFilters.flatMap((name): Active[] => {
    const value = filter[name]
    return value === undefined
      ? []
      : [
          {
            key: name,
            label: t(registrationFilterWords[name]),
            value: valueOf(name, String(value)),
            without: { [name]: undefined },
          },
        ]
  })
  const fields = filter.fields ?? {}
  const answers = Object.entries(fields).map(([name, value]): Active => {
    const choice = choices.find((one) => one.name === name)
    const rest = Object.fromEntries(Object.entries(fields).filter(([other]) => other !== name))
    return {
      key: `field ${name}`,
      label: choice?.label ?? name.replace(/^answers\./, ''),
      value: choice?.options.find((one) => one.value === value)?.label ?? value,
      without: { fields: Object.keys(rest).length === 0 ? undefined : rest },
    }
  })
  const active = [...named, ...answers]
  if (active.length === 0) return null
  return (
    <ul aria-label={t(registrationFilterWords.active)} className="flex flex-wrap items-center gap-x-2">
      {active.map(({ key, label, value, without }) => (
        <li key={key}>
          <button
            type="button"
            aria-label={t(registrationFilterWords.remove, { label, value })}
            onClick={() => onShow(without)}
            className="flex min-h-11 items-center"
          >
            <span className="flex items-center gap-1 rounded-full bg-tint px-3 py-1 text-14 text-strong">
              {t(registrationFilterWords.chosen, { label, value })}
              <X className="size-4" aria-hidden />
            </span>
          </button>
        </li>
      ))}
      <li>
        <button
          type="button"
          onClick={() => onShow(Object.fromEntries([...hiddenFilters, 'fields'].map((name) => [name, undefined])))}
          className="min-h-11 px-2 text-14 text-soft underline underline-offset-2 hover:text-ink"
        >
          {t(registrationFilterWords.clear_all)}
        </button>
      </li>
    </ul>
  )
}
