import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { countText, distanceText, shortDuration } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import type { Report, Split, timingQuery } from '../../contract.ts'
import { heroClock } from '../../report/heroClock.rules.ts'
import { RaceClock } from './RaceClock.tsx'
import { scoreWords as words } from './score.words.ts'
import { Standing } from './Standing.tsx'
import { usePointName } from './SplitTable.tsx'

export type ResultAnswer = OutputOf<typeof timingQuery>
const secondsOf = (clock: string): number => clock.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)

const Tile = ({ title, rank, total }: { title: string; rank: number; total: number | null }) => {
  const t = useWords()
  return (
    <div className="flex min-w-0 flex-col gap-0.5 rounded bg-tint px-2.5 py-3 md:px-4">
      <dt className="truncate text-14 text-soft">{title}</dt>
      <dd className="flex flex-col">
        <span className="display whitespace-nowrap text-28 leading-none text-strong md:text-40">{countText(rank)}</span>
        {total === null ? null : (
          <span className="figures mt-0.5 whitespace-nowrap text-12 text-soft md:text-14">
            {t(words.outOf, { n: countText(total) })}
          </span>
        )}
      </dd>
    </div>
  )
}

const Unfinished = ({ report }: { report: Report }) => {
  const t = useWords()
  const nameOf = usePointName()
  const last = (report.splits as Split[]).findLast(({ time }) => time !== null)
  return (
    <div className="flex flex-col gap-1 py-2">
      <p className="text-40 font-bold">{t(words[report.outcome === 'finished' ? 'dnf' : report.outcome])}</p>
      {report.reason ? (
        <p className="text-soft">
          {report.reason === 'over_time' ? t(words.over_time) : report.reason === 'place_zero' ? null : report.reason}
        </p>
      ) : null}
      {last?.time ? (
        <p className="figures text-soft">
          {t(words.lastSeen, { point: nameOf(last.label), time: shortDuration(secondsOf(last.time)) })}
        </p>
      ) : null}
    </div>
  )
}

/** Names an age group. A group of bare figures gets the word for years. */
const groupOf = (group: string, t: ReturnType<typeof useWords>): string =>
  t(/^\d+(-\d+|\+)$/.test(group) ? words.group : words.groupNamed, { group })

/**
 * Names a rank: the rank in the field, the rank by gender (docs/behaviour/results.md, Captions of ranks), or the rank
 * in the age group.
 */
export const useRankTitle = (report: Pick<Report, 'field' | 'gender' | 'agegroup'>) => {
  const t = useWords()
  return (of: 'overall' | 'gender' | 'agegroup'): string => {
    if (of === 'overall')
      return report.field === '' ? t(words.overall) : report.field === 'wheelchair' ? t(words.wheelchair) : report.field
    if (of === 'gender')
      return t(report.gender === 'M' ? words.men : report.gender === 'F' ? words.women : words.others)
    return groupOf(report.agegroup ?? '', t)
  }
}

export const ResultHero = ({
  answer: { event },
  report,
  badge,
}: {
  answer: ResultAnswer
  report: Report
  /** A label beside the time, such as a personal best. */ badge?: ReactNode
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { settings } = event.race
  const hero = heroClock(report, settings.gun_time_below_rank)
  const [time, other] = hero === 'gun' ? [report.time, report.nettime] : [report.nettime, report.time]
  const pace = hero === 'gun' ? report.pace : report.netpace
  const clockName = (clock: 'gun' | 'net') => t(clock === 'gun' ? words.gun : words.net)
  const titleOf = useRankTitle(report)
  const who = [
    report.gender === 'M' ? t(words.male) : report.gender === 'F' ? t(words.female) : '',
    report.agegroup === null ? '' : groupOf(report.agegroup, t),
  ]
    .filter(Boolean)
    .join(' · ')
  const differing = report.places.filter(({ computed }) => computed !== null)
  return (
    <section aria-label={t(words.official)} className="relative rounded bg-surface p-5 shadow-card md:p-8">
      <div className="flex flex-wrap items-center gap-2">
        {settings.hide_event_name ? null : <Chip tone="race">{event.name}</Chip>}
        {event.distance === null ? null : (
          <span className="figures text-14 text-soft">{distanceText(event.distance, lang)}</span>
        )}
        {who === '' ? null : <span className="figures text-14 text-soft">{who}</span>}
        <Standing provisional={report.provisional} official={report.official} />
      </div>
      <div className="mt-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="min-w-0 flex-[1_1_6rem] text-28 font-bold">{report.name ?? t(words.hiddenName)}</h2>
        <p className="shrink-0 text-right">
          <span className="sr-only">{t(words.bib)} </span>
          <span className="display text-28 text-soft">{report.bib}</span>
        </p>
      </div>
      {time === null || report.outcome !== 'finished' ? (
        <Unfinished report={report} />
      ) : (
        <>
          <p className="mt-4 flex flex-wrap items-baseline gap-x-2 text-14 text-soft">
            <span className="text-16 font-medium text-ink">{clockName(hero)}</span>
            <span>{t(hero === 'gun' ? words.gunIs : words.netIs)}</span>
            {badge}
          </p>
          <p className="display text-[min(4rem,21vw)] leading-none tracking-tight text-ink">
            <RaceClock seconds={secondsOf(time)} />
          </p>
          <svg aria-hidden viewBox="0 0 100 2" preserveAspectRatio="none" className="mt-1 h-1 w-full max-w-64">
            <path d="M0 1h100" pathLength={1} stroke="var(--c-accent)" strokeWidth="2" className="animate-draw" />
          </svg>
          <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-3">
            {other === null ? null : (
              <div>
                <dt className="text-14 text-soft">{clockName(hero === 'gun' ? 'net' : 'gun')}</dt>
                <dd>
                  <span className="display text-28">{shortDuration(secondsOf(other))}</span>
                  <span className="block text-12 text-soft">{t(hero === 'gun' ? words.netIs : words.gunIs)}</span>
                </dd>
              </div>
            )}
            {pace === null ? null : (
              <div>
                <dt className="text-14 text-soft">{t(words.pace)}</dt>
                <dd>
                  <span className="display text-28">{pace}</span>
                  <span className="text-14 text-soft"> {t(words.perKm)}</span>
                </dd>
              </div>
            )}
          </dl>
        </>
      )}
      {report.places.length > 0 ? (
        <>
          <dl className="mt-6 grid grid-cols-3 gap-2 md:gap-4">
            {report.places.map(({ of, place, total }) => (
              <Tile key={of} title={titleOf(of)} rank={place} total={total} />
            ))}
          </dl>
          <p className="mt-3 text-14 text-soft">
            <Dotted
              text={[
                t(report.basis === 'gun' ? words.byGun : words.byNet),
                ...(differing.length > 0
                  ? [
                      t(words.computed, {
                        places: differing
                          .map(({ of, computed }) => t(words.nth, { kind: titleOf(of), n: countText(computed!) }))
                          .join(lang === 'en' ? ', ' : '、'),
                      }),
                    ]
                  : []),
              ].join(' · ')}
            />
          </p>
        </>
      ) : null}
    </section>
  )
}
