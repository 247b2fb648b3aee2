import { ChevronRight } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { RouteCard } from '#features/courses/web/RouteCard.tsx'
import { raceHome } from '#features/finder/contract.ts'
import type { NoticeLine } from '#features/notices/contract.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useSettled } from '#ui/network/useSettled.ts'
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
import { money } from '#ui/language/money.ts'
import { useTitle } from '#ui/layout/Page.tsx'
import { RaceBanner } from '#ui/layout/RaceBanner.ts'
import { later } from '#ui/router/later.ts'
import { useHasPage } from '#ui/router/Router.tsx'
import { pictureAt, pictureSet } from '#ui/media/picture.ts'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { path } from '#seam/web/paths.ts'
import { useUnpaid } from './useUnpaid.ts'
import { isCancelled } from '../cancelled.rules.ts'
import { firstEntries, homeAction, homeFormOf } from './homeRules.ts'
import { EventEntry } from './EventEntry.tsx'
import { FindMine, StartsCard, RaceWinnersCard } from './RaceDayCards.tsx'
import { homeWords } from './home.words.ts'
import { RaceMenu } from '#features/races/web/RaceMenu.tsx'
import { isLiveTime } from '#features/tracking/web/liveTime.rules.ts'
import { LiveLine } from '#features/tracking/web/LiveLine.tsx'
import { ledgerWords } from '#features/invitations/ledger/words.ts'
import { words } from '../words.ts'

const DisruptionLine = later(async () => (await import('#features/disruptions/web/DisruptionLine.tsx')).DisruptionLine)
const FlagsCard = later(async () => (await import('#features/safety/web/FlagsCard.tsx')).FlagsCard)
const Swiper = later(async () => (await import('#ui/layout/Swiper.tsx')).Swiper)
const FeedLine = later(async () => (await import('#features/feed/web/FeedLine.tsx')).FeedLine)

type Home = OutputOf<typeof raceHome>
/**
 * The time in ms after which an open page also loads the parts for a disruption and for flags, if there was nothing to
 * show when the page loaded. These parts then ask for news.
 */
const NEWS_AFTER_MS = 20_000

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
    <div className="bone h-[15rem] md:h-[29rem]" />
    <div className="frame py-4">
      <SkeletonCards count={3} className="h-32" />
    </div>
  </main>
)

