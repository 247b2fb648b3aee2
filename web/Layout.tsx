import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { RaceFoot } from '#features/races/web/RaceFoot.tsx'
import { platformShow } from '#features/platform/contract.ts'
import { raceShow } from '#features/races/contract.ts'
import { colourOfPage } from '#features/races/pageColour.rules.ts'
import { onDemand } from '#ui/router/onDemand.tsx'
import { type Refused, onNoAuthorisation, setLogInAgain, useAsk } from '#ui/network/call.ts'
import { setDelays } from '#ui/network/delay.ts'
import { useWords } from '#ui/language/lang.tsx'
import { LanguageSwitch } from '#ui/language/LanguageSwitch.tsx'
import { Link, usePageParams } from '#ui/router/Link.tsx'
import { hrefTo, readLink } from '#ui/router/address.ts'
import { setTitlePlace } from '#ui/layout/Page.tsx'
import { toastWarn } from '#ui/feedback/Toast.tsx'
import { later } from '#ui/router/later.ts'
import { Offline } from '#ui/feedback/Offline.tsx'
import { useHasPage, usePlace } from '#ui/router/Router.tsx'
import { defaultPrimary, hexOf } from '#ui/look/colour.ts'
import { applyTheme } from '#ui/look/applyTheme.ts'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { words } from './words.ts'

/**
 * Loads the race of the page, or the platform if the page belongs to no race. Applies the colours, the name in the
 * window's title, and the race's delays of calls.
 */
const useRace = () => {
  const params = usePageParams()
  const page = readLink(new URLSearchParams(params as Record<string, string>).toString())
  const race = useAsk(
    raceShow,
    { raceid: page.raceid ?? 0 },
    { enabled: page.raceid !== undefined, staleTime: 300_000, quiet: true },
  )
  const { color, menu } = race.data?.skins ?? {}
  const { pathname } = usePlace()
  const ofRace = page.raceid === undefined ? defaultPrimary : race.data && colourOfPage(pathname, race.data)
  const primary = hexOf(page.color) ?? ofRace
  useEffect(() => {
    if (primary) void applyTheme(primary, page.raceid === undefined ? {} : { color, menu })
  }, [primary, page.raceid, color, menu])
  // A toast reports a race that does not load, in addition to the page's own content (docs/behaviour/screens.md,
  // Toasts). Without a network no toast shows, because the line at the head of the window reports the missing network.
  const lost = race.data || race.error?.code === 'network' ? undefined : race.error?.msg
  useEffect(() => {
    if (lost !== undefined) toastWarn(lost)
  }, [lost])
  const platform = useAsk(platformShow, {}, { enabled: page.raceid === undefined, staleTime: 300_000, quiet: true })
  const name = race.data?.name ?? (page.raceid === undefined ? platform.data?.name : undefined)
  useEffect(() => {
    if (name !== undefined) setTitlePlace(name)
  }, [name])
  const delays = race.data?.settings.delays
  // This effect runs before the effects of the page itself, so the delays also apply to the page's first calls.
  useLayoutEffect(() => setDelays(delays ?? []), [delays])
  return {
    raceid: page.raceid,
    app: page.app,
    race: race.data,
    platform: platform.data,
    unknown: race.error?.refusal === 'race_not_found' ? race.error.msg : undefined,
  }
}

const UnreadDot = later(async () => (await import('./afterFirstView.ts')).UnreadDot)

const WechatCard = later(async () => (await import('#features/codes/web/WechatCard.tsx')).WechatCard)

/** The list of races, for a link to a race that does not exist. */
const FinderPage = onDemand(async () => (await import('#features/finder/web/FinderPage.tsx')).FinderPage)

const SafetyBanner = later(async () => (await import('./afterFirstView.ts')).SafetyBanner)

/**
 * The log-in that opens over a page. Its code is fetched when a page needs the log-in. A person who closes the log-in
 * reads the refusal on the page itself.
 */
const LoginAgain = onDemand(
  async () => (await import('#features/accounts/web/LoginAgain.tsx')).LoginAgain,
  ({ onEnd }) => ({ onClose: () => onEnd(false) }),
)
/**
 * Lets a person without a log-in or a permission log in without leaving the page, so that all typed text stays
 * (docs/behaviour/accounts.md, No authorisation).
 */
const useLoginInPlace = () => {
  const [refusal, setRefusal] = useState<Refused>()
  const waiting = useRef<((done: boolean) => void)[]>([])
  useEffect(() => {
    const ask = (refused: Refused) => {
      if (location.pathname.startsWith('/login')) return Promise.resolve(false)
      setRefusal((before) => before ?? refused)
      return new Promise<boolean>((resolve) => waiting.current.push(resolve))
    }
    setLogInAgain(ask)
    return onNoAuthorisation((refused) => void ask(refused))
  }, [])
  const end = (done: boolean) => {
    setRefusal(undefined)
    for (const resolve of waiting.current.splice(0)) resolve(done)
  }
  return refusal ? (
    <Suspense>
      <LoginAgain refused={refusal} onEnd={end} />
    </Suspense>
  ) : null
}

