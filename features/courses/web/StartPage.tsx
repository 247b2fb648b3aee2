import { Backpack, Bus, Clock, MapPin, Package, Route } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { raceEvents, type RaceEvent } from '#features/events/contract.ts'
import { raceShow } from '#features/races/contract.ts'
import { placeLine } from '#features/races/place.rules.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { link } from '#ui/router/address.ts'
import { later } from '#ui/router/later.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useHasPage } from '#ui/router/Router.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { courses } from '../contract.ts'
import { words } from '../words.ts'

const NavigationLinks = later(async () => (await import('#ui/map/NavigationLinks.tsx')).NavigationLinks)

export const StartPage = () => {
  const t = useWords()
  const { lang } = useLang()
  const has = useHasPage()
  const raceid = link().raceid ?? 0
  const race = useAsk(raceShow, { raceid }, { staleTime: 300_000 })
  const events = useAsk(raceEvents, { raceid }, { staleTime: 60_000 })
  const mapped = useAsk(courses, { raceid }, { staleTime: 300_000, quiet: true })
  const error = race.error ?? events.error
  const listed = (events.data ?? [])
    .filter(({ start, start_at }) => start !== null || start_at !== null)
    .sort((a, b) => (a.start_at ?? '9').localeCompare(b.start_at ?? '9'))
  const place = placeLine(lang, race.data ?? {})
  return (
    <Page title={t(words.start_title)} backTo={path.home()}>
      {error ? <ErrorState error={error} onRetry={() => void (race.error ? race : events).refetch()} /> : null}
      {events.isPending && !error ? <SkeletonCards count={3} className="h-44" /> : null}
      {events.data && race.data && listed.length === 0 ? (
        <Empty title={t(words.start_none)} description={t(words.start_none_text)} />
      ) : null}
      {listed.length > 0 && race.data ? (
        <>
          <p className="text-16 text-soft">
            <Dotted
              text={[dateText(race.data.time, lang, 'weekday', race.data.zone), place].filter(Boolean).join(' · ')}
            />
          </p>
          <div className="grid items-start gap-4 md:grid-cols-2">
            {listed.map((event) => (
              <StartCard
                key={event.id}
                event={event}
                place={place}
                mapped={mapped.data?.events.some(({ eventid }) => eventid === event.id) ?? false}
              />
            ))}
          </div>
          <div className="flex flex-wrap gap-3">
            {has('/package') ? (
              <ButtonLink look="plain" href={path.package()} icon={<Package className="size-5" aria-hidden />}>
                {t(words.racepack)}
              </ButtonLink>
            ) : null}
          </div>
        </>
      ) : null}
    </Page>
  )
}

/**
 * The ways to the start of an event's course. The course is large, so the page loads the course only when a person asks
 * for the ways.
 */
const StartNavigation = ({ raceid, eventid, name }: { raceid: number; eventid: number; name: string }) => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const answer = useAsk(courses, { raceid, eventid }, { staleTime: 300_000, quiet: true, enabled: open })
  const first = answer.data?.course?.points[0]
  return (
    <div className="mt-3">
      <Button
        look="plain"
        aria-expanded={open}
        busy={open && answer.isPending}
        onClick={() => setOpen(!open)}
        icon={<MapPin className="size-5" aria-hidden />}
      >
        {t(words.directions)}
      </Button>
      {open && first ? (
        <div className="mt-3">
          <NavigationLinks place={[first[0], first[1]]} name={name} />
        </div>
      ) : null}
      {open && answer.error ? <ErrorState error={answer.error} onRetry={() => void answer.refetch()} /> : null}
    </div>
  )
}

const StartCard = ({ event, place, mapped }: { event: RaceEvent; place: string; mapped: boolean }) => {
  const t = useWords()
  const { lang } = useLang()
  const clock = (at: string) => dateText(at, lang, 'second', event.race.zone).slice(0, 5)
  const { start } = event
  return (
    <article className="relative overflow-hidden rounded bg-surface p-4 pl-6 shadow-card md:p-6 md:pl-8">
      <span aria-hidden className="absolute inset-y-0 left-0 w-1.5" style={{ background: event.colour }} />
      <header className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 className="min-w-0 flex-[1_1_7.5rem] text-20 font-bold">{event.name}</h2>
        {event.start_at ? (
          <p className="display text-40 leading-none">
            <span className="sr-only">{t(words.start_at)} </span>
            {clock(event.start_at)}
          </p>
        ) : null}
      </header>
      {event.start_at ? (
        <p className="figures mt-1 text-14 text-soft">{dateText(event.start_at, lang, 'weekday', event.race.zone)}</p>
      ) : null}
      <dl className="mt-4 grid gap-4">
        <Fact icon={<MapPin />} name={t(words.start_place)}>
          {start?.place || start?.address ? (
            <>
              {start.place}
              {start.address ? <span className="block text-14 text-soft">{start.address}</span> : null}
            </>
          ) : (
            place
          )}
        </Fact>
        {start && start.zones.length > 0 ? (
          <Fact icon={<Clock />} name={t(words.zones)}>
            <ul className="mt-1 flex flex-wrap gap-2">
              {start.zones.map(({ name, at }) => (
                <li key={name} className="flex flex-wrap items-baseline gap-x-2 rounded bg-sunk px-3 py-1.5">
                  <span className="text-14 [overflow-wrap:break-word]">{t(words.zone, { name })}</span>
                  <span className="display text-20">{clock(at)}</span>
                </li>
              ))}
            </ul>
          </Fact>
        ) : null}
        {start?.how ? (
          <Fact icon={<Bus />} name={t(words.how)}>
            <Lines text={start.how} />
          </Fact>
        ) : null}
        {start?.luggage ? (
          <Fact icon={<Backpack />} name={t(words.luggage)}>
            <Lines text={start.luggage} />
          </Fact>
        ) : null}
      </dl>
      {mapped ? <StartNavigation raceid={event.raceid} eventid={event.id} name={start?.place || place} /> : null}
      {mapped ? (
        <ButtonLink
          look="quiet"
          className="-mx-3 mt-3 px-3"
          href={path.route({ eventid: event.id })}
          icon={<Route className="size-5" aria-hidden />}
        >
          {t(words.see_route)}
        </ButtonLink>
      ) : null}
    </article>
  )
}

const Fact = ({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) =>
  children ? (
    <div>
      <dt className="flex items-center gap-3 text-14 text-soft">
        <span aria-hidden className="text-strong [&_svg]:size-5">
          {icon}
        </span>
        {name}
      </dt>
      <dd className="pl-8">{children}</dd>
    </div>
  ) : null

const Lines = ({ text }: { text: string }) => <span className="whitespace-pre-line">{text}</span>
