import { type Lang, type Text, text } from '#contract/words.ts'

/** The zones of most of our races. China's own zone comes first. */
const usual = [
  'Asia/Shanghai',
  'Asia/Urumqi',
  'Asia/Hong_Kong',
  'Asia/Macau',
  'Asia/Taipei',
  'Asia/Tokyo',
  'Asia/Singapore',
]
/** Names of our own for usual zones. For these zones browsers have no name, or they give the name of another zone. */
const ownNames: Readonly<Record<string, Text>> = {
  'Asia/Shanghai': text('北京时间', '北京時間', 'China Time'),
  'Asia/Urumqi': text('新疆时间', '新疆時間', 'Xinjiang Time'),
  'Asia/Macau': text('澳门时间', '澳門時間', 'Macau Time'),
}

const partOf = (zone: string, lang: Lang, timeZoneName: 'longGeneric' | 'shortOffset'): string =>
  new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/**
 * Returns the name of a zone in a language. Returns '' if the browser has no such name: it then gives an offset or, in
 * Chinese, an English city.
 */
const nameOf = (zone: string, lang: Lang): string => {
  const name = ownNames[zone]?.[lang] ?? partOf(zone, lang, 'longGeneric')
  return name.startsWith('GMT') || (lang !== 'en' && /[a-z]/i.test(name)) ? '' : name
}

/** Returns the minutes of an offset such as GMT+5:30. */
const minutesOf = (offset: string): number => {
  const [, sign, hours = '0', minutes = '0'] = /^GMT([+-])(\d+)(?::(\d+))?$/.exec(offset) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

type Zone = { value: string; label: string; minutes: number }
const made = new Map<string, Zone>()
/**
 * Makes the option of a zone once for each language, because the browser needs a formatter of its own for each
 * language.
 */
const optionOf = (zone: string, lang: Lang): Zone => {
  const key = `${lang} ${zone}`
  const kept = made.get(key)
  if (kept) return kept
  const offset = partOf(zone, 'en', 'shortOffset')
  const label = [nameOf(zone, lang), zone.replaceAll('_', ' '), offset].filter(Boolean).join(' · ')
  const option = { value: zone, label, minutes: minutesOf(offset) }
  made.set(key, option)
  return option
}

const firstZones = (kept: string | undefined): string[] => [
  ...new Set([...usual, ...(kept === undefined ? [] : [kept])]),
]
const shown = (options: readonly Zone[]) => options.map(({ value, label }) => ({ value, label }))
/** Lists the usual time zones and `kept`. The list is ready at once. */
export const usualZoneOptions = (lang: Lang, kept?: string): { value: string; label: string }[] =>
  shown(firstZones(kept).map((zone) => optionOf(zone, lang)))

/**
 * Lists the time zones to choose from, each with its name in the language, its identifier and its present offset. The
 * usual zones come first, then `kept`, then all zones that the browser knows, from west to east. On a slow phone the
 * first list of a language takes seconds.
 */
export const zoneOptions = (lang: Lang, kept?: string): { value: string; label: string }[] => {
  const first = firstZones(kept)
  const others = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])]
    .filter((zone) => !first.includes(zone))
    .map((zone) => optionOf(zone, lang))
    .sort((a, b) => a.minutes - b.minutes || a.label.localeCompare(b.label, lang))
  return [...usualZoneOptions(lang, kept), ...shown(others)]
}

const SLICE_MS = 8
/**
 * Makes the option of every zone in slices of a few milliseconds, so that the page can react between the slices. Calls
 * `done` at the end. The returned function stops the work.
 */
export const makeZonesInSlices = (lang: Lang, done: () => void): (() => void) => {
  const left = [...Intl.supportedValuesOf('timeZone')]
  let timer: ReturnType<typeof setTimeout>
  const slice = () => {
    const end = performance.now() + SLICE_MS
    while (left.length > 0 && performance.now() < end) optionOf(left.pop()!, lang)
    if (left.length === 0) done()
    else timer = setTimeout(slice, SLICE_MS)
  }
  timer = setTimeout(slice, SLICE_MS)
  return () => clearTimeout(timer)
}
