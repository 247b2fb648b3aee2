import { Menu as MenuIcon, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { path } from '#seam/console/paths.ts'
import { raceStateOf } from '#seam/console/raceState.ts'
import { useRace, useRaceOfMenus } from '#seam/console/useRace.ts'
import { useNow } from '#ui/feedback/Countdown.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { useFollow } from '#ui/form/useFollow.ts'
import { useWords } from '#ui/language/lang.tsx'
import { LanguageSwitch } from '#ui/language/LanguageSwitch.tsx'
import { Link } from '#ui/router/Link.tsx'
import { usePlace, useScreenPath } from '#ui/router/Router.tsx'
import {
  type MenuPhase,
  type PlatformEntry,
  type RaceEntry,
  isAt,
  overview,
  phaseAt,
  phasesFor,
  platformFor,
} from './menu.ts'
import { useCounts, useRecounting } from './useCounts.ts'
import { words } from './words.ts'

/**
 * Returns the phases that the member of staff may see in the race of the address (`all`), and the open phase. `all` is
 * empty if the address names no race, if the race is gone, or while the log-in is not known.
 */
const usePhases = () => {
  const raceid = useRaceOfMenus()
  const screen = useScreenPath()
  const race = useRace()
  const { me } = useMe()
  const all = me && raceid !== undefined ? phasesFor(me.roles, raceid) : []
  const now = useNow(60_000)
  const state = race && raceStateOf(race, new Date(now))
  return { raceid, screen, all, open: phaseAt(all, screen, state) }
}

const tabLook = (here: boolean): string =>
  'flex min-h-10 items-center gap-2 whitespace-nowrap border-b-2 px-3 text-14 ' +
  (here ? 'border-strong font-medium text-ink' : 'border-transparent text-soft hover:border-edge hover:text-ink')

/** The phases of a race, side by side. Each phase is a link to the first of its screens. */
export const PhaseTabs = () => {
  const t = useWords()
  const { raceid, all, open } = usePhases()
  const counts = useCounts(raceid)
  useRecounting()
  if (raceid === undefined || all.length === 0) return null
  return (
    <nav data-phases aria-label={t(words.phases)} className="max-lg:hidden">
      <ul className="flex gap-1 overflow-x-auto px-3">
        {all.map(({ key, label, icon: Icon, entries }) => (
          <li key={key}>
            <Link
              href={path[entries[0]!.to]({ raceid })}
              {...(key === open?.key ? { 'aria-current': 'true' as const } : {})}
              className={tabLook(key === open?.key)}
            >
              <Icon className="size-4" aria-hidden />
              {t(label)}
              <Count n={entries.reduce((sum, { to }) => sum + (counts[to] ?? 0), 0)} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The number of open tasks on a screen. */
const Count = ({ n }: { n: number | undefined }) => {
  const t = useWords()
  if (!n) return null
  return (
    <span
      title={t(words.waiting_here, { n })}
      className="figures min-w-5 rounded-full bg-warning-tint px-1.5 text-center text-12 text-warning-ink"
    >
      {n > 999 ? '999+' : n}
      <span className="sr-only"> {t(words.waiting_here, { n })}</span>
    </span>
  )
}

type LineProps = { entry: RaceEntry | PlatformEntry; href: string; here: boolean; count?: number | undefined }
const Line = ({ entry, href, here, count }: LineProps) => {
  const t = useWords()
  const { icon: Icon } = entry
  return (
    <li>
      <Link
        href={href}
        {...(here ? { 'aria-current': 'page' as const } : {})}
        className={
          'flex min-h-11 items-center gap-3 rounded px-3 text-14 lg:min-h-9 ' +
          (here ? 'bg-tint font-medium text-strong' : 'text-ink hover:bg-sunk')
        }
      >
        <Icon className={`size-4 shrink-0 ${here ? '' : 'text-soft'}`} aria-hidden />
        <span className="min-w-0 flex-1">{t(entry.label)}</span>
        <Count n={count} />
      </Link>
    </li>
  )
}

/**
 * The links to a race's overview and to the screens of one phase. Without a race, the links to the screens of the
 * platform.
 */
const Lines = ({ phase }: { phase?: MenuPhase | undefined }) => {
  const t = useWords()
  const { raceid, screen, open } = usePhases()
  const { me } = useMe()
  const counts = useCounts(raceid)
  const shown = phase ?? open
  return (
    <nav aria-label={t(words.navigation)} className="grid gap-0.5">
      {raceid === undefined ? (
        <ul className="grid gap-0.5">
          {platformFor(me?.roles ?? []).map((entry) => (
            <Line key={entry.to} entry={entry} href={path[entry.to]()} here={isAt(entry, screen)} />
          ))}
        </ul>
      ) : (
        <>
          <ul className="grid gap-0.5">
            <Line entry={overview} href={path.overview({ raceid })} here={isAt(overview, screen)} />
          </ul>
          {shown ? (
            <>
              <p className="px-3 pb-1 pt-3 text-12 text-soft">{t(shown.label)}</p>
              <ul className="grid gap-0.5">
                {shown.entries.map((entry) => (
                  <Line
                    key={entry.to}
                    entry={entry}
                    href={path[entry.to]({ raceid })}
                    here={isAt(entry, screen)}
                    count={counts[entry.to]}
                  />
                ))}
              </ul>
            </>
          ) : null}
        </>
      )}
    </nav>
  )
}

export const SideMenu = () => (
  <div className="hidden w-52 shrink-0 border-r border-line bg-surface lg:block">
    <div className="sticky top-[var(--head)] max-h-[calc(100dvh-var(--head))] overflow-y-auto px-3 py-4">
      <Lines />
    </div>
  </div>
)

/** The menu behind a button on a phone. */
export const PhoneMenu = () => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  const [key, setKey] = useState<string>()
  const { pathname } = usePlace()
  const phases = usePhases()
  const shown = phases.all.find((one) => one.key === key) ?? phases.open
  useFollow(pathname, () => {
    setOpen(false)
    setKey(undefined)
  })
  useEffect(() => {
    if (!open) return undefined
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false)
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [open])
  return (
    <div className="lg:hidden">
      <IconButton
        label={t(open ? words.menu_close : words.menu)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="-ml-2.5"
      >
        {open ? <X className="size-6" aria-hidden /> : <MenuIcon className="size-6" aria-hidden />}
      </IconButton>
      {open ? (
        <div
          className={
            'absolute inset-x-0 top-14 z-40 max-h-[calc(100dvh-3.5rem)] animate-fade ' +
            'overflow-y-auto border-b border-line bg-surface px-2 py-3 shadow-card'
          }
        >
          {phases.all.length > 0 ? (
            <div role="group" aria-label={t(words.phases)} className="mb-3 flex overflow-x-auto">
              {phases.all.map((one) => (
                <button
                  key={one.key}
                  type="button"
                  aria-pressed={one.key === shown?.key}
                  onClick={() => setKey(one.key)}
                  className={`${tabLook(one.key === shown?.key)} min-h-11 flex-1 justify-center`}
                >
                  {t(one.label)}
                </button>
              ))}
            </div>
          ) : null}
          <Lines phase={shown} />
          <div className="mt-2 border-t border-line pt-2">
            <LanguageSwitch />
          </div>
        </div>
      ) : null}
    </div>
  )
}
