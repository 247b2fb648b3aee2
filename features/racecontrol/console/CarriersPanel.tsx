import { Empty } from '#ui/feedback/Empty.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText, durationText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { carrierWords } from '../devices/devices.words.ts'
import type { WatchedCarrier } from '../monitor/monitor.contract.ts'
import { kmTenths } from './alarmText.ts'
import { words } from './control.words.ts'

/** The number of seconds by which a pacer may miss the target and still be on time. */
const ON_TIME_S = 5
/** The panel warns about a pacer whose deviation is larger than this, in seconds. */
const FAR_S = 60

const Deviation = ({ seconds }: { seconds: number }) => {
  const t = useWords()
  const off = Math.abs(seconds)
  if (off <= ON_TIME_S) return <Chip tone="success">{t(words.on_time)}</Chip>
  return (
    <Chip tone={off > FAR_S ? 'warning' : 'info'}>
      {t(seconds > 0 ? words.behind : words.ahead, { time: durationText(off) })}
    </Chip>
  )
}

/** Pacers with their deviation from the target, sweepers and vehicles, each with place, contact and battery. */
export const CarriersPanel = ({ carriers, zone }: { carriers: readonly WatchedCarrier[]; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  if (carriers.length === 0)
    return (
      <Card>
        <Empty title={t(words.carriers_none)} description={t(words.carriers_none_text)} />
      </Card>
    )
  return (
    <Card flush>
      <ul className="divide-y divide-line">
        {carriers.map(({ track, kind, name, event, metres, lat, lon, seen, battery, target_s, deviation_s }) => {
          const km = metres === null ? null : kmTenths(metres)
          const degrees = lat === null || lon === null ? null : `${lat.toFixed(5)}, ${lon.toFixed(5)}`
          return (
            <li key={track} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 md:px-6">
              <div className="min-w-0 flex-1 basis-60">
                <p className="break-words font-medium">
                  {t(carrierWords[kind])} {name}
                </p>
                <p className="figures break-words text-14 text-soft">
                  {[
                    km === null
                      ? event
                      : event === null
                        ? t(words.kilometres, { km })
                        : t(words.on_course, { event, km }),
                    km === null ? degrees : null,
                    target_s === null ? null : t(words.target, { time: durationText(target_s) }),
                    seen === null
                      ? t(words.seen_never)
                      : t(words.seen_at, { time: dateText(seen, lang, 'second', zone) }),
                    battery === null ? null : t(words.charge, { n: battery }),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </div>
              {deviation_s === null ? null : <Deviation seconds={deviation_s} />}
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
