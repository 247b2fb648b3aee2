import {
  Award,
  BedDouble,
  BookOpen,
  Camera,
  ClipboardList,
  Ellipsis,
  FileUp,
  Flag,
  Gift,
  Info,
  MapPin,
  Package,
  Play,
  Radio,
  Route,
  Search,
  ShieldCheck,
  Ticket,
  Timer,
  UserRound,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import type { Lang } from '#contract/words.ts'
import type { MenuEntry } from '#features/races/contract.ts'
import { menuLabelOf } from '#features/races/rules.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { hrefToPage } from '#ui/router/address.ts'
import { useHasPage } from '#ui/router/Router.tsx'
import { moreWords } from './menu.words.ts'

const icons: Record<MenuEntry['key'], typeof Info> = {
  signup: Flag,
  query: Search,
  eventinfo: Info,
  results: Timer,
  certificate: Award,
  photos: Camera,
  my: UserRound,
  gear: ShieldCheck,
  hotels: BedDouble,
  packages: Gift,
  upload: FileUp,
  start: MapPin,
  racepack: Package,
  route: Route,
  video: Play,
  liveresults: Radio,
  gpslive: Route,
  guidebook: BookOpen,
  tickets: Ticket,
  other: ClipboardList,
}

/** Tells whether an entry opens a guidebook that is a file. Such a file opens beside the app. */
const isFile = (entry: MenuEntry): boolean => entry.page?.startsWith('/guidebooks/') ?? false

const hrefOf = (entry: MenuEntry): string => {
  if (entry.address !== undefined) return entry.address
  return isFile(entry) ? entry.page! : hrefToPage(entry.page ?? '/')
}

/**
 * Chooses the number of columns. With most numbers of entries no single entry is alone in the last row. English labels
 * need wider columns, so that no word breaks on a narrow phone. With large text a column keeps room for a label, so
 * there are fewer columns.
 */
const columnsFor = (count: number, lang: Lang): string => {
  const columns = (least: string) => `repeat(auto-fit,minmax(max(${least}),1fr))`
  if (lang === 'en') return count === 4 || count === 2 ? 'repeat(2,minmax(0,1fr))' : columns('5rem,33%')
  if (count === 3 || count === 6) return columns('5rem,33%')
  return columns(count === 5 || count === 9 || count === 10 ? '3.25rem,20%' : '3.25rem,25%')
}

/** The number of entries before "more". A menu with only one entry beyond this number shows all its entries. */
const MAIN = 4

/**
 * Compares two menu entries for sorting. The entries that a person needs most come first, and the other entries keep
 * their order.
 */
const byPlace =
  (first: readonly MenuEntry['key'][]) =>
  (a: MenuEntry, b: MenuEntry): number => {
    const place = ({ key }: MenuEntry) => (first.includes(key) ? first.indexOf(key) : first.length)
    return place(a) - place(b)
  }

const tileLook =
  'flex min-h-22 w-full flex-col items-center gap-1.5 rounded px-1 py-2.5 text-center text-12 hover:bg-sunk'
const discLook = 'flex size-11 items-center justify-center rounded-full bg-menu text-on-menu'

/** The menu as a grid of icons with labels. The menu leaves out an entry whose screen does not exist yet. */
export const RaceMenu = ({
  entries,
  label,
  first = [],
}: {
  entries: readonly MenuEntry[]
  label: string
  /** The entries that a person needs most at this time, the most important one first. */
  first?: readonly MenuEntry['key'][]
}) => {
  const t = useWords()
  const { lang } = useLang()
  const has = useHasPage()
  const [whole, setWhole] = useState(false)
  const offered = entries
    .filter((entry) => entry.address !== undefined || isFile(entry) || (entry.page !== undefined && has(entry.page)))
    .toSorted(byPlace(first))
  if (!offered.length) return null
  const folds = offered.length > MAIN + 1
  const shown = folds && !whole ? offered.slice(0, MAIN) : offered
  return (
    <nav aria-label={label} className="rounded bg-surface p-2 shadow-card">
      <ul
        className="grid"
        style={{ gridTemplateColumns: columnsFor(folds ? (whole ? offered.length : MAIN + 1) : shown.length, lang) }}
      >
        {shown.map((entry, at) => {
          const Icon = entry.page?.startsWith('/team') ? UsersRound : icons[entry.key]
          return (
            <li key={`${entry.key}${at}`}>
              <Link
                href={hrefOf(entry)}
                {...(entry.address === undefined && !isFile(entry) ? {} : { target: '_blank', rel: 'noopener' })}
                className={tileLook}
              >
                <span aria-hidden className={discLook}>
                  <Icon className="size-6" />
                </span>
                {menuLabelOf(entry, lang)}
              </Link>
            </li>
          )
        })}
        {folds && !whole ? (
          <li>
            <button type="button" aria-expanded={false} className={tileLook} onClick={() => setWhole(true)}>
              <span aria-hidden className="flex size-11 items-center justify-center rounded-full bg-sunk text-soft">
                <Ellipsis className="size-6" />
              </span>
              {t(moreWords.more)}
            </button>
          </li>
        ) : null}
      </ul>
    </nav>
  )
}
