import { screenAt as screen } from '#ui/Router.tsx'

/** Every address of the organisers' app, without `/console` before it. */
export const screens = [
  screen('/', () => import('#features/races/console/RacesPage.tsx'), 'RacesPage'),
  screen('/claim', () => import('#features/staff/console/ClaimPage.tsx'), 'ClaimPage'),
  screen('/login', () => import('#features/staff/console/LoginPage.tsx'), 'LoginPage'),
  screen('/staff', () => import('#features/staff/console/StaffPage.tsx'), 'StaffPage'),
  screen('/log', () => import('#features/staff/console/LogPage.tsx'), 'LogPage'),
  screen('/outbox', () => import('#features/messages/console/OutboxPage.tsx'), 'OutboxPage'),
  screen('/race', () => import('#features/races/console/RacePage.tsx'), 'RacePage'),
  screen('/events', () => import('#features/events/console/EventsPage.tsx'), 'EventsPage'),
  screen('/bibs', () => import('#features/bibs/console/BibsPage.tsx'), 'BibsPage'),
  screen('/notices', () => import('#features/notices/console/NoticesPage.tsx'), 'NoticesPage'),
  screen('/certificates', () => import('#features/certificates/console/CertificatesPage.tsx'), 'CertificatesPage'),
  screen('/results', () => import('#features/results/console/ResultsPage.tsx'), 'ResultsPage'),
  screen('/registrations', () => import('#features/registrations/console/RegistrationsPage.tsx'), 'RegistrationsPage'),
  screen('/registration', () => import('#features/registrations/console/RegistrationPage.tsx'), 'RegistrationPage'),
  screen('/ballots', () => import('#features/ballot/console/BallotsPage.tsx'), 'BallotsPage'),
  screen('/waiting', () => import('#features/waitingrooms/console/WaitingRoomPage.tsx'), 'WaitingRoomPage'),
  screen('/waitlists', () => import('#features/waitlists/console/WaitlistsPage.tsx'), 'WaitlistsPage'),
  screen('/checkin', () => import('#features/checkin/console/CheckinPage.tsx'), 'CheckinPage'),
  screen('/invitations', () => import('#features/invitations/console/InvitationsPage.tsx'), 'InvitationsPage'),
  screen('/teams', () => import('#features/teams/console/TeamsPage.tsx'), 'TeamsPage'),
  screen('/orders', () => import('#features/orders/console/OrdersPage.tsx'), 'OrdersPage'),
  screen('/order', () => import('#features/orders/console/OrderPage.tsx'), 'OrderPage'),
  screen('/volunteers', () => import('#features/volunteers/console/VolunteersPage.tsx'), 'VolunteersPage'),
  screen('/games', () => import('#features/lookups/console/GamesPage.tsx'), 'GamesPage'),
]
