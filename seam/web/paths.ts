import { type Params, hrefTo } from '#ui/router/address.ts'

const to =
  (pathname: string) =>
  (params?: Params): string =>
    hrefTo(pathname, params)

/**
 * Every address of the runner app, in one place; the parameters that every page reads (raceid, app, lang …) go along by
 * themselves. An identity number is no parameter here: it is handed over on the device (ui/router/address.ts).
 */
export const path = {
  finder: () => hrefTo('/', { raceid: null }),
  race: (raceid: number) => hrefTo('/home', { raceid, color: null }),
  home: to('/home'),
  events: to('/'),
  baoming: to('/baoming'),
  query: to('/query'),
  queryDetail: to('/queryDetail'),
  volunteers: to('/volunteers'),
  edit: to('/edit'),
  enname: to('/enname'),
  pay: to('/pay'),
  orders: to('/orders'),
  invoice: to('/invoice'),
  receipt: to('/receipt'),
  postage: to('/postage'),
  refunds: to('/refunds'),
  personallist: to('/personallist'),
  report: to('/report'),
  result: to('/result'),
  teamresult: to('/report/team'),
  board: to('/board'),
  video: to('/video'),
  upload: to('/upload'),
  score: to('/score'),
  scorelist: to('/scorelist'),
  crop: to('/crop'),
  posters: to('/posters'),
  hall: to('/hall'),
  photos: to('/photos'),
  photosmy: to('/photosmy'),
  subscribes: to('/subscribes'),
  notice: to('/notice'),
  route: to('/route'),
  start: to('/start'),
  package: to('/package'),
  team: to('/team'),
  teams: to('/teams'),
  verify: to('/verify'),
  waiting: to('/waiting'),
  check: to('/check'),
  healthsign: to('/healthsign'),
  appointment: to('/appointment'),
  ballot: to('/ballot'),
  /** Logs in, then comes back to where one was. */
  login: (returnTo?: string) =>
    hrefTo('/login', {
      to: returnTo ?? (typeof location === 'undefined' ? undefined : location.pathname + location.search),
    }),
  messages: to('/messages'),
  me: to('/me'),
  mydata: to('/mydata'),
} as const
