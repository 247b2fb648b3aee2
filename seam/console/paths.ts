/** Every address of the organisers' app, without `/console` before it. console/routes.ts has a page for each. */
export const addresses = {
  front: '/',
  newRace: '/races/create',
  claim: '/claim',
  login: '/login',
  staff: '/staff',
  log: '/log',
  outbox: '/outbox',
  race: '/race',
  events: '/events',
  bibs: '/bibs',
  notices: '/notices',
  announcements: '/announcements',
  certificates: '/certificates',
  certificate: '/certificate',
  posters: '/posters',
  handins: '/handins',
  timing: '/timing',
  timed: '/timed',
  results: '/results',
  registrations: '/registrations',
  registration: '/registration',
  ballots: '/ballots',
  waiting: '/waiting',
  waitlists: '/waitlists',
  checkin: '/checkin',
  invitations: '/invitations',
  teams: '/teams',
  orders: '/orders',
  order: '/order',
  channels: '/channels',
  invoices: '/invoices',
  parcels: '/parcels',
  reconciliations: '/reconciliations',
  reconciliation: '/reconciliation',
  refunds: '/refunds',
  volunteers: '/volunteers',
  privacy: '/privacy',
  hall: '/hall',
  photos: '/photos',
  album: '/album',
  games: '/games',
} as const

const to =
  (pathname: string) =>
  (params: Readonly<Record<string, string | number | undefined>> = {}): string => {
    const search = new URLSearchParams(
      Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )
    const asked = search.toString()
    return `/console${pathname}${asked && `?${asked}`}`
  }

/** Links to the addresses, with `/console` before each. */
export const path = Object.fromEntries(
  Object.entries(addresses).map(([name, pathname]) => [name, to(pathname)]),
) as Record<keyof typeof addresses, ReturnType<typeof to>>
