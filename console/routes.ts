import { addresses, formerAddresses } from '#seam/console/paths.ts'
import { type ScreenLoader, type Screen, page } from '#ui/router/screens.ts'

type Name = keyof typeof addresses

/**
 * The page of each address of the organisers' app. The compiler refuses an address without a page, and a page without
 * an address.
 */
export const pages: Readonly<Record<Name, ScreenLoader>> = {
  front: page(() => import('#features/races/console/RacesPage.tsx'), 'RacesPage'),
  newRace: page(() => import('#features/editions/console/NewRacePage.tsx'), 'NewRacePage'),
  claim: page(() => import('#features/staff/console/ClaimPage.tsx'), 'ClaimPage'),
  login: page(() => import('#features/staff/console/LoginPage.tsx'), 'LoginPage'),
  staff: page(() => import('#features/staff/console/StaffPage.tsx'), 'StaffPage'),
  log: page(() => import('#features/staff/console/LogPage.tsx'), 'LogPage'),
  outbox: page(() => import('#features/messages/console/OutboxPage.tsx'), 'OutboxPage'),
  series: page(() => import('#features/series/console/SeriesPage.tsx'), 'SeriesPage'),
  accounts: page(() => import('#features/accounts/console/AccountsPage.tsx'), 'AccountsPage'),
  overview: page(() => import('#features/overview/console/OverviewPage.tsx'), 'OverviewPage'),
  race: page(() => import('./pages/RacePage.tsx'), 'RacePage'),
  events: page(() => import('./pages/EventsPage.tsx'), 'EventsPage'),
  form: page(() => import('#features/forms/console/FormPage.tsx'), 'FormPage'),
  bibs: page(() => import('#features/bibs/console/BibsPage.tsx'), 'BibsPage'),
  notices: page(() => import('#features/notices/console/NoticesPage.tsx'), 'NoticesPage'),
  notice: page(() => import('#features/notices/console/ArticlePage.tsx'), 'ArticlePage'),
  messages: page(() => import('#features/messages/console/MessagesPage.tsx'), 'MessagesPage'),
  announcements: page(() => import('#features/announcements/console/AnnouncementsPage.tsx'), 'AnnouncementsPage'),
  certificates: page(
    () => import('#features/certificates/console/definitions/CertificatesPage.tsx'),
    'CertificatesPage',
  ),
  certificate: page(() => import('#features/certificates/console/definitions/CertificatePage.tsx'), 'CertificatePage'),
  posters: page(() => import('#features/posters/console/PostersPage.tsx'), 'PostersPage'),
  handins: page(() => import('#features/results/console/SubmissionsPage.tsx'), 'SubmissionsPage'),
  timing: page(() => import('#features/timing/console/TimingPage.tsx'), 'TimingPage'),
  timed: page(() => import('#features/timing/console/TimedPage.tsx'), 'TimedPage'),
  aid: page(() => import('#features/timing/console/aid/AidControlPage.tsx'), 'AidControlPage'),
  control: page(() => import('#features/racecontrol/console/ControlPage.tsx'), 'ControlPage'),
  results: page(() => import('./pages/ResultsPage.tsx'), 'ResultsPage'),
  resultdesk: page(() => import('#features/timing/console/desk/ResultDeskPage.tsx'), 'ResultDeskPage'),
  protests: page(() => import('#features/results/console/protests/ProtestsPage.tsx'), 'ProtestsPage'),
  imports: page(() => import('#features/imports/console/ImportPage.tsx'), 'ImportPage'),
  registrations: page(() => import('#features/registrations/console/RegistrationsPage.tsx'), 'RegistrationsPage'),
  registration: page(() => import('./pages/RegistrationPage.tsx'), 'RegistrationPage'),
  bulk: page(() => import('#features/registrations/console/bulk/BulkPage.tsx'), 'BulkPage'),
  ballots: page(() => import('#features/ballot/console/BallotsPage.tsx'), 'BallotsPage'),
  waiting: page(() => import('#features/waitingrooms/console/WaitingRoomPage.tsx'), 'WaitingRoomPage'),
  waitlists: page(() => import('#features/waitlists/console/WaitlistsPage.tsx'), 'WaitlistsPage'),
  exports: page(() => import('#features/exports/console/schedules/ScheduledPage.tsx'), 'ScheduledPage'),
  walkin: page(() => import('#features/walkins/console/WalkInPage.tsx'), 'WalkInPage'),
  checkin: page(() => import('./pages/CheckinPage.tsx'), 'CheckinPage'),
  desk: page(() => import('#features/desks/console/PickupPage.tsx'), 'PickupPage'),
  medical: page(() => import('#features/desks/console/medical/MedicalPage.tsx'), 'MedicalPage'),
  invitations: page(() => import('#features/invitations/console/InvitationsPage.tsx'), 'InvitationsPage'),
  teams: page(() => import('#features/teams/console/TeamsPage.tsx'), 'TeamsPage'),
  orders: page(() => import('#features/orders/console/OrdersPage.tsx'), 'OrdersPage'),
  order: page(() => import('#features/orders/console/OrderPage.tsx'), 'OrderPage'),
  channels: page(() => import('#features/payments/console/ChannelsPage.tsx'), 'ChannelsPage'),
  invoices: page(() => import('#features/invoices/console/InvoicesPage.tsx'), 'InvoicesPage'),
  parcels: page(() => import('#features/postage/console/ParcelsPage.tsx'), 'ParcelsPage'),
  hotels: page(() => import('#features/hotels/console/HotelsAdminPage.tsx'), 'HotelsAdminPage'),
  hotelBookings: page(() => import('#features/hotels/console/BookingsPage.tsx'), 'BookingsPage'),
  reconciliations: page(
    () => import('#features/reconciliations/console/ReconciliationsPage.tsx'),
    'ReconciliationsPage',
  ),
  reconciliation: page(() => import('#features/reconciliations/console/ReconciliationPage.tsx'), 'ReconciliationPage'),
  drawers: page(() => import('#features/reconciliations/console/drawers/DrawersPage.tsx'), 'DrawersPage'),
  drawer: page(() => import('#features/reconciliations/console/drawers/DrawerPage.tsx'), 'DrawerPage'),
  refunds: page(() => import('#features/refunds/console/RefundsPage.tsx'), 'RefundsPage'),
  desks: page(() => import('#features/desks/console/supervisor/DesksPage.tsx'), 'DesksPage'),
  volunteers: page(() => import('#features/volunteers/console/VolunteersPage.tsx'), 'VolunteersPage'),
  trails: page(() => import('#features/trails/console/TrailsPage.tsx'), 'TrailsPage'),
  trail: page(() => import('#features/trails/console/TrailPage.tsx'), 'TrailPage'),
  trailScreen: page(() => import('#features/trails/console/TrailScreenPage.tsx'), 'TrailScreenPage'),
  challenges: page(() => import('#features/challenges/console/ChallengesPage.tsx'), 'ChallengesPage'),
  privacy: page(() => import('#features/privacy/console/PrivacyPage.tsx'), 'PrivacyPage'),
  hall: page(() => import('#features/hall/console/HallPage.tsx'), 'HallPage'),
  photos: page(() => import('#features/photos/console/PhotosPage.tsx'), 'PhotosPage'),
  album: page(() => import('#features/photos/console/AlbumPage.tsx'), 'AlbumPage'),
  scenes: page(() => import('#features/scenes/console/ScenesPage.tsx'), 'ScenesPage'),
  games: page(() => import('#features/lookups/console/GamesPage.tsx'), 'GamesPage'),
}

/** The addresses without `/console` before them, the former addresses last. */
export const screens: readonly Screen[] = [
  ...(Object.keys(pages) as Name[]).map((name) => ({ path: addresses[name], load: pages[name] })),
  ...Object.keys(formerAddresses).map((path) => ({
    path,
    load: page(() => import('./pages/FormerAddress.tsx'), 'FormerAddress'),
  })),
]
