import type { OutputOf } from '#contract/endpoint.ts'
import type { liveGps } from '#features/tracking/positions/spectators.contract.ts'
import { DotField } from '#ui/map/dotField.ts'
import type { MapLine, MapPlace } from '#ui/map/ground.ts'
import type { Alarm, WatchedDevice } from '../../monitor/monitor.contract.ts'

type Start = OutputOf<typeof liveGps>

/** The colours of devices, by the kind of the carrier. The map reads no variables of the style sheet. */
export const kindColours: Record<WatchedDevice['kind'], string> = {
  runner: '#1565c0',
  pacer: '#6a1b9a',
  sweeper: '#795548',
  vehicle: '#37474f',
}
/** The time without contact after which a device is drawn grey. */
const SILENT_MS = 15 * 60_000
export const silentColour = '#9aa0a6'

export const isSilent = ({ seen }: WatchedDevice, now: number): boolean =>
  seen === null || now - Date.parse(seen) > SILENT_MS
export const keyOf = ({ track }: Pick<WatchedDevice, 'track'>): string => String(track)

export const courseLines = (start: Start | undefined): MapLine[] =>
  (start?.events ?? []).flatMap(({ course, colour }) =>
    course
      ? [{ points: course.points.map(([lat, lon]): MapPlace => [lat, lon]), colour, width: 4, course: true as const }]
      : [],
  )
/** Returns a text that is equal for two answers with the same courses. */
export const courseKeyOf = (start: Start | undefined): string =>
  JSON.stringify((start?.events ?? []).map(({ eventid, course }) => [eventid, course?.metres, course?.points.length]))
/** Makes the `DotField` of the map. Its dots do not move between two answers. */
export const fieldFor = (start: Start | undefined): DotField =>
  new DotField(
    (start?.events ?? []).map(({ course }) => course?.points ?? []),
    () => Date.now() / 1000,
    0,
  )
/**
 * Puts each device at its place, and takes away the devices that are not listed any more. Returns the keys of the dots.
 */
export const placeDevices = (
  field: DotField,
  before: ReadonlySet<string>,
  devices: readonly WatchedDevice[],
  now: number,
): ReadonlySet<string> => {
  for (const one of devices)
    field.set(keyOf(one), {
      place: [one.lat, one.lon],
      colour: isSilent(one, now) ? silentColour : kindColours[one.kind],
    })
  const keys = new Set(devices.map(keyOf))
  for (const key of before) if (!keys.has(key)) field.remove(key)
  return keys
}

/**
 * Finds the place of an alarm: the alarm's own position, or the position of the runner's device, or the alarm's metres
 * along the course. Returns undefined if none of them is known.
 */
export const placeOfAlarm = (
  { lat, lon, bib, eventid, metres }: Alarm,
  devices: readonly WatchedDevice[],
  start: Start | undefined,
): MapPlace | undefined => {
  if (lat !== null && lon !== null) return [lat, lon]
  const own = devices.filter((one) => bib !== null && one.bib === bib && (eventid === null || one.eventid === eventid))
  // A call may name a bib and no event. If two events use this bib, nobody knows which device is meant.
  const device = own.every((one) => one.eventid === own[0]!.eventid) ? own[0] : undefined
  if (device) return [device.lat, device.lon]
  const events = start?.events ?? []
  // A call by radio may name no event. If the race has only one course, the call is on this course.
  const event = events.find((one) => one.eventid === eventid) ?? (events.length === 1 ? events[0] : undefined)
  const points = event?.course?.points
  if (!points || metres === null) return undefined
  const after = points.find(([, , along]) => along >= metres) ?? points.at(-1)
  return after && [after[0], after[1]]
}
