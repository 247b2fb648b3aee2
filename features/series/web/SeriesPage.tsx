import { useState } from 'react'
import { path } from '#seam/web/paths.ts'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { usePageParams } from '#ui/router/Link.tsx'
import { type GenderLetter, genders } from '#features/results/rules.ts'
import { type Series, type SeriesShown, seriesShow } from '../contract.ts'
import { genderWords } from '../words.ts'
import { seriesWords as words } from './series.words.ts'

export const SeriesPage = () => {
  const t = useWords()
  const id = Number(usePageParams().id) || 0
  const [shown, setShown] = useState<GenderLetter | 'clubs'>('M')
  const query = useAsk(seriesShow, { id, gender: shown === 'clubs' ? 'M' : shown }, { staleTime: 10_000, keep: true })
  const { data } = query
  if (!data)
    return (
      <Page title={t(words.title)} backTo={path.series({ raceid: null })}>
        {query.error ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonCards count={2} className="h-64" />
        )}
      </Page>
    )
  const { series } = data
  return (
    <Page title={series.name} backTo={path.series({ raceid: null })}>
      <div className="grid items-start gap-4 md:grid-cols-12 md:gap-6">
        <div className="grid min-w-0 gap-4 md:order-last md:col-span-4">
          <RulesCard series={series} />
        </div>
        <div className="grid min-w-0 gap-4 md:col-span-8">
          <Card title={t(words.standings)}>
            <Segmented
              label={t(words.gender)}
              value={shown}
              onChange={(value) => setShown([...genders, 'clubs' as const].find((one) => one === value) ?? 'M')}
              options={[
                { value: 'M', label: t(genderWords.M) },
                { value: 'F', label: t(genderWords.F) },
                ...(data.genders.includes('X') ? [{ value: 'X', label: t(genderWords.X) }] : []),
                ...(series.club_size > 0 ? [{ value: 'clubs', label: t(words.clubs) }] : []),
              ]}
            />
            {shown === 'clubs' ? <Clubs data={data} /> : <Standings data={data} />}
            <p className="mt-3 text-14 text-soft">{t(words.registered)}</p>
          </Card>
        </div>
      </div>
    </Page>
  )
}

const RulesCard = ({ series }: { series: Series }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <Card title={t(words.stations)} aside={<Chip tone="race">{t(words.season, { n: series.season })}</Chip>}>
      {series.description ? <p className="mb-3 whitespace-pre-line text-pretty">{series.description}</p> : null}
      <p className="figures mb-3 text-14 text-soft">
        <Dotted
          text={[
            t(series.scoring === 'place' ? words.by_place : words.by_grade),
            t(words.best, { n: series.best }),
          ].join(' · ')}
        />
      </p>
      <ol className="divide-y divide-line">
        {series.races.map((one) => (
          <li key={one.key} className="flex items-center gap-3 py-2.5">
            <span className="min-w-0 flex-1">
              <span className="block font-medium">{one.race}</span>
              <span className="figures block text-14 text-soft">
                <Dotted text={[one.event, dateText(one.time, lang, 'day', one.zone)].join(' · ')} />
              </span>
            </span>
            <Chip tone={one.over ? 'success' : 'plain'}>{t(one.over ? words.over : words.coming)}</Chip>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const Standings = ({ data: { items, series } }: { data: SeriesShown }) => {
  const t = useWords()
  const raceOf = (key: string) => series.races.find((one) => one.key === key)?.race ?? ''
  if (items.length === 0) return <Empty title={t(words.standings_none)} />
  return (
    <ol className="mt-2 divide-y divide-line">
      {items.map((row, n) => (
        <li key={n} className="flex items-start gap-4 py-3">
          <span className="display w-8 shrink-0 text-right text-20">{row.rank}</span>
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{row.name ?? t(words.hidden)}</span>
            <span className="figures block text-14 text-soft">
              <Dotted
                text={[row.club ?? '', row.number === null ? '' : t(words.number, { n: row.number })]
                  .filter(Boolean)
                  .join(' · ')}
              />
            </span>
            <span className="figures block text-14 text-soft">
              {row.races
                .filter(({ counts }) => counts)
                .map(({ race, points }) => `${raceOf(race)} ${points}`)
                .join(' + ')}
            </span>
          </span>
          <span className="display shrink-0 text-28 text-strong">{row.points}</span>
        </li>
      ))}
    </ol>
  )
}

const Clubs = ({ data: { clubs } }: { data: SeriesShown }) => {
  const t = useWords()
  if (clubs.length === 0) return <Empty title={t(words.standings_none)} />
  return (
    <ol className="mt-2 divide-y divide-line">
      {clubs.map((club) => (
        <li key={club.club} className="flex items-start gap-4 py-3">
          <span className="display w-8 shrink-0 text-right text-20">{club.rank}</span>
          <span className="min-w-0 flex-1">
            <span className="block font-medium">{club.club}</span>
            <span className="figures block text-14 text-soft">
              {club.runners.map((one) => `${one.name ?? t(words.hidden)} ${one.points}`).join(' + ')}
            </span>
          </span>
          <span className="display shrink-0 text-28 text-strong">{club.points}</span>
        </li>
      ))}
    </ol>
  )
}
