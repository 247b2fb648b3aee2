import { ChevronRight } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { RouteCard } from '#features/courses/web/RouteCard.tsx'
import { raceHome } from '#features/finder/contract.ts'
import type { NoticeLine } from '#features/notices/contract.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { Countdown, useNow } from '#ui/feedback/Countdown.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { nameIn } from '#contract/words.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { useTitle } from '#ui/layout/Page.tsx'
import { RaceBanner } from '#ui/layout/RaceBanner.ts'
import { later } from '#ui/router/later.ts'
import { useHasPage } from '#ui/router/Router.tsx'
import { pictureAt, pictureSet } from '#ui/media/picture.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { Swiper } from '#ui/layout/Swiper.tsx'
import { path } from '#seam/web/paths.ts'
import { homeAction } from './homeRules.ts'
import { EventCard } from './EventCard.tsx'
import { homeWords } from './home.words.ts'
import { RaceMenu } from '#features/races/web/RaceMenu.tsx'
import { isLiveTime } from '#features/tracking/web/liveTime.rules.ts'
import { LiveLine } from '#features/tracking/web/LiveLine.tsx'
import { words } from '../words.ts'

const FeedLine = later(async () => (await import('#features/feed/web/FeedLine.tsx')).FeedLine)

type Home = OutputOf<typeof raceHome>

/** A race's home page: its description, its date, and its first action. */
export const HomePage = () => {
  const t = useWords()
  const { raceid } = link()
  const home = useAsk(raceHome, { raceid: raceid ?? 0 }, { enabled: raceid !== undefined })
  useTitle(home.data?.race.name)
  if (raceid === undefined || home.error) {
    return (
      <main id="main" className="frame py-8">
        {home.error ? (
          <ErrorState
            page
            error={home.error}
            onRetry={() => void home.refetch()}
            action={
              <ButtonLink look="plain" href={path.finder()}>
                {t(words.title)}
              </ButtonLink>
            }
          />
        ) : (
          <Empty page title={t(words.title)} action={<ButtonLink href={path.finder()}>{t(words.title)}</ButtonLink>} />
        )}
      </main>
    )
  }
  return home.data ? <Loaded home={home.data} /> : <Waiting />
}

const Waiting = () => (
  <main id="main">
    <div className="bone h-[22.5rem] md:h-[29rem]" />
    <div className="frame py-4">
      <SkeletonCards count={3} className="h-44" />
    </div>
  </main>
)

