import type { Lang } from '#contract/words.ts'
import type { RaceEvent } from '#features/events/contract.ts'
import type { FieldName } from '#features/fields/fields.rules.ts'
import { AGREED, answerText } from '#features/fields/own/answers.rules.ts'
import { labels, optionText } from '#features/fields/words.ts'
import { choiceFilters } from '../lookup/filter.contract.ts'

export type FieldChoice = { name: string; label: string; options: { value: string; label: string }[] }

const agreed = (lang: Lang): string => answerText({ name: '', kind: 'consent', says: {}, options: [] }, AGREED, lang)
/** Lists the fields of a race's events that have a fixed choice of answers: built-in fields and own fields. */
export const fieldChoices = (events: readonly Pick<RaceEvent, 'form'>[], lang: Lang): FieldChoice[] => {
  const found = new Map<string, FieldChoice>()
  for (const field of events.flatMap(({ form }) => form.fields)) {
    const known = choiceFilters.find((one) => one === field.name)
    // The server cannot search sealed answers, so the list leaves personal fields out.
    const options = field.kind === 'consent' ? [{ value: AGREED, label: agreed(lang) }] : field.options
    if (options.length === 0 || field.personal || (field.label === null && !known)) continue
    const name = field.label === null ? field.name : `answers.${field.name}`
    const label = field.label ?? labels[field.name as FieldName][lang]
    const choice = found.get(name) ?? { name, label, options: [] }
    for (const { value, label: said } of options)
      if (!choice.options.some((one) => one.value === value))
        choice.options.push({ value, label: known ? optionText(known, value)[lang] : said })
    found.set(name, choice)
  }
  return [...found.values()]
}

/**
 * Lists the add-ons that a race's events sell, as the filter writes them. If the present filter names an add-on that no
 * event sells any more, the list contains this add-on too.
 */
export const addonChoices = (
  events: readonly Pick<RaceEvent, 'id' | 'name' | 'addons'>[],
  filtered: string | undefined,
): { value: string; label: string }[] => {
  const sold = events.flatMap(({ id, name, addons }) =>
    addons.map((addon) => ({ value: `${id}.${addon.id}`, label: `${addon.name} · ${name}` })),
  )
  return filtered === undefined || sold.some(({ value }) => value === filtered)
    ? sold
    : [...sold, { value: filtered, label: filtered }]
}
