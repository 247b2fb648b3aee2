import { useEffect, useState } from 'react'
import { Clauses, Dotted } from '#ui/layout/Dotted.ts'
import { onDevice } from '#ui/router/address.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { StatusIcon, statusTones } from '#ui/feedback/StatusIcon.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { themeFrom } from '#ui/look/theme.ts'
import type { Registration } from '../../contract.ts'
import { bibWords } from '../../bib.words.ts'
import { nextWords as next } from './next.words.ts'
import { statusWords as words } from './status.words.ts'

/**
 * Returns the name under which the device keeps the bib that the runner has seen. A bib that the runner has not seen
 * appears with the effect of a stamp.
 */
const seenAs = (key: string): string => `bib:${key}`

/**
 * A card in the shape of a paper ticket. It shows race, event, bib and start zone, and below a perforation the status.
 */
export const BibTicket = ({ registration, arrives }: { registration: Registration; arrives: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const { status, race, meta, bib, prefix_bib, runnerzone } = registration
  const { event } = meta
  const [reveals] = useState(() => bib !== null && onDevice.get(seenAs(registration._key)) !== bib)
  useEffect(() => {
    if (bib !== null && status.shows.bib) onDevice.set(seenAs(registration._key), bib)
  }, [bib, status.shows.bib, registration._key])
  return (
    <section className={`overflow-hidden rounded bg-surface shadow-card ${arrives ? 'slides-in' : ''}`}>
      <header className="px-5 pb-4 pt-5 text-white" style={{ background: themeFrom(event.colour).light.strong }}>
        <p className="text-14">{race.name}</p>
        <p className="mt-0.5 text-20 font-bold">{event.name}</p>
        <p className="figures mt-1 text-14">
          <Dotted
            text={[dateText(event.start_at ?? race.time, lang, 'minute', race.zone), race.city]
              .filter(Boolean)
              .join(' · ')}
          />
        </p>
        {status.shows.bib ? (
          <div className="mt-3 flex items-end justify-between gap-4">
            <p>
              <span className="block text-14">{t(words.bib)}</span>
              {bib ? (
                <span
                  className={`display block text-[min(4rem,17vw)] leading-none ${arrives || reveals ? 'stamps-in' : ''}`}
                >
                  {`${prefix_bib ?? ''}${bib}`}
                </span>
              ) : (
                <span className="block text-20 font-bold">{t(bibWords.bib_before_race)}</span>
              )}
            </p>
            {runnerzone ? (
              <p className="text-right">
                <span className="block text-14">{t(next.zone)}</span>
                <span className="display block text-40 leading-none">{runnerzone}</span>
              </p>
            ) : null}
          </div>
        ) : null}
      </header>
      <div aria-hidden className="relative border-t border-dashed border-line">
        <span className="absolute -left-2 -top-2 size-4 rounded-full bg-ground" />
        <span className="absolute -right-2 -top-2 size-4 rounded-full bg-ground" />
      </div>
      <div className="grid gap-2 px-5 pb-5 pt-4">
        <div className="flex items-center gap-3">
          <StatusIcon kind={status.icon} size={40} />
          <h2 className="min-w-0 text-20 font-bold text-balance">{status.title}</h2>
        </div>
        <p className="text-pretty text-soft">
          <Clauses text={status.description} />
        </p>
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{registration.name}</span>
          {status.chips.map((chip) => (
            <Chip key={chip.says} tone={statusTones[chip.tone]}>
              {chip.says}
            </Chip>
          ))}
        </p>
      </div>
    </section>
  )
}
