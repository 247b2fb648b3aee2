import { fields } from '#features/fields/fields.rules.ts'
import { type OptionalField, optionalFields } from '#features/fields/lists.rules.ts'

export const wholeForm = {
  ask: Object.fromEntries(
    Object.entries(fields).flatMap(([name, { asked }]) => (asked === 'form' ? [[name, 'required']] : [])),
  ),
  clothes: ['S', 'M'],
  packagebus: ['06:00', '06:30'],
}

type Sample = readonly [first: string, second: string]
const places: Readonly<Record<string, Sample>> = {
  province: ['浙江省', '江苏省'],
  city: ['杭州市', '南京市'],
  area: ['西湖区', '玄武区'],
}
const stock: Readonly<Record<string, Sample>> = { clothes: ['S', 'M'], packagebus: ['06:00', '06:30'] }
const sampleOf = (name: OptionalField, n: number): Sample => {
  const entry = fields[name]
  if ('options' in entry) return [entry.options[0], entry.options[1]]
  switch (entry.kind) {
    case 'name':
      return ['陆家人', '许家人']
    case 'latin':
      return ['Li Bai', 'Du Fu']
    case 'mail':
      return ['first@example.org', 'second@example.org']
    case 'phone':
      return [`137${10_000_000 + n}`, `136${10_000_000 + n}`]
    case 'place':
      return places[name]!
    case 'stock':
      return stock[name]!
    case 'text':
      return [`第一处${n}`, `第二处${n}`]
  }
}

/**
 * Two answers to each field that an event may ask. The kind of the field decides them, so a new field needs no change
 * here.
 */
export const samples = Object.fromEntries(optionalFields.map((name, n) => [name, sampleOf(name, n)])) as Record<
  OptionalField,
  Sample
>
export const answersOf = (which: 0 | 1): Record<OptionalField, string> =>
  Object.fromEntries(optionalFields.map((name) => [name, samples[name][which]])) as Record<OptionalField, string>
