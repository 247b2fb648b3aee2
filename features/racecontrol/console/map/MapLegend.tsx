import { useWords } from '#ui/language/lang.tsx'
import { carrierWords } from '../../devices/devices.words.ts'
import { watchedKinds } from '../../monitor/alarms.rules.ts'
import type { WatchedDevice } from '../../monitor/monitor.contract.ts'
import { words } from '../control.words.ts'
import { kindColours, silentColour } from './mapOf.ts'

const Line = ({ colour, label }: { colour: string; label: string }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden className="size-3 rounded-full" style={{ background: colour }} />
    {label}
  </li>
)

/** The meaning of the colours on the map, with the number of devices of each kind. */
export const MapLegend = ({ devices }: { devices: readonly WatchedDevice[] }) => {
  const t = useWords()
  const kinds = watchedKinds.filter((kind) => devices.some((one) => one.kind === kind))
  if (kinds.length === 0) return null
  return (
    <ul className="figures flex flex-wrap gap-x-5 gap-y-1 px-4 py-3 text-14 md:px-6">
      {kinds.map((kind) => (
        <Line
          key={kind}
          colour={kindColours[kind]}
          label={`${t(carrierWords[kind])} ${devices.filter((one) => one.kind === kind).length}`}
        />
      ))}
      <Line colour={silentColour} label={t(words.map_silent)} />
    </ul>
  )
}
