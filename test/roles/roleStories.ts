import type { Endpoint } from '#contract/endpoint.ts'
import type { Role } from '#contract/rights.ts'
import { consoleAccountsShow } from '#features/accounts/merging/merging.contract.ts'
import { consoleBibsList } from '#features/bibs/contract.ts'
import { consoleCertificatesList } from '#features/certificates/contract.ts'
import { consoleCheckinGearList } from '#features/checkin/contract.ts'
import { consoleEventsList } from '#features/events/contract.ts'
import { consoleHotelsList } from '#features/hotels/console.contract.ts'
import { consoleInvitationsList } from '#features/invitations/contract.ts'
import { consoleInvoicesList } from '#features/invoices/contract.ts'
import { consoleOutboxState } from '#features/messages/contract.ts'
import { consoleNoticesList } from '#features/notices/contract.ts'
import { consoleOrdersList } from '#features/orders/contract.ts'
import { consolePhotosAlbums } from '#features/photos/console.contract.ts'
import { consoleRacecontrolDevicesList } from '#features/racecontrol/devices/devices.contract.ts'
import { liveGpsMonitor } from '#features/racecontrol/monitor/monitor.contract.ts'
import { consoleReconciliationsList } from '#features/reconciliations/contract.ts'
import { consoleRefundsList } from '#features/refunds/contract.ts'
import { consoleRegistrationsList } from '#features/registrations/changes/changes.contract.ts'
import { consoleResultsSheets } from '#features/results/contract.ts'
import { consoleStaffList } from '#features/staff/contract.ts'
import { consoleTeamsList } from '#features/teams/contract.ts'
import type { path } from '#seam/console/paths.ts'

type Screen = keyof typeof path
type Story = {
  /** The screens of a race that the menu offers, in the order of the menu. */
  offered: readonly Screen[]
  /** Screens that the role may not open, each with the call that the server refuses. */
  refused: readonly (readonly [Screen, Endpoint])[]
}

const lists: readonly Screen[] = ['registrations', 'ballots', 'waitlists', 'messages']
const ofRace: readonly Screen[] = [
  ...(['accounting', 'disruptions', 'safety'] as const),
  ...(['race', 'events', 'notices', 'feed', 'scenes', 'waiting', 'privacy'] as const),
  ...lists,
  ...(['invitations', 'clubs', 'realnames', 'bans', 'teams', 'announcements', 'games', 'bibs'] as const),
  ...(['orders', 'refunds', 'drawers', 'invoices', 'channels', 'hotels', 'hotelBookings'] as const),
  ...(['walkin', 'desk', 'checkin', 'desks', 'medical', 'volunteers', 'timing', 'aid'] as const),
  ...(['control', 'trackers', 'incidents', 'integrations', 'deposits'] as const),
  ...(['tickets', 'shop', 'luckydraws', 'cardsets', 'trails', 'challenges'] as const),
  ...([
    'hall',
    'results',
    'resultdesk',
    'protests',
    'substitutes',
    'handins',
    'certificates',
    'posters',
    'photos',
    'parcels',
  ] as const),
]

/** The work of each role that comes with the product, and some of the things that the role may not do. */
export const roleStories: Readonly<Record<Role, Story>> = {
  // An owner may open every screen. The last owner cannot be removed (features/staff/staff.test.ts).
  owner: { offered: ofRace, refused: [] },
  director: {
    offered: ofRace,
    refused: [
      ['staff', consoleStaffList],
      ['outbox', consoleOutboxState],
      ['accounts', consoleAccountsShow],
      ['reconciliations', consoleReconciliationsList],
    ],
  },
  registrar: {
    offered: [
      ...lists,
      'invitations',
      'clubs',
      'realnames',
      'teams',
      'bibs',
      'walkin',
      'checkin',
      'desk',
      'desks',
      'deposits',
      'volunteers',
      'parcels',
    ],
    refused: [
      ['orders', consoleOrdersList],
      ['refunds', consoleRefundsList],
      ['events', consoleEventsList],
      ['results', consoleResultsSheets],
    ],
  },
  cashier: {
    offered: ['accounting', ...lists, 'orders', 'refunds', 'drawers', 'invoices', 'channels', 'tickets', 'shop'],
    refused: [
      ['bibs', consoleBibsList],
      ['events', consoleEventsList],
      ['invitations', consoleInvitationsList],
      ['results', consoleResultsSheets],
    ],
  },
  timer: {
    offered: [
      ...lists,
      'games',
      'timing',
      'aid',
      'control',
      'trackers',
      'hall',
      'results',
      'resultdesk',
      'protests',
      'substitutes',
      'handins',
    ],
    refused: [
      ['orders', consoleOrdersList],
      ['bibs', consoleBibsList],
      ['certificates', consoleCertificatesList],
      ['photos', consolePhotosAlbums],
    ],
  },
  editor: {
    offered: [
      ...([
        'race',
        'events',
        'notices',
        'feed',
        'scenes',
        'waiting',
        'privacy',
        'announcements',
        'hall',
        'luckydraws',
        'cardsets',
        'trails',
        'challenges',
      ] as const),
      ...(['certificates', 'posters', 'photos'] as const),
    ],
    refused: [
      ['registrations', consoleRegistrationsList],
      ['orders', consoleOrdersList],
      ['results', consoleResultsSheets],
      ['teams', consoleTeamsList],
    ],
  },
  gate: {
    offered: [...lists, 'walkin', 'checkin', 'desk', 'volunteers', 'trackers', 'deposits'],
    refused: [
      ['bibs', consoleBibsList],
      ['orders', consoleOrdersList],
      ['invitations', consoleInvitationsList],
      ['results', consoleResultsSheets],
    ],
  },
  hotel: {
    offered: ['hotelBookings'],
    refused: [
      ['registrations', consoleRegistrationsList],
      ['hotels', consoleHotelsList],
      ['orders', consoleOrdersList],
      ['notices', consoleNoticesList],
    ],
  },
  medic: {
    offered: ['medical', 'incidents'],
    refused: [
      ['registrations', consoleRegistrationsList],
      ['control', liveGpsMonitor],
      ['trackers', consoleRacecontrolDevicesList],
      ['results', consoleResultsSheets],
    ],
  },
  photographer: {
    offered: ['photos'],
    refused: [
      ['registrations', consoleRegistrationsList],
      ['notices', consoleNoticesList],
      ['certificates', consoleCertificatesList],
      ['checkin', consoleCheckinGearList],
    ],
  },
  viewer: {
    offered: ['accounting', ...lists, 'orders', 'refunds', 'channels', 'tickets', 'shop'],
    refused: [
      ['invoices', consoleInvoicesList],
      ['bibs', consoleBibsList],
      ['events', consoleEventsList],
      ['photos', consolePhotosAlbums],
    ],
  },
}