/** Tells whether the live page stands in a frame of another site, without our head and foot. */
const useEmbedded = (): boolean => {
  const { pathname } = usePlace()
  return usePageParams().embed === '1' && pathname === path.live().split('?')[0]
}

export const Layout = ({ children }: { children: ReactNode }) => {
  const t = useWords()
  const { raceid, app, race, platform, unknown } = useRace()
  const loginAgain = useLoginInPlace()
  const has = useHasPage()
  const embedded = useEmbedded()
  const { pathname } = usePlace()
  const open = pathname.toLowerCase()
  const entries = (
    raceid === undefined
      ? ([[path.me(), t(words.me), /^\/m(e|ydata|essages)\b/]] as const)
      : ([
          [path.home(), t(words.home), /^\/home$/],
          [path.events(), t(words.events), /^\/((route|start|notice)$|$)/],
          [path.query(), t(words.query), /^\/query$/],
          [path.report(), t(words.report), /^\/(report|score|result|board)/],
          [path.personallist(), t(words.mine), /^\/(personallist|querydetail|pay|edit|enname|refunds)$/],
          [path.me(), t(words.me), /^\/m(e|ydata|essages)\b/],
        ] as const)
  ).filter(([href]) => has(href))
  return (
    // This element has no class `group`. With this class, the browser would style the whole page again whenever
    // anything in the page changes, such as a list that scrolls.
    <div className="shell flex min-h-dvh flex-col">
      <Offline />
      <a
        href="#main"
        className={
          'sr-only z-50 rounded bg-fill px-4 py-3 text-on-fill ' +
          'focus:not-sr-only focus:fixed focus:left-4 focus:top-4'
        }
      >
        {t(kit.skip)}
      </a>
      {race ? <SafetyBanner raceid={race.id} start={race.time} /> : null}
      <header className={`border-b border-line bg-surface ${app || embedded ? 'hidden' : 'hidden md:block'}`}>
        <div className="frame flex min-h-16 items-center gap-6">
          <Link
            href={raceid === undefined ? path.finder() : path.home()}
            className="flex min-h-11 min-w-0 items-center gap-2.5 text-16 font-bold"
          >
            {platform?.logo ? <img src={platform.logo} alt="" className="h-8 max-w-32 object-contain" /> : <Mark />}
            <span className="truncate">{race?.name ?? platform?.name}</span>
          </Link>
          <nav aria-label={t(words.navigation)} className="ml-auto flex shrink-0 items-center whitespace-nowrap">
            {entries.map(([href, said, pages]) => (
              <Link
                key={href}
                href={href}
                aria-current={pages.test(open) ? 'page' : undefined}
                className={
                  'flex min-h-11 items-center rounded px-2 text-14 hover:bg-sunk lg:px-3 ' +
                  (pages.test(open) ? 'bg-tint font-medium text-strong' : '')
                }
              >
                {said}
                {href === path.me() ? <UnreadDot /> : null}
              </Link>
            ))}
            <LanguageSwitch />
          </nav>
        </div>
      </header>
      {unknown ? (
        <Suspense>
          <FinderPage lost={unknown} />
        </Suspense>
      ) : (
        children
      )}
      <footer
        className={
          `mt-auto border-t border-line ${embedded ? 'hidden ' : ''}` +
          '[.shell:has([data-waits])>&]:hidden ' +
          'max-md:[.shell:has([data-foot])>&]:hidden'
        }
      >
        {race ? <RaceFoot settings={race.settings} /> : null}
        <div className="frame flex flex-wrap items-center justify-between gap-2 py-4 text-14 text-soft">
          <Link
            href={hrefTo('/', { raceid: null, color: null })}
            className="flex min-h-11 items-center gap-2 font-medium"
          >
            <Mark /> {t(words.finder)}
          </Link>
          <Link href={path.me()} className="flex min-h-11 items-center gap-2 font-medium">
            {t(words.me)}
            <UnreadDot />
          </Link>
          <Link href={path.legal()} className="flex min-h-11 items-center font-medium">
            {t(words.legal)}
          </Link>
          <LanguageSwitch />
        </div>
      </footer>
      {loginAgain}
      {/MicroMessenger/i.test(navigator.userAgent) ? <WechatCard /> : null}
    </div>
  )
}

/** The mark in the race's colour: a start line and a runner beyond it. */
const Mark = () => (
  <svg aria-hidden width="24" height="24" viewBox="0 0 24 24" className="shrink-0">
    <rect width="24" height="24" rx="7" fill="var(--c-fill)" />
    <path
      d="M7 6v12M11.5 7l5 5-5 5"
      fill="none"
      stroke="var(--c-on-fill)"
      strokeWidth="2.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    />
  </svg>
)
