import {
  Award,
  BadgeJapaneseYen,
  BookOpenText,
  BriefcaseMedical,
  Building2,
  Banknote,
  BedDouble,
  Camera,
  CalendarCheck,
  CalendarDays,
  ClipboardList,
  CloudLightning,
  CreditCard,
  Dices,
  FileClock,
  Flag,
  Footprints,
  Gamepad2,
  GalleryHorizontalEnd,
  Gavel,
  HandCoins,
  Gift,
  Hash,
  Hotel,
  Hourglass,
  IdCard,
  Image,
  Inbox,
  LayoutDashboard,
  ListChecks,
  ListOrdered,
  type LucideIcon,
  Map as MapIcon,
  Megaphone,
  Medal,
  MessageSquareText,
  MonitorPlay,
  Newspaper,
  PackageCheck,
  PackageOpen,
  QrCode,
  RadioTower,
  Receipt,
  Route,
  Scale,
  Rss,
  ScanLine,
  ScanSearch,
  ScrollText,
  Settings2,
  ShoppingBag,
  ShieldAlert,
  Siren,
  Stethoscope,
  Tent,
  Ticket,
  TicketCheck,
  Timer,
  Trophy,
  Truck,
  Undo2,
  UserCog,
  UserPlus,
  UserRoundCheck,
  UserX,
  Users,
  Webhook,
  HeartHandshake,
} from 'lucide-react'
import type { Right, RoleHeld } from '#contract/rights.ts'
import type { Text } from '#contract/words.ts'
import { rightsOf } from '#features/staff/rules.ts'
import type { RaceState } from '#seam/console/raceState.ts'
import { type RaceName, addresses, path } from '#seam/console/paths.ts'
import { words } from './words.ts'

type PlatformName = Exclude<keyof typeof path, RaceName>
type Any = keyof typeof addresses
/**
 * One screen of the menu. Without `right`, every member of staff sees the screen. `also` names other screens for which
 * the menu highlights the same entry.
 */
type EntryOf<Name extends Any> = {
  to: Name
  label: Text
  icon: LucideIcon
  right?: Right
  also?: readonly Any[]
}
export type RaceEntry = EntryOf<RaceName>
/** `anyRace` means that the right for one race is enough. */
export type PlatformEntry = EntryOf<PlatformName> & { anyRace?: true }
type PhaseKey = 'setup' | 'entries' | 'money' | 'around' | 'pickup' | 'day' | 'results'
export type MenuPhase = { key: PhaseKey; label: Text; icon: LucideIcon; entries: readonly RaceEntry[] }

/** The overview of a race, which the menu shows above the phases. */
export const overview: RaceEntry = { to: 'overview', label: words.overview, icon: LayoutDashboard, also: ['exports'] }

