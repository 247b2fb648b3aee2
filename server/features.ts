import type { RefusalWords } from '#contract/words.ts'
import { refusals as accountsRefusals } from '#features/accounts/words.ts'
import { sweeps as accountsSweeps } from '#features/accounts/jobs.ts'
import { routes as accountsRoutes } from '#features/accounts/routes.ts'
import { rawRoutes as accountsRawRoutes } from '#features/accounts/webview.routes.ts'
import { jobs as announcementsJobs } from '#features/announcements/jobs.ts'
import { routes as announcementsRoutes } from '#features/announcements/routes.ts'
import { refusals as announcementsRefusals } from '#features/announcements/words.ts'
import { refusals as eventsRefusals } from '#features/events/words.ts'
import { routes as eventsRoutes } from '#features/events/routes.ts'
import { rawRoutes as coursesRawRoutes, routes as coursesRoutes } from '#features/courses/routes.ts'
import { refusals as coursesRefusals } from '#features/courses/words.ts'
import { jobs as certificatesJobs } from '#features/certificates/jobs.ts'
import { rawRoutes as certificatesRawRoutes, routes as certificatesRoutes } from '#features/certificates/routes.ts'
import { certificateOf } from '#features/certificates/service.ts'
import { refusals as certificatesRefusals } from '#features/certificates/words.ts'
import { rawRoutes as filesRawRoutes, routes as filesRoutes } from '#features/files/routes.ts'
import { refusals as filesRefusals } from '#features/files/words.ts'
import { sweeps as codesSweeps } from '#features/codes/jobs.ts'
import { rawRoutes as codesRawRoutes, routes as codesRoutes } from '#features/codes/routes.ts'
import { refusals as codesRefusals } from '#features/codes/words.ts'
import { sweeps as hallSweeps } from '#features/hall/jobs.ts'
import { closeHall } from '#features/hall/live.service.ts'
import { rawRoutes as hallRawRoutes, routes as hallRoutes } from '#features/hall/routes.ts'
import { refusals as hallRefusals } from '#features/hall/words.ts'
import { posteridOf } from '#features/posters/service.ts'
import { refusals as postersRefusals } from '#features/posters/words.ts'
import { routes as postersRoutes } from '#features/posters/routes.ts'
import { refusals as photosRefusals } from '#features/photos/words.ts'
import { jobs as photosJobs, sweeps as photosSweeps } from '#features/photos/jobs.ts'
import { routes as photosRoutes } from '#features/photos/routes.ts'
import { rawRoutes as photosRawRoutes } from '#features/photos/turning/turning.routes.ts'
import { refusals as finderRefusals } from '#features/finder/words.ts'
import { routes as finderRoutes } from '#features/finder/routes.ts'
import { routes as lookupsRoutes } from '#features/lookups/routes.ts'
import { refusals as lookupsRefusals } from '#features/lookups/words.ts'
import { jobs as messagesJobs, sweeps as messagesSweeps } from '#features/messages/jobs.ts'
import { refusals as messagesRefusals } from '#features/messages/words.ts'
import { routes as messagesRoutes } from '#features/messages/routes.ts'
import { refusals as noticesRefusals } from '#features/notices/words.ts'
import { routes as noticesRoutes } from '#features/notices/routes.ts'
import { sweeps as appointmentsSweeps } from '#features/appointments/jobs.ts'
import { routes as appointmentsRoutes } from '#features/appointments/routes.ts'
import { refusals as appointmentsRefusals } from '#features/appointments/words.ts'
import { routes as checkinRoutes } from '#features/checkin/routes.ts'
import { refusals as checkinRefusals } from '#features/checkin/words.ts'
import { refusals as racesRefusals } from '#features/races/words.ts'
import { routes as racesRoutes } from '#features/races/routes.ts'
import { refusals as resultsRefusals } from '#features/results/words.ts'
import { jobs as resultsJobs, sweeps as resultsSweeps } from '#features/results/jobs.ts'
import { rawRoutes as resultsRawRoutes, routesWith as resultsRoutesWith } from '#features/results/routes.ts'
import { ownerLink } from '#features/staff/service.ts'
import { refusals as staffRefusals } from '#features/staff/words.ts'
import { routes as staffRoutes } from '#features/staff/routes.ts'
import { type Sold, sells } from '#features/orders/service.ts'
import { routes as ordersRoutes } from '#features/orders/routes.ts'
import { refusals as ordersRefusals } from '#features/orders/words.ts'
import { pretendLines } from '#features/payments/service.ts'
import { routes as paymentsRoutes } from '#features/payments/channels.routes.ts'
import { jobs as paymentsJobs, sweeps as paymentsSweeps } from '#features/payments/jobs.ts'
import { rawRoutes as paymentsRawRoutes } from '#features/payments/routes.ts'
import { refusals as paymentsRefusals } from '#features/payments/words.ts'
import { jobs as reconciliationsJobs } from '#features/reconciliations/jobs.ts'
import { routes as reconciliationsRoutes } from '#features/reconciliations/routes.ts'
import { refusals as reconciliationsRefusals } from '#features/reconciliations/words.ts'
import { rawRoutes as invoicesRawRoutes, routes as invoicesRoutes } from '#features/invoices/routes.ts'
import { refusals as invoicesRefusals } from '#features/invoices/words.ts'
import { sold as postageSold } from '#features/postage/service.ts'
import { routes as postageRoutes } from '#features/postage/routes.ts'
import { refusals as postageRefusals } from '#features/postage/words.ts'
import { routes as peopleRoutes } from '#features/people/routes.ts'
import { refusals as peopleRefusals } from '#features/people/words.ts'
import { sweeps as registrationsSweeps } from '#features/registrations/jobs.ts'
import { sold as registrationsSold } from '#features/registrations/service.ts'
import { jobs as refundsJobs, sweeps as refundsSweeps } from '#features/refunds/jobs.ts'
import { routes as refundsRoutes } from '#features/refunds/routes.ts'
import { refusals as refundsRefusals } from '#features/refunds/words.ts'
import { routes as registrationsRoutes } from '#features/registrations/routes.ts'
import { refusals as registrationsRefusals } from '#features/registrations/words.ts'
import { routes as invitationsRoutes } from '#features/invitations/routes.ts'
import { refusals as invitationsRefusals } from '#features/invitations/words.ts'
import { rawRoutes as ballotRawRoutes, routes as ballotRoutes } from '#features/ballot/routes.ts'
import { jobs as ballotJobs, sweeps as ballotSweeps } from '#features/ballot/jobs.ts'
import { refusals as ballotRefusals } from '#features/ballot/words.ts'
import { routes as teamsRoutes } from '#features/teams/routes.ts'
import { routes as bibsRoutes } from '#features/bibs/routes.ts'
import { refusals as bibsRefusals } from '#features/bibs/words.ts'
import { refusals as teamsRefusals } from '#features/teams/words.ts'
import { routes as volunteersRoutes } from '#features/volunteers/routes.ts'
import { refusals as volunteersRefusals } from '#features/volunteers/words.ts'
import { sweeps as waitlistsSweeps } from '#features/waitlists/jobs.ts'
import { routes as waitlistsRoutes } from '#features/waitlists/routes.ts'
import { gunFor } from '#features/timing/service.ts'
import { sweeps as timingSweeps } from '#features/timing/jobs.ts'
import { closeLive } from '#features/timing/live/live.service.ts'
import { rawRoutes as timingRawRoutes, routes as timingRoutes } from '#features/timing/routes.ts'
import { refusals as timingRefusals } from '#features/timing/words.ts'
import { refusals as waitlistsRefusals } from '#features/waitlists/words.ts'
import { sweeps as waitingroomsSweeps } from '#features/waitingrooms/jobs.ts'
import { routes as waitingroomsRoutes } from '#features/waitingrooms/routes.ts'
import { refusals as waitingroomsRefusals } from '#features/waitingrooms/words.ts'
import { jobs as privacyJobs } from '#features/privacy/jobs.ts'
import { rawRoutes as privacyRawRoutes, routes as privacyRoutes } from '#features/privacy/routes.ts'
import { refusals as privacyRefusals } from '#features/privacy/words.ts'
import type { Job, Sweep } from '#db/jobs.ts'
import type { Parts, RawRoute, Route } from '#seam/server/handle.ts'

