import { type ReactNode, useEffect, useRef, useState } from 'react'
import { roles } from '#contract/rights.ts'
import { LoginAgain } from '#features/staff/console/LoginAgain.tsx'
import { StaffMenu } from '#features/staff/console/StaffMenu.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { onNoAuthorisation } from '#ui/call.ts'
import { useWords } from '#ui/lang.tsx'
import { LanguageSwitch } from '#ui/LanguageSwitch.tsx'
import { Link, useGo, usePageParams } from '#ui/Link.tsx'
import { Offline } from '#ui/Offline.tsx'
import { usePlace } from '#ui/Router.tsx'
import { words as kit } from '#ui/words.ts'
import { path } from './paths.ts'
import { words } from './words.ts'

const outside = /^\/console\/(login|claim)/

/** Whether an entry is the one that is open; an order belongs to the orders, a registration to the registrations. */
const isAt = (href: string, pathname: string): boolean => {
  const at = new URL(href, 'http://page').pathname
  return at === pathname || (at === path.orders() && pathname === path.order()) || (at === path.registrations() && pathname === path.registration())
}

export const Layout = ({ children }: { children: ReactNode }) => {
  const t = useWords()
  const go = useGo()
  const { pathname } = usePlace()
  const { raceid } = usePageParams()
  const { me, may, refresh } = useMe()
  const [again, setAgain] = useState(false)
  // Whoever was logged in here may have something typed: the log-in comes to the page instead of the page going to the log-in.
  const wasIn = useRef(false)
  if (me) wasIn.current = true
  if (outside.test(pathname)) wasIn.current = false
  useEffect(
    () =>
      onNoAuthorisation((refused) => {
        if (refused.code === '403' || outside.test(location.pathname)) return
        if (wasIn.current) setAgain(true)
        else go(path.login({ to: location.pathname + location.search }))
      }),
    [],
  )
  // A screen that one has no right to is not offered; the server refuses it in any case.
  const entries = [
    [path.front(), t(words.races), me !== undefined],
    [path.staff(), t(words.staff), may('staff.manage')],
    [path.registrations({ raceid }), t(words.registrations), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('registrations.read')) ?? false],
    [path.race({ raceid }), t(words.settings), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('race.edit')) ?? false],
    [path.events({ raceid }), t(words.events), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('events.edit')) ?? false],
    [path.bibs({ raceid }), t(words.bibs), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('bibs.edit')) ?? false],
    [path.notices({ raceid }), t(words.notices), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('notices.edit')) ?? false],
    [path.certificates({ raceid }), t(words.certificates), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('certificates.edit')) ?? false],
    [path.results({ raceid }), t(words.results), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('results.import')) ?? false],
    [path.games({ raceid }), t(words.games), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('results.import')) ?? false],
    [path.volunteers({ raceid }), t(words.volunteers), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('checkin.edit')) ?? false],
    [path.checkin({ raceid }), t(words.checkin), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('checkin.edit')) ?? false],
    [path.invitations({ raceid }), t(words.invitations), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('invitations.edit')) ?? false],
    [path.teams({ raceid }), t(words.teams), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('teams.edit')) ?? false],
    [path.orders({ raceid }), t(words.orders), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('money.read')) ?? false],
    [path.log(), t(words.log), me?.roles.some(({ role }) => (roles[role].rights as readonly string[]).includes('log.read')) ?? false],
    [path.outbox(), t(words.outbox), may('outbox.read')],
  ] as const
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#main" className="sr-only z-50 rounded bg-strong px-4 py-3 text-on-strong focus:not-sr-only focus:fixed focus:left-4 focus:top-4">
        {t(kit.skip)}
      </a>
      <header className="border-b border-line bg-surface">
        <div className="frame flex min-h-16 flex-wrap items-center gap-x-3">
          <Link href={path.front()} className="mr-auto flex min-h-11 items-center whitespace-nowrap text-16 font-bold">
            {t(words.title)}
          </Link>
          <nav aria-label={t(words.navigation)} className="order-last -mx-4 flex w-[calc(100%+2rem)] overflow-x-auto px-1 lg:flex-wrap lg:-mx-3 lg:w-full lg:px-0">
            {entries.filter(([, , offered]) => offered).map(([href, said]) => (
              <Link key={said} href={href} {...(isAt(href, pathname) ? { 'aria-current': 'page' as const } : {})} className={`flex min-h-11 items-center whitespace-nowrap rounded px-3 text-14 hover:bg-sunk ${isAt(href, pathname) ? 'font-medium text-strong' : ''}`}>
                {said}
              </Link>
            ))}
          </nav>
          <span className="flex items-center">
            <LanguageSwitch />
            <StaffMenu />
          </span>
        </div>
      </header>
      {children}
      <Offline />
      <LoginAgain
        open={again}
        onClose={() => setAgain(false)}
        onDone={() => {
          setAgain(false)
          refresh()
        }}
      />
    </div>
  )
}