/** The pages of a race except the overview, by the phases of the race. A new screen needs one entry here. */
export const menuPhases: readonly MenuPhase[] = [
  {
    key: 'setup',
    label: words.phase_setup,
    icon: Settings2,
    entries: [
      { to: 'race', label: words.settings, icon: Settings2, right: 'race.edit' },
      { to: 'events', label: words.events, icon: Route, right: 'events.edit', also: ['form'] },
      { to: 'notices', label: words.notices, icon: Newspaper, right: 'notices.edit', also: ['notice'] },
      { to: 'scenes', label: words.scenes, icon: QrCode, right: 'race.edit' },
      { to: 'waiting', label: words.waiting, icon: Hourglass, right: 'events.edit' },
      { to: 'integrations', label: words.integrations, icon: Webhook, right: 'integrations.manage' },
      { to: 'realnames', label: words.realnames, icon: IdCard, right: 'names.decide' },
      { to: 'bans', label: words.bans, icon: UserX, right: 'bans.edit' },
      { to: 'privacy', label: words.privacy, icon: FileClock, right: 'race.edit' },
    ],
  },
  {
    key: 'entries',
    label: words.phase_entries,
    icon: ClipboardList,
    entries: [
      {
        to: 'registrations',
        label: words.registrations,
        icon: ClipboardList,
        right: 'registrations.read',
        also: ['registration', 'bulk'],
      },
      { to: 'ballots', label: words.ballots, icon: Dices, right: 'registrations.read' },
      { to: 'waitlists', label: words.waitlists, icon: ListOrdered, right: 'registrations.read' },
      { to: 'invitations', label: words.invitations, icon: Ticket, right: 'invitations.edit' },
      { to: 'clubs', label: words.clubs, icon: Building2, right: 'clubs.manage' },
      { to: 'teams', label: words.teams, icon: Users, right: 'teams.edit' },
      { to: 'announcements', label: words.announcements, icon: Megaphone, right: 'notices.edit' },
      { to: 'messages', label: words.messages, icon: MessageSquareText, right: 'registrations.read' },
      { to: 'bibs', label: words.bibs, icon: Hash, right: 'bibs.edit' },
    ],
  },
  {
    key: 'money',
    label: words.phase_money,
    icon: BadgeJapaneseYen,
    entries: [
      { to: 'orders', label: words.orders, icon: BadgeJapaneseYen, right: 'money.read', also: ['order', 'followups'] },
      { to: 'refunds', label: words.refunds, icon: Undo2, right: 'money.read' },
      { to: 'invoices', label: words.invoices, icon: Receipt, right: 'invoices.edit' },
      { to: 'drawers', label: words.drawers, icon: Banknote, right: 'money.reconcile', also: ['drawer'] },
      { to: 'accounting', label: words.accounting, icon: BookOpenText, right: 'money.read' },
      { to: 'channels', label: words.channels, icon: CreditCard, right: 'money.read' },
    ],
  },
  {
    key: 'around',
    label: words.phase_around,
    icon: ShoppingBag,
    entries: [
      { to: 'tickets', label: words.tickets, icon: TicketCheck, right: 'money.read' },
      { to: 'shop', label: words.shop, icon: ShoppingBag, right: 'money.read' },
      { to: 'hotels', label: words.hotels, icon: Hotel, right: 'hotels.manage' },
      { to: 'hotelBookings', label: words.hotelBookings, icon: BedDouble, right: 'hotels.work' },
      { to: 'parcels', label: words.parcels, icon: Truck, right: 'sealed.open' },
      { to: 'luckydraws', label: words.luckydraws, icon: Gift, right: 'race.edit' },
      { to: 'cardsets', label: words.cardsets, icon: GalleryHorizontalEnd, right: 'race.edit' },
      { to: 'trails', label: words.trails, icon: Footprints, right: 'events.edit', also: ['trail', 'trailScreen'] },
      { to: 'challenges', label: words.challenges, icon: CalendarCheck, right: 'events.edit' },
    ],
  },
  {
    key: 'pickup',
    label: words.phase_pickup,
    icon: PackageOpen,
    entries: [
      { to: 'walkin', label: words.walkin, icon: UserPlus, right: 'registrations.enter' },
      { to: 'desk', label: words.desk, icon: ScanLine, right: 'desk.work', also: ['gate'] },
      { to: 'desks', label: words.desks, icon: PackageOpen, right: 'desk.manage' },
      { to: 'checkin', label: words.checkin, icon: PackageCheck, right: 'checkin.edit' },
      { to: 'deposits', label: words.deposits, icon: HandCoins, right: 'desk.work' },
      { to: 'volunteers', label: words.volunteers, icon: HeartHandshake, right: 'checkin.edit' },
      { to: 'medical', label: words.medical, icon: Stethoscope, right: 'medical.open' },
    ],
  },
  {
    key: 'day',
    label: words.phase_day,
    icon: Flag,
    entries: [
      { to: 'timing', label: words.timing, icon: Timer, right: 'results.import', also: ['timed'] },
      { to: 'aid', label: words.aid, icon: Tent, right: 'results.import' },
      { to: 'safety', label: words.safety, icon: ShieldAlert, right: 'safety.broadcast' },
      { to: 'disruptions', label: words.disruptions, icon: CloudLightning, right: 'race.disrupt' },
      { to: 'control', label: words.control, icon: Siren, right: 'tracking.control' },
      { to: 'trackers', label: words.trackers, icon: RadioTower, right: 'tracking.devices' },
      { to: 'incidents', label: words.incidents, icon: BriefcaseMedical, right: 'medical.register' },
      { to: 'feed', label: words.feed, icon: Rss, right: 'feed.manage' },
      { to: 'games', label: words.games, icon: Gamepad2, right: 'results.import' },
    ],
  },
  {
    key: 'results',
    label: words.phase_results,
    icon: Trophy,
    entries: [
      { to: 'results', label: words.results, icon: Trophy, right: 'results.import' },
      { to: 'resultdesk', label: words.resultdesk, icon: ListChecks, right: 'results.edit' },
      { to: 'protests', label: words.protests, icon: Gavel, right: 'results.edit' },
      { to: 'substitutes', label: words.substitutes, icon: ScanSearch, right: 'substitutes.decide' },
      { to: 'handins', label: words.handins, icon: Inbox, right: 'results.edit' },
      { to: 'certificates', label: words.certificates, icon: Award, right: 'certificates.edit', also: ['certificate'] },
      { to: 'posters', label: words.posters, icon: Image, right: 'certificates.edit' },
      { to: 'photos', label: words.photos, icon: Camera, right: 'photos.edit', also: ['album'] },
      { to: 'hall', label: words.hall, icon: MonitorPlay, right: 'hall.manage' },
    ],
  },
]