/** One room as the server sees it. */
export type Room = {
  name: string
  routes?: readonly Route[]
  rawRoutes?: readonly RawRoute[]
  refusals?: Readonly<Record<string, RefusalWords>>
  jobs?: readonly Job<Parts>[]
  sweeps?: readonly Sweep<Parts>[]
  /** What a selling room does when money moves. */
  sold?: Sold
  /** Lines to print once the server is up, such as the link that makes the console's owner. */
  started?: (parts: Parts) => Promise<string[]>
  /** Before the server closes: streams that would never end by themselves. */
  closing?: (parts: Parts) => Promise<void>
}

const ownerLines = async (parts: Parts): Promise<string[]> => {
  const link = await ownerLink(parts)
  return link === undefined
    ? []
    : [`The console has no owner yet. Whoever opens this link within 24 hours becomes it: ${link}`]
}

/** The rooms, in order: a room leans only on rooms above it. The only list of them. */
export const rooms: readonly Room[] = [
  { name: 'staff', routes: staffRoutes, refusals: staffRefusals, started: ownerLines },
  { name: 'messages', routes: messagesRoutes, refusals: messagesRefusals, jobs: messagesJobs, sweeps: messagesSweeps },
  {
    name: 'accounts',
    routes: accountsRoutes,
    rawRoutes: accountsRawRoutes,
    refusals: accountsRefusals,
    sweeps: accountsSweeps,
  },
  { name: 'races', routes: racesRoutes, refusals: racesRefusals },
  { name: 'files', routes: filesRoutes, rawRoutes: filesRawRoutes, refusals: filesRefusals },
  { name: 'codes', routes: codesRoutes, rawRoutes: codesRawRoutes, refusals: codesRefusals, sweeps: codesSweeps },
  { name: 'notices', routes: noticesRoutes, refusals: noticesRefusals },
  { name: 'people', routes: peopleRoutes, refusals: peopleRefusals },
  { name: 'events', routes: eventsRoutes, refusals: eventsRefusals },
  { name: 'courses', routes: coursesRoutes, rawRoutes: coursesRawRoutes, refusals: coursesRefusals },
  { name: 'waitingrooms', routes: waitingroomsRoutes, refusals: waitingroomsRefusals, sweeps: waitingroomsSweeps },
  { name: 'invitations', routes: invitationsRoutes, refusals: invitationsRefusals },
  { name: 'orders', routes: ordersRoutes, refusals: ordersRefusals },
  {
    name: 'payments',
    routes: paymentsRoutes,
    rawRoutes: paymentsRawRoutes,
    refusals: paymentsRefusals,
    jobs: paymentsJobs,
    sweeps: paymentsSweeps,
    started: pretendLines,
  },
  {
    name: 'reconciliations',
    routes: reconciliationsRoutes,
    refusals: reconciliationsRefusals,
    jobs: reconciliationsJobs,
  },
  {
    name: 'registrations',
    routes: registrationsRoutes,
    refusals: registrationsRefusals,
    sweeps: registrationsSweeps,
    sold: registrationsSold,
  },
  { name: 'invoices', routes: invoicesRoutes, rawRoutes: invoicesRawRoutes, refusals: invoicesRefusals },
  {
    name: 'ballot',
    routes: ballotRoutes,
    rawRoutes: ballotRawRoutes,
    refusals: ballotRefusals,
    jobs: ballotJobs,
    sweeps: ballotSweeps,
  },
  { name: 'waitlists', routes: waitlistsRoutes, refusals: waitlistsRefusals, sweeps: waitlistsSweeps },
  { name: 'refunds', routes: refundsRoutes, refusals: refundsRefusals, jobs: refundsJobs, sweeps: refundsSweeps },
  { name: 'announcements', routes: announcementsRoutes, refusals: announcementsRefusals, jobs: announcementsJobs },
  { name: 'teams', routes: teamsRoutes, refusals: teamsRefusals },
  { name: 'bibs', routes: bibsRoutes, refusals: bibsRefusals },
  { name: 'checkin', routes: checkinRoutes, refusals: checkinRefusals },
  { name: 'appointments', routes: appointmentsRoutes, refusals: appointmentsRefusals, sweeps: appointmentsSweeps },
  { name: 'volunteers', routes: volunteersRoutes, refusals: volunteersRefusals },
  {
    name: 'results',
    routes: resultsRoutesWith(certificateOf, gunFor, posteridOf),
    rawRoutes: resultsRawRoutes,
    refusals: resultsRefusals,
    jobs: resultsJobs,
    sweeps: resultsSweeps,
  },
  { name: 'postage', routes: postageRoutes, refusals: postageRefusals, sold: postageSold },
  {
    name: 'timing',
    routes: timingRoutes,
    rawRoutes: timingRawRoutes,
    refusals: timingRefusals,
    sweeps: timingSweeps,
    closing: closeLive,
  },
  {
    name: 'photos',
    routes: photosRoutes,
    rawRoutes: photosRawRoutes,
    refusals: photosRefusals,
    jobs: photosJobs,
    sweeps: photosSweeps,
  },
  { name: 'lookups', routes: lookupsRoutes, refusals: lookupsRefusals },
  { name: 'finder', routes: finderRoutes, refusals: finderRefusals },
  {
    name: 'certificates',
    routes: certificatesRoutes,
    rawRoutes: certificatesRawRoutes,
    refusals: certificatesRefusals,
    jobs: certificatesJobs,
  },
  { name: 'posters', routes: postersRoutes, refusals: postersRefusals },
  {
    name: 'hall',
    routes: hallRoutes,
    rawRoutes: hallRawRoutes,
    refusals: hallRefusals,
    sweeps: hallSweeps,
    closing: closeHall,
  },
  { name: 'privacy', routes: privacyRoutes, rawRoutes: privacyRawRoutes, refusals: privacyRefusals, jobs: privacyJobs },
]

for (const { name, sold } of rooms) if (sold) sells(name, sold)
