/** Addresses that belong to no race, without `/console` before them. */
const ofPlatform = {
  front: '/',
  newRace: '/races/create',
  claim: '/claim',
  login: '/login',
  profile: '/profile',
  staff: '/staff',
  log: '/log',
  map: '/map',
  connections: '/connections',
  calls: '/calls',
  outbox: '/outbox',
  mail: '/mail',
  wechatnotices: '/wechatnotices',
  platform: '/platform',
  accounts: '/accounts',
  series: '/series',
  reconciliations: '/reconciliations',
  reconciliation: '/reconciliation',
} as const

/** Addresses of a race, without `/console/226` before them. */
const ofRace = {
  overview: '',
  race: '/settings',
  events: '/events',
  form: '/form',
  bibs: '/bibs',
  notices: '/notices',
  notice: '/notice',
  messages: '/messages',
  announcements: '/announcements',
  certificates: '/certificates',
  certificate: '/certificate',
  posters: '/posters',
  handins: '/handins',
  timing: '/timing',
  timed: '/timed',
  aid: '/aid',
  control: '/control',
  disruptions: '/disruptions',
  safety: '/safety',
  trackers: '/trackers',
  incidents: '/incidents',
  results: '/results',
  resultdesk: '/resultdesk',
  protests: '/protests',
  substitutes: '/substitutes',
  imports: '/imports',
  exports: '/exports',
  registrations: '/registrations',
  registration: '/registration',
  bulk: '/bulk',
  ballots: '/ballots',
  waiting: '/waiting',
  waitlists: '/waitlists',
  walkin: '/walkin',
  checkin: '/checkin',
  desk: '/desk',
  medical: '/medical',
  invitations: '/invitations',
  clubs: '/clubs',
  bans: '/bans',
  realnames: '/realnames',
  teams: '/teams',
  orders: '/orders',
  order: '/order',
  followups: '/followups',
  accounting: '/accounting',
  channels: '/channels',
  drawers: '/drawers',
  drawer: '/drawer',
  invoices: '/invoices',
  parcels: '/parcels',
  hotels: '/hotels',
  hotelBookings: '/hotels/bookings',
  shop: '/shop',
  deposits: '/deposits',
  refunds: '/refunds',
  volunteers: '/volunteers',
  desks: '/desks',
  trails: '/trails',
  trail: '/trail',
  trailScreen: '/trail/screen',
  challenges: '/challenges',
  privacy: '/privacy',
  hall: '/hall',
  photos: '/photos',
  album: '/album',
  games: '/games',
  luckydraws: '/luckydraws',
  cardsets: '/cardsets',
  scenes: '/scenes',
  tickets: '/tickets',
  gate: '/gate',
  feed: '/feed',
  integrations: '/integrations',
} as const

type PlatformName = keyof typeof ofPlatform
export type RaceName = keyof typeof ofRace
type Value = string | number | undefined
export type PathParams = Readonly<Record<string, Value>>
type RaceParams = PathParams & { readonly raceid: string | number }

/** Every address of the organisers' app, without `/console` before it. console/routes.ts has a page for each. */
export const addresses = {
  ...ofPlatform,
  ...Object.fromEntries(Object.entries(ofRace).map(([name, pathname]) => [name, `/:raceid${pathname}`])),
} as Readonly<Record<PlatformName | RaceName, string>>

/**
 * Former addresses of a race's pages, from the time when the address named the race as a parameter. `/race?raceid=226`
 * redirects to the new address.
 */
export const formerAddresses: Readonly<Record<string, RaceName>> = Object.fromEntries(
  (Object.keys(ofRace) as RaceName[])
    .filter((name) => name !== 'overview')
    .map((name) => [name === 'race' ? '/race' : ofRace[name], name]),
)

const withSearch = (pathname: string, params: PathParams): string => {
  const search = new URLSearchParams(
    Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const query = search.toString()
  return `/console${pathname}${query && `?${query}`}`
}
const toPlatform =
  (pathname: string) =>
  (params: PathParams = {}): string =>
    withSearch(pathname, params)
const toRace =
  (pathname: string) =>
  ({ raceid, ...params }: RaceParams): string =>
    withSearch(`/${raceid}${pathname}`, params)

/** Links to the addresses, with `/console` before each. */
export const path = {
  ...Object.fromEntries(Object.entries(ofPlatform).map(([name, pathname]) => [name, toPlatform(pathname)])),
  ...Object.fromEntries(Object.entries(ofRace).map(([name, pathname]) => [name, toRace(pathname)])),
} as Record<PlatformName, ReturnType<typeof toPlatform>> & Record<RaceName, ReturnType<typeof toRace>>
