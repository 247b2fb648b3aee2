import { Flag, Search, SlidersHorizontal, Ticket, User } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { textMatcher } from '#contract/names/matches.ts'
import { consoleOrdersList } from '#features/orders/contract.ts'
import { namesOfOrder } from '#features/orders/names.rules.ts'
import { consoleRegistrationsList } from '#features/registrations/changes/changes.contract.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { rightsOf } from '#features/staff/rules.ts'
import { raceWords } from '#features/races/console/race.words.ts'
import { path } from '#seam/console/paths.ts'
import { useKnownRaces, useRaceOfMenus } from '#seam/console/useRace.ts'
import { Dialog } from '#ui/feedback/Dialog.tsx'
import { FindList, type FindListItem } from '#ui/form/search/FindList.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { overview, phasesFor, platformFor } from './menu.ts'
import { settingFields } from './settingFields.ts'
import { words } from './words.ts'

type Way = FindListItem & { href: string }
/** The most results of one kind that the list shows. A longer search text finds the other results. */
const MOST = 6
const icon = 'size-4 shrink-0 text-soft'

/** Finds the matching screens and settings of the race on the page, and the matching screens of the platform. */
const useScreens = (typed: string): Way[] => {
  const t = useWords()
  const raceid = useRaceOfMenus()
  const { me } = useMe()
  const held = me?.roles ?? []
  const isMeant = textMatcher(typed)
  const screens = [
    ...(raceid === undefined
      ? []
      : [
          { label: t(overview.label), href: path.overview({ raceid }), icon: overview.icon, group: '' },
          ...phasesFor(held, raceid).flatMap(({ label, entries }) =>
            entries.map((one) => ({
              label: t(one.label),
              href: path[one.to]({ raceid }),
              icon: one.icon,
              group: t(label),
            })),
          ),
        ]),
    ...platformFor(held).map((one) => ({
      label: t(one.label),
      href: path[one.to](),
      icon: one.icon,
      group: t(words.platform),
    })),
  ].map(({ icon: Icon, group, ...one }) => ({
    ...one,
    key: one.href,
    aside: group,
    group: t(words.find_screens),
    icon: <Icon className={icon} aria-hidden />,
  }))
  const settings =
    raceid === undefined || typed.trim() === '' || !rightsOf(held, raceid).includes('race.edit')
      ? []
      : settingFields.map((field) => ({
          key: `setting ${field}`,
          label: t(raceWords[field]),
          href: path.race({ raceid, field }),
          group: t(words.find_settings),
          icon: <SlidersHorizontal className={icon} aria-hidden />,
        }))
  return [
    ...screens.filter(({ label, aside }) => isMeant(`${label} ${aside}`)),
    ...settings.filter(({ label }) => isMeant(label)).slice(0, MOST),
  ]
}

/** Finds runners and orders of the race on the page. */
const useRecords = (q: string): { ways: Way[]; busy: boolean } => {
  const t = useWords()
  const raceid = useRaceOfMenus()
  const { me } = useMe()
  const rights = raceid === undefined ? [] : rightsOf(me?.roles ?? [], raceid)
  const asks = q !== '' && raceid !== undefined
  const options = { quiet: true, keep: true, staleTime: 10_000 }
  const runners = useAsk(
    consoleRegistrationsList,
    { raceid: raceid ?? 0, q, limit: MOST },
    { ...options, enabled: asks && rights.includes('registrations.read') },
  )
  const orders = useAsk(
    consoleOrdersList,
    { raceid: raceid ?? 0, q, limit: MOST },
    { ...options, enabled: asks && rights.includes('money.read') },
  )
  if (!asks) return { ways: [], busy: false }
  return {
    busy: runners.isFetching || orders.isFetching,
    ways: [
      ...(runners.data?.items ?? []).map((one) => ({
        key: `runner ${one.id}`,
        label: [one.name, one.bib].filter(Boolean).join(' · '),
        aside: `${one.event} · ${one.status}`,
        href: path.registration({ raceid, id: one.id }),
        group: t(words.find_runners),
        icon: <User className={icon} aria-hidden />,
      })),
      ...(orders.data?.items ?? []).map((one) => ({
        key: `order ${one.id}`,
        label: one.tradeno,
        aside: [namesOfOrder(one), one.subject].filter(Boolean).join(' · '),
        href: path.order({ raceid, id: one.id }),
        group: t(words.find_orders),
        icon: <Ticket className={icon} aria-hidden />,
      })),
    ],
  }
}

const useRacesFound = (typed: string): Way[] => {
  const t = useWords()
  const { lang } = useLang()
  const here = useRaceOfMenus()
  const races = useKnownRaces().data?.items ?? []
  const isMeant = textMatcher(typed)
  if (typed.trim() === '' && here !== undefined) return []
  return races
    .filter(({ id, name, city }) => id !== here && isMeant(`${id} ${name} ${city}`))
    .slice(0, MOST)
    .map((one) => ({
      key: `race ${one.id}`,
      label: one.name,
      aside: dateText(one.time, lang, 'day', one.zone),
      href: path.overview({ raceid: one.id }),
      group: t(words.races),
      icon: <Flag className={icon} aria-hidden />,
    }))
}

const Finder = ({ onClose }: { onClose: () => void }) => {
  const t = useWords()
  const go = useGo()
  const [typed, setTyped] = useState('')
  const records = useRecords(useDeferredValue(typed.trim()))
  const found = [...records.ways, ...useScreens(typed), ...useRacesFound(typed)]
  return (
    <FindList
      label={t(words.find)}
      typed={typed}
      onTyped={setTyped}
      found={found}
      busy={records.busy}
      nothing={t(records.busy ? words.finding : words.found_nothing)}
      onChoose={({ href }) => {
        onClose()
        go(href)
      }}
    />
  )
}

/** Finds screens, runners, orders, settings and races. Ctrl+K or Cmd+K opens and closes the search. */
export const Palette = () => {
  const t = useWords()
  const [open, setOpen] = useState(false)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return
      // The search would cover another open dialog and hide the work in that dialog.
      if (!open && document.querySelector('dialog[open]')) return
      event.preventDefault()
      setOpen(!open)
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [open])
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={
          'flex min-h-9 items-center gap-2 rounded text-14 text-soft hover:bg-sunk hover:text-ink ' +
          'max-lg:size-11 max-lg:justify-center lg:border lg:border-line lg:px-3'
        }
      >
        <Search className="size-4" aria-hidden />
        <span className="max-lg:sr-only">{t(words.find_short)}</span>
        <kbd className="rounded bg-sunk px-1.5 text-12 max-lg:hidden">Ctrl K</kbd>
      </button>
      <Dialog forgets wide open={open} onClose={() => setOpen(false)} title={t(words.find_short)}>
        <Finder onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}
