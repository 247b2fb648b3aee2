import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { textMatcher } from '#contract/names/matches.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { Button } from '#ui/form/Button.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { carrierWords } from '../../devices/devices.words.ts'
import type { WatchedDevice, liveGpsMonitor } from '../../monitor/monitor.contract.ts'
import { kmTenths } from '../alarmText.ts'
import { words } from '../control.words.ts'
import { keyOf } from './mapOf.ts'

const MOST = 50
type Props = {
  monitor: OutputOf<typeof liveGpsMonitor>
  chosen: string | undefined
  onDevice: (track: string) => void
}

export const DeviceList = ({ monitor: { devices, courses, zone }, chosen, onDevice }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const [typed, setTyped] = useState('')
  const isMeant = textMatcher(typed)
  const found = devices
    .filter(({ bib, name }) => isMeant(`${bib ?? ''} ${name ?? ''}`))
    .toSorted((a, b) => Number(keyOf(b) === chosen) - Number(keyOf(a) === chosen))
  const placeOf = ({ eventid, metres, lat, lon }: WatchedDevice): string => {
    const event = courses.find((one) => one.eventid === eventid)?.event
    if (metres === null) return [event, `${lat.toFixed(5)}, ${lon.toFixed(5)}`].filter(Boolean).join(' · ')
    const km = kmTenths(metres)
    return event ? t(words.on_course, { event, km }) : t(words.kilometres, { km })
  }
  if (devices.length === 0)
    return (
      <Card>
        <Empty title={t(words.devices_none)} description={t(words.devices_none_text)} />
      </Card>
    )
  return (
    <Card title={t(words.devices_title)} flush>
      <div className="px-4 md:px-6">
        <TextInput
          label={t(words.devices_find)}
          value={typed}
          maxLength={60}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <ul className="mt-3 divide-y divide-line">
        {found.slice(0, MOST).map((one) => {
          const who = [one.kind === 'runner' ? null : t(carrierWords[one.kind]), one.bib, one.name]
            .filter(Boolean)
            .join(' ')
          return (
            <li key={one.track} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
              <div className="min-w-0 flex-1 basis-56">
                <p className="figures break-words font-medium">{who}</p>
                <p className="figures break-words text-14 text-soft">
                  {[
                    placeOf(one),
                    one.seen === null
                      ? t(words.seen_never)
                      : t(words.seen_at, { time: dateText(one.seen, lang, 'second', zone) }),
                    one.battery === null ? null : t(words.charge, { n: one.battery }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              <Button
                look="plain"
                aria-pressed={keyOf(one) === chosen}
                aria-label={t(words.act, { act: t(words.on_map), what: who })}
                onClick={() => onDevice(keyOf(one))}
              >
                {t(words.on_map)}
              </Button>
            </li>
          )
        })}
      </ul>
      {found.length > MOST ? (
        <p className="px-4 py-3 text-14 text-soft md:px-6">{t(words.devices_more, { n: found.length - MOST })}</p>
      ) : null}
      {found.length === 0 ? <p className="px-4 py-3 text-soft md:px-6">{t(words.devices_unfound)}</p> : null}
    </Card>
  )
}
