import {
  Award,
  BadgeJapaneseYen,
  Camera,
  CalendarDays,
  ClipboardList,
  CreditCard,
  Dices,
  FileClock,
  Flag,
  Gamepad2,
  Hash,
  Hourglass,
  Image,
  Inbox,
  LayoutDashboard,
  ListOrdered,
  type LucideIcon,
  Megaphone,
  MessageSquareText,
  MonitorPlay,
  Newspaper,
  PackageCheck,
  Receipt,
  Route,
  Scale,
  ScrollText,
  Settings2,
  Ticket,
  Timer,
  Trophy,
  Truck,
  Undo2,
  UserCog,
  Users,
  HeartHandshake,
} from 'lucide-react'
import type { Right, Role } from '#contract/rights.ts'
import type { Text } from '#contract/words.ts'
import { rightsOf } from '#features/staff/rules.ts'
import type { RaceState } from '#seam/console/raceState.ts'
import { type RaceName, addresses, path } from '#seam/console/paths.ts'
import { words } from './words.ts'

type PlatformName = Exclude<keyof typeof path, RaceName>
type Any = keyof typeof addresses
/**
 * One screen of the menu. `right`: who may see it; without one every member of staff. `also`: screens that belong to
 * it.
 */
type EntryOf<Name extends Any> = {
  to: Name
  says: Text
  icon: LucideIcon
  right?: Right
  also?: readonly Any[]
}
export type RaceEntry = EntryOf<RaceName>
/** `anyRace`: the right for one race is enough to be let in. */
export type PlatformEntry = EntryOf<PlatformName> & { anyRace?: true }
type PhaseKey = 'setup' | 'entries' | 'money' | 'day' | 'results'
export type Phase = { key: PhaseKey; says: Text; icon: LucideIcon; entries: readonly RaceEntry[] }

/** The first page of a race stands above its phases. */
export const overview: RaceEntry = { to: 'overview', says: words.overview, icon: LayoutDashboard }

/** The other pages of a race, by the phases of its life. A new screen is one line here. */
export const phases: readonly Phase[] = [
  {
    key: 'setup',
    says: words.phase_setup,
    icon: Settings2,
    entries: [
      { to: 'race', says: words.settings, icon: Settings2, right: 'race.edit' },
      { to: 'events', says: words.events, icon: Route, right: 'events.edit' },
      { to: 'notices', says: words.notices, icon: Newspaper, right: 'notices.edit' },
      { to: 'waiting', says: words.waiting, icon: Hourglass, right: 'events.edit' },
      { to: 'privacy', says: words.privacy, icon: FileClock, right: 'race.edit' },
    ],
  },
  {
    key: 'entries',
    says: words.phase_entries,
    icon: ClipboardList,
    entries: [
      {
        to: 'registrations',
        says: words.registrations,
        icon: ClipboardList,
        right: 'registrations.read',
        also: ['registration'],
      },
      { to: 'ballots', says: words.ballots, icon: Dices, right: 'registrations.read' },
      { to: 'waitlists', says: words.waitlists, icon: ListOrdered, right: 'registrations.read' },
      { to: 'invitations', says: words.invitations, icon: Ticket, right: 'invitations.edit' },
      { to: 'teams', says: words.teams, icon: Users, right: 'teams.edit' },
      { to: 'announcements', says: words.announcements, icon: Megaphone, right: 'notices.edit' },
      { to: 'games', says: words.games, icon: Gamepad2, right: 'results.import' },
    ],
  },
  {
    key: 'money',
    says: words.phase_money,
    icon: BadgeJapaneseYen,
    entries: [
      { to: 'orders', says: words.orders, icon: BadgeJapaneseYen, right: 'money.read', also: ['order'] },
      { to: 'refunds', says: words.refunds, icon: Undo2, right: 'money.read' },
      { to: 'invoices', says: words.invoices, icon: Receipt, right: 'invoices.edit' },
      { to: 'channels', says: words.channels, icon: CreditCard, right: 'money.read' },
    ],
  },
  {
    key: 'day',
    says: words.phase_day,
    icon: Flag,
    entries: [
      { to: 'bibs', says: words.bibs, icon: Hash, right: 'bibs.edit' },
      { to: 'checkin', says: words.checkin, icon: PackageCheck, right: 'checkin.edit' },
      { to: 'volunteers', says: words.volunteers, icon: HeartHandshake, right: 'checkin.edit' },
      { to: 'timing', says: words.timing, icon: Timer, right: 'results.import', also: ['timed'] },
      { to: 'hall', says: words.hall, icon: MonitorPlay, right: 'hall.manage' },
    ],
  },
  {
    key: 'results',
    says: words.phase_results,
    icon: Trophy,
    entries: [
      { to: 'results', says: words.results, icon: Trophy, right: 'results.import' },
      { to: 'handins', says: words.handins, icon: Inbox, right: 'results.edit' },
      { to: 'certificates', says: words.certificates, icon: Award, right: 'certificates.edit', also: ['certificate'] },
      { to: 'posters', says: words.posters, icon: Image, right: 'certificates.edit' },
      { to: 'photos', says: words.photos, icon: Camera, right: 'photos.edit', also: ['album'] },
      { to: 'parcels', says: words.parcels, icon: Truck, right: 'sealed.open' },
    ],
  },
]