/** The pages that belong to no race. */
export const platform: readonly PlatformEntry[] = [
  { to: 'front', label: words.races, icon: CalendarDays, also: ['newRace'] },
  { to: 'staff', label: words.staff, icon: UserCog, right: 'staff.manage' },
  {
    to: 'reconciliations',
    label: words.reconciliations,
    icon: Scale,
    right: 'money.reconcile',
    also: ['reconciliation'],
  },
  { to: 'series', label: words.series, icon: Medal, right: 'results.edit' },
  { to: 'accounts', label: words.accounts, icon: UserRoundCheck, right: 'accounts.merge' },
  { to: 'outbox', label: words.outbox, icon: MessageSquareText, right: 'outbox.read', also: ['mail'] },
  {
    to: 'platform',
    label: words.platform_settings,
    icon: Settings2,
    right: 'platform.edit',
    also: ['wechatnotices'],
  },
  { to: 'map', label: words.map, icon: MapIcon, right: 'maps.edit' },
  { to: 'connections', label: words.integrations, icon: Webhook, right: 'integrations.manage' },
  { to: 'log', label: words.log, icon: ScrollText, right: 'log.read', anyRace: true },
]

type Held = readonly RoleHeld[]

/** Returns the phases of a race with the screens that these roles may open. */
export const phasesFor = (held: Held, raceid: number): MenuPhase[] => {
  const rights = rightsOf(held, raceid)
  return menuPhases
    .map((phase) => ({
      ...phase,
      entries: phase.entries.filter(({ right }) => right === undefined || rights.includes(right)),
    }))
    .filter(({ entries }) => entries.length > 0)
}

/**
 * Returns the screens of the platform that these roles may open. A role for one race is enough only for screens that
 * need no right and for screens with `anyRace`.
 */
export const platformFor = (held: Held): PlatformEntry[] =>
  platform.filter(
    ({ right, anyRace }) =>
      right === undefined ||
      rightsOf(held, null).includes(right) ||
      (anyRace && held.some(({ raceid }) => rightsOf(held, raceid).includes(right))),
  )

/** Tells whether the open screen belongs to the entry. */
export const isAt = ({ to, also = [] }: { to: Any; also?: readonly Any[] }, screenPath: string | undefined): boolean =>
  [to, ...also].some((name) => addresses[name] === screenPath)

/**
 * Returns the entry of the open screen. `also` of the entry may name the screen. Undefined for a screen without an
 * entry, and for the overview.
 */
export const entryAt = (screenPath: string | undefined): RaceEntry | PlatformEntry | undefined =>
  [...menuPhases.flatMap(({ entries }): readonly (RaceEntry | PlatformEntry)[] => entries), ...platform].find((entry) =>
    isAt(entry, screenPath),
  )

/** The phase that the menu shows for each state of the race, if the open screen belongs to no phase. */
const phaseOf = { hidden: 'setup', coming: 'entries', today: 'day', over: 'results' } as const satisfies Record<
  RaceState,
  PhaseKey
>

/**
 * Returns the phase of the open screen. If the screen belongs to no phase, returns the phase for the state of the race,
 * or the first phase.
 */
export const phaseAt = (
  all: readonly MenuPhase[],
  screenPath: string | undefined,
  state: RaceState | undefined,
): MenuPhase | undefined =>
  all.find(({ entries }) => entries.some((entry) => isAt(entry, screenPath))) ??
  all.find(({ key }) => state !== undefined && key === phaseOf[state]) ??
  all[0]

/**
 * Returns the address of the same screen in another race. If the screen shows one thing, such as one notice, the
 * address leads to the list of such things. If no phase has the screen, the address leads to the overview.
 */
export const inRace = (raceid: number, screenPath: string | undefined): string => {
  const entry = menuPhases.flatMap(({ entries }) => entries).find((one) => isAt(one, screenPath))
  return path[entry?.to ?? 'overview']({ raceid })
}
