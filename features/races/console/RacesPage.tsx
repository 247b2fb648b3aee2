import { ExternalLink, Plus } from 'lucide-react'
import { path } from '#seam/console/paths.ts'
import { consoleRacesList } from '#features/races/contract.ts'
import { words } from './races.words.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { NoRace } from './NoRace.tsx'
import { newRaceWords } from './newRace.words.ts'

/** The races that one has a role for. */
export const RacesPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const races = useAsk(consoleRacesList, {})
  return (
    <Page title={t(words.races)} bar={false}>
      <div className="flex flex-wrap items-center justify-between gap-3 pt-4">
        <h1 className="text-28 font-bold">{t(words.races)}</h1>
        {races.data?.may_create && races.data.items.length > 0 ? (
          <ButtonLink href={path.newRace()} icon={<Plus className="size-5" aria-hidden />}>
            {t(newRaceWords.create)}
          </ButtonLink>
        ) : null}
      </div>
      {races.isPending ? <SkeletonCards count={4} className="h-20" /> : null}
      {races.error ? <ErrorState error={races.error} onRetry={() => void races.refetch()} /> : null}
      {races.data?.items.length === 0 ? <NoRace under /> : null}
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
