/** Every address of the organisers' app, in one place. `/console` stands before each. */
const to =
  (pathname: string) =>
  (params: Readonly<Record<string, string | number | undefined>> = {}): string => {
    const search = new URLSearchParams(
      Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    )
    const asked = search.toString()
    return `/console${pathname}${asked && `?${asked}`}`
  }

export const path = {
  front: to('/'),
  newRace: to('/races/create'),
  login: to('/login'),
  claim: to('/claim'),
  staff: to('/staff'),
  log: to('/log'),
  outbox: to('/outbox'),
  notices: to('/notices'),
  announcements: to('/announcements'),
  race: to('/race'),
  events: to('/events'),
  bibs: to('/bibs'),
  certificates: to('/certificates'),
  certificate: to('/certificate'),
  posters: to('/posters'),
  hall: to('/hall'),
  photos: to('/photos'),
  album: to('/album'),
  results: to('/results'),
  timing: to('/timing'),
  timed: to('/timed'),
  handins: to('/handins'),
  volunteers: to('/volunteers'),
  games: to('/games'),
  registrations: to('/registrations'),
  registration: to('/registration'),
  waiting: to('/waiting'),
  waitlists: to('/waitlists'),
  ballots: to('/ballots'),
  checkin: to('/checkin'),
  invitations: to('/invitations'),
  teams: to('/teams'),
  orders: to('/orders'),
  channels: to('/channels'),
  order: to('/order'),
  privacy: to('/privacy'),
  refunds: to('/refunds'),
  reconciliations: to('/reconciliations'),
  reconciliation: to('/reconciliation'),
  invoices: to('/invoices'),
  parcels: to('/parcels'),
} as const
