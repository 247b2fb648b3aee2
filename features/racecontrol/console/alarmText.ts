import type { Text } from '#contract/words.ts'
import type { Alarm } from '../monitor/monitor.contract.ts'
import { carrierWords } from '../devices/devices.words.ts'
import { alarmKindWords } from '../monitor/monitor.words.ts'
import { valueWords, words } from './control.words.ts'

type Say = (said: Text, values?: Record<string, string | number>) => string
export const kmTenths = (metres: number): string => (metres / 1000).toFixed(1)

/**
 * Names the carrier of an alarm: the bib and the name, or else the kind of the carrier. The carrier of a call that
 * staff wrote down can be unknown.
 */
export const whoText = (t: Say, { bib, name, carried, by_hand }: Alarm): string =>
  [bib, name].filter(Boolean).join(' ') || t(by_hand ? words.nobody : carrierWords[carried])
export const alarmText = (t: Say, alarm: Alarm): string => `${t(alarmKindWords[alarm.kind])} ${whoText(t, alarm)}`
/** Tells where the carrier is: distance on the course of the event, and the place in words. */
export const placeText = (t: Say, { event, metres, place, lat, lon }: Alarm): string =>
  [
    metres === null
      ? event
      : event === null
        ? t(words.kilometres, { km: kmTenths(metres) })
        : t(words.on_course, { event, km: kmTenths(metres) }),
    place,
    lat === null || lon === null ? null : `${lat.toFixed(5)}, ${lon.toFixed(5)}`,
  ]
    .filter(Boolean)
    .join(' · ')
export const alarmValueText = (t: Say, { kind, value }: Alarm): string => {
  const said = valueWords[kind]
  return said === undefined || value === null ? '' : t(said, { n: value })
}
