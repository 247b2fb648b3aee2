import { ExternalLink } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { LoginAgain } from '#features/staff/console/LoginAgain.tsx'
import { SecondNotice } from '#features/staff/console/SecondNotice.tsx'
import { StaffMenu } from '#features/staff/console/StaffMenu.tsx'
import { useMe } from '#features/staff/console/useMe.ts'
import { onNoAuthorisation } from '#ui/network/call.ts'
import { useWords } from '#ui/language/lang.tsx'
import { LanguageSwitch } from '#ui/language/LanguageSwitch.tsx'
import { Link, useGo } from '#ui/router/Link.tsx'
import { Offline } from '#ui/feedback/Offline.tsx'
import { usePlace, useScreenPath } from '#ui/router/Router.tsx'
import { words as kit } from '#ui/language/words.ts'
import { DeskPage } from '#seam/console/DeskPage.tsx'
import { useIsRaceGone, useRace, useRaceInPlace, useRaceOfMenus } from '#seam/console/useRace.ts'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { ButtonLink } from '#ui/form/Button.tsx'
import { stopAtFaults } from '#ui/form/faults.ts'
import { hasOwnLock } from '#seam/console/ownLock.ts'
import { path } from '#seam/console/paths.ts'
import { PhaseTabs, PhoneMenu, SideMenu } from './Menu.tsx'
import { DensitySwitch } from './DensitySwitch.tsx'
import { NoRight, useMissingRight } from './NoRight.tsx'
import { Palette } from './Palette.tsx'
import { PlatformName } from './PlatformName.tsx'
import { RaceSwitcher } from './RaceSwitcher.tsx'
import { words } from './words.ts'

/** The page of a race that does not exist, or that this member of staff may not see. */
const RaceGone = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  return (
    <DeskPage title={t(words.race_gone)}>
      <Empty
        title={t(words.race_gone)}
        description={t(words.race_gone_text, { id: raceid })}
        action={
          <ButtonLink look="plain" href={path.front()}>
            {t(words.all_races)}
          </ButtonLink>
        }
      />
    </DeskPage>
  )
}

/** The page of an address that the organisers' app does not have. */
const NoPage = () => {
  const t = useWords()
  return (
    <DeskPage title={t(words.no_page)}>
      <Empty
        title={t(words.no_page)}
        description={t(words.no_page_text)}
        action={
          <ButtonLink look="plain" href={path.front()}>
            {t(words.all_races)}
          </ButtonLink>
        }
      />
    </DeskPage>
  )
}

const outside = /^\/console\/(login|claim)/

export const Layout = ({ children }: { children: ReactNode }) => {
  const t = useWords()
  const go = useGo()
  const { pathname } = usePlace()
  const { me, fault, refresh } = useMe()
  const named = useRaceInPlace()
  const raceid = useRaceOfMenus()
  const race = useRace()
  const gone = useIsRaceGone()
  const screen = useScreenPath()
  const missing = useMissingRight()
  const [again, setAgain] = useState(false)
  // A person who was logged in here may have typed something, so the log-in opens over the page and the page stays.
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
  useEffect(stopAtFaults, [])
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
      <header className="sticky top-0 z-30 border-b border-line bg-surface">
        {hasOwnLock(pathname) ? null : <Offline />}
        <div className="flex h-14 items-center gap-2 px-4 max-md:gap-0 max-md:px-3 lg:px-6">
          {inside ? <PhoneMenu /> : null}
          <Link
            href={path.front()}
            className={`flex min-h-11 min-w-0 items-center whitespace-nowrap text-16 font-bold ${raceid === undefined ? '' : 'max-lg:hidden'}`}
          >
            <PlatformName organisers={raceid === undefined} />
          </Link>
          <div className="flex min-w-0 flex-1 items-center">{inside ? <RaceSwitcher /> : null}</div>
          <span className="flex shrink-0 items-center gap-1">
            {inside ? <Palette /> : null}
            {inside ? <DensitySwitch /> : null}
            {race?.published ? (
              <a
                href={`/home?raceid=${race.id}`}
                target="_blank"
                rel="noopener"
                aria-label={t(words.runner_page)}
                title={t(words.runner_page)}
                className="flex size-11 items-center justify-center rounded text-soft hover:bg-sunk max-md:hidden"
              >
                <ExternalLink className="size-5" aria-hidden />
              </a>
            ) : null}
            {/* On a phone the race needs the space, so the language is in the menu. */}
            <span className={raceid === undefined ? '' : 'max-lg:hidden'}>
              <LanguageSwitch />
            </span>
            <StaffMenu />
          </span>
        </div>
        {inside ? <PhaseTabs /> : null}
      </header>
      {inside ? <SecondNotice /> : null}
      <div className="flex flex-1">
        {inside ? <SideMenu /> : null}
        <div className="flex min-w-0 flex-1 flex-col">
          {gone && inside ? (
            <RaceGone raceid={named ?? 0} />
          ) : screen === undefined ? (
            <NoPage />
          ) : missing && inside ? (
            <NoRight {...missing} />
          ) : fault && !outside.test(pathname) && !hasOwnLock(pathname) ? (
            <ErrorState page error={fault} onRetry={refresh} />
          ) : (
            children
          )}
        </div>
      </div>
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
