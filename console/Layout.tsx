import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LoginAgain } from '#features/staff/console/LoginAgain.tsx'
import { StaffMenu } from '#features/staff/console/StaffMenu.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { onNoAuthorisation } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { LanguageSwitch } from '#ui/language/LanguageSwitch.tsx'
import { Link, useGo } from '#ui/router/Link.tsx'
import { Offline } from '#ui/feedback/Offline.tsx'
import { usePlace } from '#ui/router/Router.tsx'
import { words as kit } from '#ui/language/words.ts'
import { PhoneMenu, SideMenu } from './Menu.tsx'
import { path } from '#seam/console/paths.ts'
import { words } from './words.ts'

const outside = /^\/console\/(login|claim)/

export const Layout = ({ children }: { children: ReactNode }) => {
  const t = useWords()
  const go = useGo()
  const { pathname } = usePlace()
  const { me, refresh } = useMe()
  const [again, setAgain] = useState(false)
  // Whoever was logged in here may have something typed: the log-in comes to the page instead of the page going to the
  // log-in.
  const wasIn = useRef(false)
  useEffect(() => {
    if (me) wasIn.current = true
    if (outside.test(pathname)) wasIn.current = false
  }, [me, pathname])
  useEffect(
    () =>
      onNoAuthorisation((refused) => {
        if (refused.code === '403' || outside.test(location.pathname)) return
        if (wasIn.current) setAgain(true)
        else go(path.login({ to: location.pathname + location.search }))
      }),
    [go],
  )
  const inside = me !== undefined && !outside.test(pathname)
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className={
          'sr-only z-50 rounded bg-strong px-4 py-3 text-on-strong ' +
          'focus:not-sr-only focus:fixed focus:left-4 focus:top-4'
        }
      >
        {t(kit.skip)}
      </a>
      <header className="relative z-30 border-b border-line bg-surface">
        <div className="flex min-h-16 items-center gap-3 px-4 lg:px-6">
          {inside ? <PhoneMenu /> : null}
          <Link href={path.front()} className="mr-auto flex min-h-11 min-w-0 items-center text-16 font-bold">
            Startline
            <span className="hidden whitespace-pre md:inline">{` · ${t(words.organisers)}`}</span>
          </Link>
          <span className="flex shrink-0 items-center">
            <LanguageSwitch />
            <StaffMenu />
          </span>
        </div>
      </header>
      <div className="flex flex-1">
        {inside ? <SideMenu /> : null}
        <div className="flex min-w-0 flex-1 flex-col">{children}</div>
      </div>
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
