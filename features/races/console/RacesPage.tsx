import { Plus, Search } from 'lucide-react'
import { useState } from 'react'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { path } from '#seam/console/paths.ts'
import { raceStateOf, raceStateTones, raceStateWords } from '#seam/console/raceState.ts'
import { consoleRacesList } from '#features/races/contract.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Segmented } from '#ui/form/Segmented.tsx'
import { TextInput } from '#ui/form/TextInput.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import type { OutputOf } from '#contract/endpoint.ts'
import { textMatcher } from '#contract/names/matches.ts'
import { NoRace } from './NoRace.tsx'
import { noRaceWords } from './newRace.words.ts'
import { words } from './races.words.ts'

type Race = OutputOf<typeof consoleRacesList>['items'][number]

/** A list with this many entries or more gets a search field. */
const MANY = 8

/** Lists the races for which the member of staff has a role. A row opens its race. */
export const RacesPage = () => {
  const t = useWords()
  const races = useAsk(consoleRacesList, {})
  const [typed, setTyped] = useState('')
  const [archived, setArchived] = useState(false)
  const all = races.data?.items ?? []
  const items = all.filter((race) => race.archived === archived)
  const hasArchived = all.some((race) => race.archived)
  const isMeant = textMatcher(typed)
  const shown = items.filter(({ id, name, city }) => isMeant(`${id} ${name} ${city}`))
  return (
    <DeskPage
      title={t(words.races)}
      actions={
        races.data?.may_create && all.length > 0 ? (
          <ButtonLink href={path.newRace()} icon={<Plus className="size-5" aria-hidden />}>
            {t(noRaceWords.create)}
          </ButtonLink>
        ) : null
      }
    >
      {hasArchived ? (
        <div className="md:w-80">
          <Segmented
            label={t(words.which)}
            value={archived ? 'archived' : 'current'}
            options={(['current', 'archived'] as const).map((value) => ({ value, label: t(words[value]) }))}
            onChange={(value) => setArchived(value === 'archived')}
          />
        </div>
      ) : null}
      {items.length >= MANY ? (
        <TextInput
          bare
          type="search"
          className="md:w-96"
          label={t(words.search)}
          placeholder={t(words.search)}
          before={<Search className="size-5" aria-hidden />}
          value={typed}
          maxLength={60}
          onChange={(event) => setTyped(event.target.value)}
          onClear={() => setTyped('')}
        />
      ) : null}
      {races.isPending ? <SkeletonCards count={4} className="h-14" /> : null}
      {races.error ? <ErrorState error={races.error} onRetry={() => void races.refetch()} /> : null}
      {races.data && all.length === 0 ? <NoRace /> : null}
      {all.length > 0 && items.length === 0 ? (
        <Empty title={t(archived ? words.none_archived : words.all_archived)} />
      ) : null}
      {items.length > 0 && shown.length === 0 ? <Empty title={t(words.none_found)} /> : null}
      {shown.length > 0 ? (
        <Card flush>
          <ul className="divide-y divide-line">
            {shown.map((race) => (
              <RaceRow key={race.id} race={race} />
            ))}
          </ul>
        </Card>
      ) : null}
    </DeskPage>
  )
}

const RaceRow = ({ race }: { race: Race }) => {
  const t = useWords()
  const { lang } = useLang()
  const state = raceStateOf(race, new Date(useNow(60_000)))
  return (
    <li>
      <Link
        href={path.overview({ raceid: race.id })}
        className="flex min-h-14 items-center gap-4 px-4 py-2 hover:bg-sunk md:px-6"
      >
        <span aria-hidden className="h-8 w-1 shrink-0 rounded-full" style={{ background: race.skins.primary }} />
        <span className="min-w-0 flex-1 md:flex md:items-baseline md:gap-4">
          <span className="block truncate font-medium md:min-w-0 md:flex-1">{race.name}</span>
          <span className="figures flex flex-wrap gap-x-4 text-14 text-soft md:contents">
            <span className="empty:max-md:hidden md:w-32 md:truncate">{race.city}</span>
            <span className="whitespace-nowrap md:w-40">{dateText(race.time, lang, 'day', race.zone)}</span>
            <span className="whitespace-nowrap max-md:hidden md:w-20 md:text-right">
              {t(words.number, { id: race.id })}
            </span>
          </span>
        </span>
        <span className="flex shrink-0 md:w-24 md:justify-end">
          <Chip tone={raceStateTones[state]}>{t(raceStateWords[state])}</Chip>
        </span>
      </Link>
    </li>
  )
}