const Loaded = ({ home }: { home: Home }) => {
  const t = useWords()
  const { lang } = useLang()
  const has = useHasPage()
  const { race, events, notices, results_published, winners, course } = home
  const line = [race.city, dateText(race.time, lang, 'day', race.zone)].filter(Boolean).join(' · ')
  const now = useNow(60_000)
  const isOpenLong = useSettled(NEWS_AFTER_MS)
  const live = isLiveTime(Date.parse(race.time), now)
  const form = homeFormOf(race, { live, resultsPublished: results_published }, now)
  const action = <PrimaryAction {...{ events, results_published, zone: race.zone }} />
  // From race day on, the page leaves out events whose sign-up is over. The results show these events.
  const open = form === 'before' ? events : events.filter(({ signup }) => signup !== 'over')
  const route = course && has(path.route()) ? <RouteCard sketch={course} /> : null
  return (
    <main id="main" className="flex flex-col">
      <RaceBanner
        name={race.name}
        picture={race.header ?? race.cover}
        alt={nameIn(lang, '', race.settings.picture_texts[race.header ? 'header' : 'cover'])}
        line={line}
        form="hero"
      >
        <div className="mt-3 md:mt-8">
          {isCancelled(events) ? (
            <p className="text-16 md:text-soft">{t(homeWords.cancelled)}</p>
          ) : Date.parse(race.time) > now ? (
            <Countdown to={race.time} />
          ) : (
            <p className="text-16 md:text-soft">{form === 'day' ? t(homeWords.today) : t(homeWords.over)}</p>
          )}
        </div>
        <div className="mt-8 hidden md:block">{action}</div>
      </RaceBanner>
      <div className="frame grid grid-cols-[minmax(0,1fr)] items-start gap-4 py-4 md:grid-cols-12 md:grid-rows-[auto_1fr] md:gap-6 md:py-6">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 md:col-span-7 md:gap-6 lg:col-span-8">
          {home.has_disruption || isOpenLong ? <DisruptionLine raceid={race.id} /> : null}
          {home.has_flags || isOpenLong ? <FlagsCard raceid={race.id} /> : null}
          <LiveLine raceid={race.id} start={race.time} />
          {live ? <FeedLine raceid={race.id} /> : null}
          {form === 'day' ? <StartsCard events={events} /> : null}
          {form !== 'before' && results_published ? (
            <>
              <FindMine />
              <RaceWinnersCard winners={winners} />
            </>
          ) : null}
          {form === 'before' || open.length > 0 ? (
            <Events events={open} when={dateText(race.time, lang, 'weekday', race.zone)} />
          ) : null}
          {form === 'before' && events.length > 0 ? (
            <Link
              href={path.places()}
              className="inline-flex min-h-11 items-center gap-1 text-14 text-soft underline hover:text-ink"
            >
              {t(ledgerWords.open_page)}
            </Link>
          ) : null}
        </div>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4 md:col-span-5 md:row-span-2 md:gap-6 lg:col-span-4">
          <RaceMenu entries={race.menu} label={t(homeWords.menu)} first={firstEntries[form]} />
          <Notices notices={notices} />
          {form === 'after' ? null : route}
        </div>
        <div className="min-w-0 md:col-span-7 lg:col-span-8">
          <Pictures pictures={race.settings.pictures} shown={race.header ?? race.cover} />
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

const Events = ({ events, when }: { events: Home['events']; when: string }) => {
  const t = useWords()
  const has = useHasPage()
  return (
    <section aria-labelledby="events" className="min-w-0">
      <h2 id="events" className="mb-3 text-20 font-bold">
        {t(homeWords.events)}
      </h2>
      {events.length === 0 ? <Empty title={t(homeWords.no_events)} description={when} /> : null}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-3 lg:grid-cols-2 lg:gap-4">
        {events.map((event) => (
          <EventEntry key={event.id} event={event} canSignUp={has(path.baoming())} />
        ))}
      </div>
    </section>
  )
}

const Pictures = ({
  pictures,
  shown,
}: {
  pictures: Home['race']['settings']['pictures']
  /** The picture at the head of the page. The series does not repeat it. */
  shown: string | null
}) => {
  const t = useWords()
  const { lang } = useLang()
  const others = pictures.filter((one) => one.path !== shown)
  if (others.length === 0) return null
  const slides = others.map(({ path: picture, says }) => (
    <img
      key={picture}
      src={pictureAt(picture, 960)}
      srcSet={pictureSet(picture)}
      sizes="(min-width: 48rem) 60vw, 92vw"
      loading="lazy"
      alt={nameIn(lang, says['zh-cn'] ?? '', says)}
      className="aspect-[16/9] w-full object-cover"
    />
  ))
  return (
    <div>
      <Swiper
        label={t(homeWords.pictures)}
        slides={slides}
        instead={<div className="bone aspect-[16/9] w-full rounded" />}
      />
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
  const unpaid = useUnpaid(link().raceid)
  const action = homeAction(events, results_published)
  if (unpaid && action.kind !== 'results')
    return (
      <div className="grid gap-1 text-center md:max-w-80">
        <ButtonLink wide href={path.pay({ _key: unpaid.key })} className="min-h-13 text-16">
          {t(homeWords.pay_open, { amount: money(unpaid.amount, lang) })}
        </ButtonLink>
        <p className="figures text-14 text-soft">
          <Dotted
            text={[
              unpaid.event,
              unpaid.until && t(homeWords.pay_until, { when: dateText(unpaid.until, lang, 'minute', zone) }),
            ]
              .filter(Boolean)
              .join(' · ')}
          />
        </p>
      </div>
    )
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

const Notices = ({ notices }: { notices: readonly NoticeLine[] }) => {
  const t = useWords()
  const { lang } = useLang()
  if (!notices.length) return null
  return (
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
  )
}
