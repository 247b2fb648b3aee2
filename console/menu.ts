import { type Right, type Role, roles } from '#contract/rights.ts'
import type { Text } from '#contract/words.ts'
import { path } from '#seam/console/paths.ts'
import { words } from './words.ts'

type To = (params?: Readonly<Record<string, string | number | undefined>>) => string
/**
 * One screen of the menu. `right`: who may see it; without one every member of staff. `also`: screens that belong to
 * it. `house`: of no race.
 */
type Entry = { to: To; says: Text; right?: Right; also?: readonly To[]; house?: true }
type Group = { says: Text; entries: readonly Entry[] }

/** The organisers' menu, in the order of a race's life. A new screen is one line here. */
export const menu: readonly Group[] = [
  {
    says: words.group_race,
    entries: [
      { to: path.front, says: words.races, also: [path.newRace], house: true },
      { to: path.race, says: words.settings, right: 'race.edit' },
      { to: path.events, says: words.events, right: 'events.edit' },
      { to: path.notices, says: words.notices, right: 'notices.edit' },
      { to: path.announcements, says: words.announcements, right: 'notices.edit' },
      { to: path.privacy, says: words.privacy, right: 'race.edit' },
    ],
  },
  {
    says: words.group_signup,
    entries: [
      { to: path.registrations, says: words.registrations, right: 'registrations.read', also: [path.registration] },
      { to: path.invitations, says: words.invitations, right: 'invitations.edit' },
      { to: path.teams, says: words.teams, right: 'teams.edit' },
      { to: path.ballots, says: words.ballots, right: 'registrations.read' },
      { to: path.waiting, says: words.waiting, right: 'events.edit' },
      { to: path.waitlists, says: words.waitlists, right: 'registrations.read' },
      { to: path.orders, says: words.orders, right: 'money.read', also: [path.order] },
      { to: path.invoices, says: words.invoices, right: 'invoices.edit' },
      { to: path.channels, says: words.channels, right: 'money.read' },
      { to: path.refunds, says: words.refunds, right: 'money.read' },
    ],
  },
  {
    says: words.group_day,
    entries: [
      { to: path.bibs, says: words.bibs, right: 'bibs.edit' },
      { to: path.checkin, says: words.checkin, right: 'checkin.edit' },
      { to: path.volunteers, says: words.volunteers, right: 'checkin.edit' },
    ],
  },
  {
    says: words.group_results,
    entries: [
      { to: path.timing, says: words.timing, right: 'results.import', also: [path.timed] },
      { to: path.results, says: words.results, right: 'results.import' },
      { to: path.handins, says: words.handins, right: 'results.edit' },
      { to: path.certificates, says: words.certificates, right: 'certificates.edit' },
      { to: path.posters, says: words.posters, right: 'certificates.edit' },
      { to: path.parcels, says: words.parcels, right: 'sealed.open' },
      { to: path.hall, says: words.hall, right: 'hall.manage' },
      { to: path.photos, says: words.photos, right: 'photos.edit', also: [path.album] },
      { to: path.games, says: words.games, right: 'results.import' },
    ],
  },
  {
    says: words.group_house,
    entries: [
      { to: path.staff, says: words.staff, right: 'staff.manage', house: true },
      {
        to: path.reconciliations,
        says: words.reconciliations,
        right: 'money.reconcile',
        also: [path.reconciliation],
        house: true,
      },
      { to: path.log, says: words.log, right: 'log.read', house: true },
      { to: path.outbox, says: words.outbox, right: 'outbox.read', house: true },
    ],
  },
]

/** What somebody with these roles is offered; a right for any race offers the screen, which then refuses the others. */
export const menuFor = (held: readonly { role: Role }[]): Group[] =>
  menu
    .map((group) => ({
      ...group,
      entries: group.entries.filter(
        ({ right }) =>
          right === undefined || held.some(({ role }) => (roles[role].rights as readonly Right[]).includes(right)),
      ),
    }))
    .filter(({ entries }) => entries.length > 0)

const pathnameOf = (to: To): string => new URL(to(), 'http://page').pathname
/** Whether an entry, or a screen that belongs to it, is the one that is open. */
export const isAt = ({ to, also = [] }: Entry, pathname: string): boolean =>
  [to, ...also].some((one) => pathnameOf(one) === pathname)
