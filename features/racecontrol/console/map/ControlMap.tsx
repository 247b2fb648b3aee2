import { Siren, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { liveGps } from '#features/tracking/positions/spectators.contract.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { GroundMap, type MapPin } from '#ui/map/GroundMap.tsx'
import type { MapPlace } from '#ui/map/ground.ts'
import { useAsk } from '#ui/network/call.ts'
import type { Alarm, WatchedDevice, liveGpsMonitor } from '../../monitor/monitor.contract.ts'
import { words } from '../control.words.ts'
import { CutsCard } from './CutsCard.tsx'
import { DeviceList } from './DeviceList.tsx'
import { MapLegend } from './MapLegend.tsx'
import { courseLines, courseKeyOf, fieldFor, keyOf, placeDevices, placeOfAlarm } from './mapOf.ts'

type Monitor = OutputOf<typeof liveGpsMonitor>
const COURSE_MS = 60_000

/** A label above its place. The console does not load the styles of the runners' map. */
const PinLabel = ({ label }: { label: string }) => (
  <span
    className={
      'figures absolute bottom-full left-1/2 mb-0.5 -translate-x-1/2 whitespace-nowrap rounded bg-surface px-1 ' +
      'text-14 font-medium leading-tight text-ink shadow-card'
    }
  >
    {label}
  </span>
)

/** The sign of an alarm on the map. One sign may stand for several alarms, so the list of alarms has the buttons. */
const AlarmPin = ({ alarm }: { alarm: Alarm }) => {
  const isCall = alarm.kind === 'sos'
  const Sign = isCall ? Siren : TriangleAlert
  return (
    <span
      aria-hidden
      className={
        'relative flex size-8 shrink-0 items-center justify-center rounded-full border-2 border-surface shadow-card ' +
        (isCall ? 'bg-danger-tint text-danger-ink ring-2 ring-danger-solid' : 'bg-warning-tint text-warning-ink')
      }
    >
      <Sign className="size-5" />
      {alarm.bib ? <PinLabel label={alarm.bib} /> : null}
    </span>
  )
}

const pinOf = ({ id }: Alarm): string => `alarm${id}`
const nameOf = ({ bib, name }: WatchedDevice): string => bib ?? name ?? ''

type Props = {
  raceid: number
  monitor: Monitor
  /** The alarm or the device that the page has chosen. */
  chosen: string | undefined
  onDevice: (track: string) => void
}
/** The map of race control: courses, open alarms and all devices. The lists beside it say the same in words. */
export const ControlMap = ({ raceid, monitor, chosen, onDevice }: Props) => {
  const t = useWords()
  const start = useAsk(liveGps, { raceid }, { quiet: true, keep: true, staleTime: COURSE_MS }).data
  const { alarms, devices } = monitor
  const lines = useMemo(() => courseLines(start), [start])
  // A new `DotField` makes the map begin again, so `field` changes only if the courses change.
  const courses = courseKeyOf(start)
  const [{ known, field }, setField] = useState(() => ({ known: courses, field: fieldFor(start) }))
  if (known !== courses) setField({ known: courses, field: fieldFor(start) })
  const shown = useRef<ReadonlySet<string>>(new Set())
  useEffect(() => {
    shown.current = new Set()
  }, [field])
  useEffect(() => {
    shown.current = placeDevices(field, shown.current, devices, Date.parse(monitor.now))
  }, [field, devices, monitor.now])
  const [near, setNear] = useState<readonly string[]>([])
  const placed = alarms.flatMap((alarm) => {
    const place = placeOfAlarm(alarm, devices, start)
    return place ? [{ alarm, place }] : []
  })
  const around = useMemo(
    (): MapPlace[] => [
      ...lines.flatMap(({ points }) => points),
      ...(lines.length === 0 ? devices.map(({ lat, lon }): MapPlace => [lat, lon]) : []),
    ],
    [lines, devices],
  )
  const pointed = devices.find((one) => keyOf(one) === chosen)
  // The sign of an alarm already shows the bib.
  const alarmed = new Set(placed.map(({ alarm }) => alarm.bib))
  const pins: MapPin[] = [
    ...devices
      .filter((one) => one === pointed || (near.includes(keyOf(one)) && !(one.bib !== null && alarmed.has(one.bib))))
      .map((one): MapPin => ({
        key: `device${one.track}`,
        place: [one.lat, one.lon],
        content: (
          <span aria-hidden className={one === pointed ? 'relative rounded-full ring-3 ring-ink' : 'relative'}>
            <PinLabel label={nameOf(one)} />
            <span className={one === pointed ? 'block size-5' : 'block size-2'} />
          </span>
        ),
      })),
    // Calls for help are drawn above the other alarms, and the chosen alarm above all.
    ...placed
      .toReversed()
      .toSorted((a, b) => Number(pinOf(a.alarm) === chosen) - Number(pinOf(b.alarm) === chosen))
      .map(({ alarm, place }): MapPin => ({
        key: pinOf(alarm),
        place,
        gathered: true,
        content: <AlarmPin alarm={alarm} />,
      })),
  ]
  // On a phone the list of devices is far below the map, so the page scrolls to the map after a choice.
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen !== undefined) frame.current?.scrollIntoView({ block: 'nearest' })
  }, [chosen])
  const alarmPlace = placed.find(({ alarm }) => pinOf(alarm) === chosen)?.place
  const unplaced = start !== undefined && alarmPlace === undefined && alarms.some((one) => pinOf(one) === chosen)
  return (
    <>
      <div ref={frame} className="scroll-my-20">
        <Card flush>
          {unplaced ? <p className="bg-warning-tint px-4 py-3 text-warning-ink">{t(words.map_unplaced)}</p> : null}
          {around.length === 0 ? (
            <Empty title={t(words.map_none)} description={t(words.map_none_text)} />
          ) : (
            <GroundMap
              label={t(words.map_label)}
              ground={start?.ground ?? { kind: 'plain' }}
              around={around}
              lines={lines}
              pins={pins}
              dots={field}
              onDot={onDevice}
              onNear={setNear}
              centre={alarmPlace ?? (pointed && [pointed.lat, pointed.lon])}
              className="h-[24rem] md:h-[34rem]"
            >
              <Skeleton className="h-[24rem] md:h-[34rem]" />
            </GroundMap>
          )}
          <MapLegend devices={devices} />
        </Card>
      </div>
      {monitor.cuts.length > 0 ? <CutsCard monitor={monitor} /> : null}
      <DeviceList monitor={monitor} chosen={chosen} onDevice={onDevice} />
    </>
  )
}
