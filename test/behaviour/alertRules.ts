/**
 * The part of Prometheus' language that the alerts of docs/operate.md use. As in Prometheus, a series must be in two
 * scrapes before it has a rate.
 */
export type Scrape = { at: number; text: string }
type Sample = { labels: Record<string, string>; value: number }

const LINE = /^([a-z_]+)(?:\{(.*)\})? (\S+)$/
const samplesIn = (text: string, name: string): Sample[] =>
  text.split('\n').flatMap((line) => {
    const [, found, labels = '', value] = LINE.exec(line) ?? []
    if (found !== name) return []
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, of]) => [label!, of!] as const)
    return [{ labels: Object.fromEntries(pairs), value: Number(value) }]
  })

type Matcher = (labels: Record<string, string>) => boolean
const matcherOf = (text: string): Matcher => {
  const parts = [...text.matchAll(/(\w+)(=~|=)"([^"]*)"/g)].map(([, label, how, value]) => {
    const pattern = how === '=~' ? new RegExp(`^(?:${value})$`) : undefined
    return (labels: Record<string, string>) =>
      pattern ? pattern.test(labels[label!] ?? '') : (labels[label!] ?? '') === value
  })
  return (labels) => parts.every((part) => part(labels))
}
const keyOf = ({ labels }: Sample, of = Object.keys(labels)): string =>
  JSON.stringify(of.toSorted().map((label) => [label, labels[label]]))

const SELECTOR = /^([a-z_]+)(?:\{([^}]*)\})?(?:\[(\d+)m\])?$/
const selected = (text: string, { text: scrape }: Scrape): Sample[] => {
  const [, name, labels = ''] = SELECTOR.exec(text)!
  return samplesIn(scrape, name!).filter((one) => matcherOf(labels)(one.labels))
}
/**
 * Returns the growth of each series within the minutes of the selector, and the seconds between the two scrapes that
 * are compared.
 */
const growth = (text: string, scrapes: readonly Scrape[]): (Sample & { seconds: number })[] => {
  const minutes = Number(SELECTOR.exec(text)![3])
  const last = scrapes.at(-1)!
  const within = scrapes.filter(({ at }) => at >= last.at - minutes * 60)
  return selected(text, last).flatMap((one) => {
    const first = within.find((scrape) => selected(text, scrape).some((other) => keyOf(other) === keyOf(one)))!
    if (first === last) return []
    const before = selected(text, first).find((other) => keyOf(other) === keyOf(one))!
    return [{ ...one, value: one.value - before.value, seconds: last.at - first.at }]
  })
}

const grouped = (samples: readonly Sample[], by: readonly string[], of: (values: number[]) => number): Sample[] =>
  [...Map.groupBy(samples, (one) => keyOf(one, [...by])).values()].map((group) => ({
    labels: Object.fromEntries(by.map((label) => [label, group[0]!.labels[label] ?? ''])),
    value: of(group.map(({ value }) => value)),
  }))
const sum = (values: number[]) => values.reduce((all, one) => all + one, 0)
/** Interpolates within the bucket that holds the quantile, as Prometheus does. */
const quantileOf = (part: number, buckets: readonly Sample[]): Sample[] => {
  const sorted = buckets
    .map(({ labels, value }) => ({ le: labels['le'] === '+Inf' ? Infinity : Number(labels['le']), value }))
    .toSorted((a, b) => a.le - b.le)
  const rank = part * (sorted.at(-1)?.value ?? 0)
  if (rank === 0) return []
  const at = sorted.findIndex(({ value }) => value >= rank)
  const [from, to] = [sorted[at - 1] ?? { le: 0, value: 0 }, sorted[at]!]
  const value =
    to.le === Infinity ? from.le : from.le + ((to.le - from.le) * (rank - from.value)) / (to.value - from.value)
  return [{ labels: {}, value }]
}

/** Returns the text between the first opening and the last closing bracket. */
const inside = (text: string): string => text.slice(text.indexOf('(') + 1, text.lastIndexOf(')'))
const valuesOf = (text: string, scrapes: readonly Scrape[]): Sample[] => {
  const last = scrapes.at(-1)!
  if (text.startsWith('histogram_quantile(')) {
    const [part, rest] = [inside(text).split(',')[0]!, inside(text).replace(/^[^,]*,\s*/, '')]
    return quantileOf(Number(part), valuesOf(rest, scrapes))
  }
  const by = /^sum by \((\w+)\) \(/.exec(text)
  if (by) return grouped(valuesOf(text.slice(by[0].length, -1), scrapes), [by[1]!], sum)
  if (text.startsWith('sum(')) return grouped(valuesOf(inside(text), scrapes), [], sum)
  if (text.startsWith('max(')) return grouped(valuesOf(inside(text), scrapes), [], (values) => Math.max(...values))
  if (text.startsWith('absent(')) return valuesOf(inside(text), scrapes).length > 0 ? [] : [{ labels: {}, value: 1 }]
  if (text.startsWith('increase(')) return growth(inside(text), scrapes)
  if (text.startsWith('rate('))
    return growth(inside(text), scrapes).map(({ seconds, ...one }) => ({ ...one, value: one.value / seconds }))
  return selected(text, last)
}

const compare: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
}
/** Tells whether an alert with this expression fires after the scrapes, which are in order. */
export const fires = (expression: string, scrapes: readonly Scrape[]): boolean =>
  expression.split(' or ').some((part) => {
    const [, text, sign, bound] = /^(.*?)(?: (==|>|<) (\S+))?$/.exec(part)!
    const values = valuesOf(text!, scrapes)
    return sign === undefined ? values.length > 0 : values.some(({ value }) => compare[sign]!(value, Number(bound)))
  })
