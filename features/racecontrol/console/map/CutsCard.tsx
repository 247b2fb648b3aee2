import type { OutputOf } from '#contract/endpoint.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { liveGpsMonitor } from '../../monitor/monitor.contract.ts'
import { kmTenths } from '../alarmText.ts'
import { words } from '../control.words.ts'

/** Lists the carriers that left out a part of the course, as the fixes of their devices show. */
export const CutsCard = ({
  monitor: { cuts, more_cuts, courses, zone },
}: {
  monitor: OutputOf<typeof liveGpsMonitor>
}) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.cuts)} flush>
      <p className="px-4 text-14 text-soft md:px-6">{t(words.cuts_text)}</p>
      <ul className="mt-2 divide-y divide-line">
        {cuts.map(({ track, bib, name, eventid, at, from, to }) => (
          <li key={`${track} ${at} ${from}`} className="flex flex-wrap gap-x-4 px-4 py-3 md:px-6">
            <span className="figures min-w-0 break-words font-medium">{bib ?? name}</span>
            <span className="figures min-w-0 break-words">
              {t(words.cut_part, { from: kmTenths(from), to: kmTenths(to) })}
            </span>
            <span className="figures text-soft">
              {[courses.find((one) => one.eventid === eventid)?.event, dateText(at, lang, 'second', zone)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {more_cuts ? (
        <p className="px-4 py-3 text-14 text-soft md:px-6">{t(words.cuts_more, { n: cuts.length })}</p>
      ) : null}
    </Card>
  )
}
