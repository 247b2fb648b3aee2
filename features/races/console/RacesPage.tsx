import { ExternalLink } from 'lucide-react'
import { consoleRacesList } from '#features/races/contract.ts'
import { words } from '#console/words.ts'
import { useAsk } from '#ui/call.ts'
import { Card } from '#ui/Card.tsx'
import { Chip } from '#ui/Chip.tsx'
import { dateText } from '#ui/clock.ts'
import { Empty } from '#ui/Empty.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { useLang, useWords } from '#ui/lang.tsx'
import { Page } from '#ui/Page.tsx'
import { SkeletonCards } from '#ui/Skeleton.tsx'

/** The races that one has a role for. */
export const RacesPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const races = useAsk(consoleRacesList, {})
  return (
    <Page title={t(words.races)} bar={false}>
      <h1 className="pt-4 text-28 font-bold">{t(words.races)}</h1>
      {races.isPending ? <SkeletonCards count={4} className="h-20" /> : null}
      {races.error ? <ErrorState error={races.error} onRetry={() => void races.refetch()} /> : null}
      {races.data?.items.length === 0 ? <Empty title={t(words.no_races)} says={t(words.no_races_says)} /> : null}
      {races.data?.items.length ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {races.data.items.map((race) => (
              <li key={race.id} className="flex items-center gap-2 px-4 py-4 md:gap-4 md:px-6">
                <span
                  aria-hidden
                  className="mr-2 h-10 w-1.5 shrink-0 rounded-full md:mr-0"
                  style={{ background: race.skins.primary }}
                />
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{race.name}</span>
                  <span className="figures flex flex-wrap gap-x-3 text-14 text-soft">
                    <span>{race.id}</span>
                    <span>{race.city}</span>
                    <span className="whitespace-nowrap">{dateText(race.time, lang)}</span>
                  </span>
                </span>
                {race.published ? (
                  <a
                    href={`/home?raceid=${race.id}`}
                    target="_blank"
                    rel="noopener"
                    aria-label={`${race.name} · ${t(words.runner_page)}`}
                    title={t(words.runner_page)}
                    className="flex size-11 items-center justify-center rounded text-soft hover:bg-sunk"
                  >
                    <ExternalLink className="size-5" aria-hidden />
                  </a>
                ) : null}
                <Chip tone={race.published ? 'success' : 'plain'}>
                  {t(race.published ? words.published : words.hidden)}
                </Chip>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </Page>
  )
}
