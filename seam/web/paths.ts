import { type Params, hrefTo } from '#ui/router/address.ts'

/** Every address of the runner app. web/routes.ts has a page for each. */
export const addresses = {
  events: '/',
  home: '/home',
  notice: '/notice',
  route: '/route',
  start: '/start',
  login: '/login',
  me: '/me',
  baoming: '/baoming',
  pay: '/pay',
  invoice: '/invoice',
  receipt: '/receipt',
  postage: '/postage',
  tickets: '/tickets',
  ticketKind: '/tickets/kind',
  ticketPay: '/tickets/pay',
  ticket: '/tickets/one',
  ticketTake: '/tickets/take',
  trails: '/trails',
  trail: '/trail',
  trailPicture: '/trail/picture',
  series: '/series',
  seriesOne: '/series/one',
  myresults: '/me/results',
  challenges: '/challenges',
  challenge: '/challenge',
  challengePicture: '/challenge/picture',
  query: '/query',
  queryDetail: '/queryDetail',
  refunds: '/refunds',
  edit: '/edit',
  enname: '/enname',
  personallist: '/personallist',
  score: '/score',
  report: '/report',
  teamresult: '/report/team',
  scorelist: '/scorelist',
  crop: '/crop',
  posters: '/posters',
  result: '/result',
  board: '/board',
  video: '/video',
  upload: '/upload',
  protest: '/protest',
  hall: '/hall',
  hallScreen: '/hall/screen',
  hallPrinter: '/hall/printer',
  kiosk: '/kiosk',
  photos: '/photos',
  photosDemo: '/photosdemo',
  photosmy: '/photosmy',
  subscribes: '/subscribes',
  verify: '/verify',
  check: '/check',
  package: '/package',
  healthsign: '/healthsign',
  appointment: '/appointment',
  ballot: '/ballot',
  waiting: '/waiting',
  messages: '/messages',
  volunteers: '/volunteers',
  team: '/team',
  teams: '/teams',
  mydata: '/mydata',
  aid: '/aid',
  share: '/live/share',
  shared: '/live/shared',
  live: '/live',
  gps: '/gps',
  follows: '/live/follows',
} as const
type Name = keyof typeof addresses

const plain = Object.fromEntries(
  Object.entries(addresses).map(([name, pathname]) => [name, (params?: Params) => hrefTo(pathname, params)]),
) as Record<Name, (params?: Params) => string>

/**
 * Links to the addresses. The parameters that every page reads (raceid, app, lang …) are added automatically. An
 * identity number is no parameter here: the device hands it over (ui/router/address.ts).
 */
export const path = {
  ...plain,
  finder: () => hrefTo('/', { raceid: null }),
  race: (raceid: number) => hrefTo('/home', { raceid, color: null }),
  /** Logs in, then comes back to the page that the person left. */
  login: (returnTo?: string) =>
    hrefTo('/login', {
      to: returnTo ?? (typeof location === 'undefined' ? undefined : location.pathname + location.search),
    }),
} as const