/** The pages that belong to no race. */
export const platform: readonly PlatformEntry[] = [
  { to: 'front', says: words.races, icon: CalendarDays, also: ['newRace'] },
  { to: 'staff', says: words.staff, icon: UserCog, right: 'staff.manage' },
  {
    to: 'reconciliations',
    says: words.reconciliations,
    icon: Scale,
    right: 'money.reconcile',
    also: ['reconciliation'],
  },
  { to: 'outbox', says: words.outbox, icon: MessageSquareText, right: 'outbox.read' },
  { to: 'log', says: words.log, icon: ScrollText, right: 'log.read', anyRace: true },
]

type Held = readonly { raceid: number | null; role: Role }[]

/** What somebody with these roles is offered in a race: phases without a screen for them are left out. */
export const phasesFor = (held: Held, raceid: number): Phase[] => {
  const rights = rightsOf(held, raceid)
  return phases
    .map((phase) => ({
      ...phase,
      entries: phase.entries.filter(({ right }) => right === undefined || rights.includes(right)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/** What they are offered of the platform: a role for one race opens nothing that is of all races. */
export const platformFor = (held: Held): PlatformEntry[] =>
  platform.filter(
    ({ right, anyRace }) =>
      right === undefined ||
      rightsOf(held, null).includes(right) ||
      (anyRace && held.some(({ raceid }) => rightsOf(held, raceid).includes(right))),
  )

/** The name of the address that is open: its screen's path. */
export const isAt = ({ to, also = [] }: { to: Any; also?: readonly Any[] }, screenPath: string | undefined): boolean =>
  [to, ...also].some((name) => addresses[name] === screenPath)

/** The phase that a race is in by itself: shown where the open screen belongs to none. */
const phaseOf = { hidden: 'setup', coming: 'entries', today: 'day', over: 'results' } as const satisfies Record<
  RaceState,
  PhaseKey
>

/** The phase that the open screen belongs to, or the one that the race is in. */
export const phaseAt = (
  all: readonly Phase[],
  screenPath: string | undefined,
  state: RaceState | undefined,
): Phase | undefined =>
  all.find(({ entries }) => entries.some((entry) => isAt(entry, screenPath))) ??
  all.find(({ key }) => state !== undefined && key === phaseOf[state]) ??
  all[0]

/** The same screen in another race, the list where the screen is about one thing of this race. */
export const inRace = (raceid: number, screenPath: string | undefined): string => {
  const entry = phases.flatMap(({ entries }) => entries).find((one) => isAt(one, screenPath))
  return path[entry?.to ?? 'overview']({ raceid })
}
