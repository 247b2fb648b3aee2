import type { Lang } from '#contract/words.ts'

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

const nameOf = (zone: string, lang: Lang): string =>
  new Intl.DateTimeFormat(lang, { timeZone: zone, timeZoneName: 'longGeneric' })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/**
 * Lists the time zones to choose from. The usual zones come first with their names, then all zones that the browser
 * knows.
 */
export const zoneOptions = (lang: Lang): { value: string; label: string }[] => {
  const others = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].filter((zone) => !usual.includes(zone))
  return [
    ...usual.map((zone) => ({ value: zone, label: `${zone.replaceAll('_', ' ')} · ${nameOf(zone, lang)}` })),
    ...others.sort().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
  ]
}