const Loaded = ({ home: { race, events, notices, results_published, course } }: { home: Home }) => {
  const t = useWords()
  const { lang } = useLang()
  const has = useHasPage()
  const day = dateText(race.time, lang, 'weekday', race.zone)
  const line = [race.city, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ')
  const now = useNow(60_000)
  const ahead = Date.parse(race.time) > now
  const dayOf = (at: string) => dateText(at, lang, 'day', race.zone)
  const isToday = dayOf(race.time) === dayOf(new Date(now).toISOString())
  const action = <PrimaryAction {...{ events, results_published, zone: race.zone }} />
  return (
    <main id="main" className="flex flex-col">
      <RaceBanner
        name={race.name}
        picture={race.header ?? race.cover}
        alt={nameIn(lang, '', race.settings.picture_texts[race.header ? 'header' : 'cover'])}
        line={line}
        form="hero"
      >
        <div className="mt-4 md:mt-8">
          {ahead ? (
            <Countdown to={race.time} />
          ) : (
            <p className="text-16 md:text-soft">
              {isToday ? t(homeWords.today) : t(homeWords.ran, { when: dayOf(race.time) })}
            </p>
          )}
        </div>
        <div className="mt-8 hidden md:block">{action}</div>
      </RaceBanner>
      <div className="frame grid gap-6 py-4 md:grid-cols-12 md:py-6">
        <div className="flex flex-col gap-6 md:order-last md:col-span-5 lg:col-span-4">
          <LiveLine raceid={race.id} start={race.time} />
          {isLiveTime(Date.parse(race.time), now) ? <FeedLine raceid={race.id} /> : null}
          <RaceMenu entries={race.menu} label={t(homeWords.menu)} />
          <div className="hidden gap-6 md:grid">
            {course && has(path.route()) ? <RouteCard sketch={course} /> : null}
          </div>
          <Notices notices={notices} wide />
        </div>
        <section aria-labelledby="events" className="min-w-0 md:col-span-7 lg:col-span-8">
          <Pictures pictures={race.settings.pictures} />
          <h2 id="events" className="mb-3 text-20 font-bold">
            {t(homeWords.events)}
          </h2>
          {events.length === 0 ? <Empty title={t(homeWords.no_events)} description={day} /> : null}
          <div className="grid gap-4 lg:grid-cols-2">
            {events.map((event) => (
              <EventCard key={event.id} event={event} canSignUp={has(path.baoming())} />
            ))}
          </div>
        </section>
        <div className="grid gap-6 md:hidden">
          {course && has(path.route()) ? <RouteCard sketch={course} /> : null}
          <Notices notices={notices} />
        </div>
      </div>
      <div
        className={
          'sticky bottom-0 z-20 border-t border-line bg-surface px-4 pt-3 ' +
          'pb-[max(0.75rem,env(safe-area-inset-bottom))] md:hidden'
        }
      >
        {action}
      </div>
    </main>
  )
}

/** The pictures of the race, one after the other. */
const Pictures = ({ pictures }: { pictures: Home['race']['settings']['pictures'] }) => {
  const t = useWords()
  const { lang } = useLang()
  if (pictures.length === 0) return null
  const slides = pictures.map(({ path: picture, says }) => (
    <img
      key={picture}
      src={pictureAt(picture, 960)}
      srcSet={pictureSet(picture)}
      sizes="(min-width: 48rem) 50vw, 92vw"
      loading="lazy"
      alt={nameIn(lang, says['zh-cn'] ?? '', says)}
      className="aspect-[16/9] w-full object-cover"
    />
  ))
  return (
    <div className="mb-6">
      <Swiper label={t(homeWords.pictures)} slides={slides} />
    </div>
  )
}

const PrimaryAction = ({
  events,
  results_published,
  zone,
}: Pick<Home, 'events' | 'results_published'> & { zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const action = homeAction(events, results_published)
  if (action.kind === 'soon') {
    return (
      <Button wide disabledReason={t(homeWords.soon_from, { when: dateText(action.from, lang, 'deadline', zone) })}>
        {t(homeWords.soon)}
      </Button>
    )
  }
  const href = { results: path.query({ type: 'score' }), signup: path.baoming(), status: path.query() }[action.kind]
  return (
    <ButtonLink wide href={href} className="min-h-13 text-16 md:max-w-80">
      {t(homeWords[action.kind])}
    </ButtonLink>
  )
}

const Notices = ({
  notices,
  wide,
}: {
  notices: readonly NoticeLine[]
  /** True on desktops, where the card is beside the events. */ wide?: boolean
}) => {
  const t = useWords()
  const { lang } = useLang()
  if (!notices.length) return null
  return (
    <div className={wide ? 'hidden md:block' : ''}>
      <Card title={t(homeWords.notices)} flush>
        <ul className="divide-y divide-line">
          {notices.map((notice) => (
            <li key={notice.id}>
              <Link
                href={path.notice({
                  [notice.kind === 'post'
                    ? 'postid'
                    : notice.kind === 'archive'
                      ? 'archiveid'
                      : notice.kind === 'page'
                        ? 'pageid'
                        : 'noticeid']: notice.id,
                })}
                className="flex min-h-14 items-center gap-3 px-4 py-3 hover:bg-tint md:px-6"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-medium">{notice.title}</span>
                  <span className="figures mt-0.5 flex items-center gap-2 text-14 text-soft">
                    {notice.pinned ? <Chip tone="race">{t(homeWords.pinned)}</Chip> : null}
                    {dateText(notice.published_at, lang, 'day')}
                  </span>
                </span>
                <ChevronRight className="size-5 shrink-0 text-soft" aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </Card>
    </div>
  )
}
