import { Siren } from 'lucide-react'
import { useState } from 'react'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useSettled } from '#ui/network/useSettled.ts'
import { serverNow } from '#ui/network/serverClock.ts'
import { inSession } from '#ui/router/address.ts'
import { type ShownBroadcast, safetyNow } from '../contract.ts'
import { safetyWords as words } from './safety.words.ts'

const DAY = 86_400_000
/** Returns the time between two calls of the page: short around the race day, and long on other days. */
const everyMs = (start: string): number => (Math.abs(Date.parse(start) - serverNow()) < 2 * DAY ? 15_000 : 180_000)

/**
 * The safety broadcasts of a race, above every page. After the person has read a broadcast, it shrinks to one line.
 * This line stays until the broadcast is over.
 */
export const SafetyBanner = ({ raceid, start }: { raceid: number; start: string }) => {
  const enabled = useSettled()
  // The server writes the first answer into some pages. The page asks for the next answer after the interval.
  const often = { quiet: true, staleTime: 10_000, refetchInterval: everyMs(start) } as const
  const { data } = useAsk(safetyNow, { raceid }, { ...often, enabled })
  if (!data || data.broadcasts.length === 0) return null
  return (
    <div className="sticky top-0 z-40">
      {data.broadcasts.map((one) => (
        <Broadcast key={one.id} name={`safety:${raceid}/${one.id}`} broadcast={one} zone={data.zone} />
      ))}
    </div>
  )
}

const Broadcast = ({ name, broadcast, zone }: { name: string; broadcast: ShownBroadcast; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const [isRead, setRead] = useState(() => inSession.get(name) === '1')
  const toggle = () => {
    inSession.set(name, isRead ? undefined : '1')
    setRead(!isRead)
  }
  return (
    <section
      role="alert"
      aria-label={t(words.label)}
      className="border-b border-line bg-danger-tint text-danger-ink shadow-card"
    >
      <div className="frame flex items-start gap-3 py-2">
        <Siren className="mt-2.5 size-6 shrink-0" aria-hidden />
        <div className="min-w-0 flex-1 self-center">
          <p className={`break-words font-bold ${isRead ? 'truncate' : 'text-20'}`}>{broadcast.title}</p>
          {isRead ? null : (
            <>
              <p className="break-words">{broadcast.body}</p>
              <p className="figures text-14">
                {t(words.since, { when: dateText(broadcast.since, lang, 'minute', zone) })}
              </p>
            </>
          )}
        </div>
        <button type="button" onClick={toggle} className="min-h-11 shrink-0 rounded px-3 font-medium underline">
          {t(isRead ? words.again : words.read)}
        </button>
      </div>
    </section>
  )
}
