import { addresses } from '#seam/web/paths.ts'
import { type ScreenLoader, type Screen, page } from '#ui/router/screens.ts'

type Name = keyof typeof addresses

/**
 * The page of each address of the runner app. The compiler refuses an address without a page, and a page without an
 * address.
 */
export const pages: Readonly<Record<Name, ScreenLoader>> = {
  events: page(() => import('./pages/FrontPage.tsx'), 'FrontPage'),
  home: page(() => import('#features/finder/web/HomePage.tsx'), 'HomePage'),
  notice: page(() => import('#features/notices/web/NoticePage.tsx'), 'NoticePage'),
  route: page(() => import('#features/courses/web/RoutePage.tsx'), 'RoutePage'),
  start: page(() => import('#features/courses/web/StartPage.tsx'), 'StartPage'),
  login: page(() => import('#features/accounts/web/LoginPage.tsx'), 'LoginPage'),
  legal: page(() => import('#features/platform/web/LegalPage.tsx'), 'LegalPage'),
  mail: page(() => import('#features/mail/web/MailPage.tsx'), 'MailPage'),
  me: page(() => import('./pages/MePage.tsx'), 'MePage'),
  baoming: page(() => import('./pages/SignUpWithGoods.tsx'), 'SignUpWithGoods'),
  pay: page(() => import('#features/payments/web/PayPage.tsx'), 'PayPage'),
  invoice: page(() => import('#features/invoices/web/InvoicePage.tsx'), 'InvoicePage'),
  receipt: page(() => import('#features/invoices/web/ReceiptPage.tsx'), 'ReceiptPage'),
  postage: page(() => import('#features/postage/web/PostagePage.tsx'), 'PostagePage'),
  tickets: page(() => import('#features/tickets/web/TicketsPage.tsx'), 'TicketsPage'),
  ticketKind: page(() => import('#features/tickets/web/TicketKindPage.tsx'), 'TicketKindPage'),
  ticketPay: page(() => import('#features/tickets/web/TicketPayPage.tsx'), 'TicketPayPage'),
  ticket: page(() => import('./pages/OwnTicketPage.tsx'), 'OwnTicketPage'),
  ticketTake: page(() => import('#features/tickets/web/TicketTakePage.tsx'), 'TicketTakePage'),
  trails: page(() => import('#features/trails/web/TrailsPage.tsx'), 'TrailsPage'),
  trail: page(() => import('#features/trails/web/TrailPage.tsx'), 'TrailPage'),
  trailPicture: page(() => import('./pages/TrailPicturePage.tsx'), 'TrailPicturePage'),
  series: page(() => import('#features/series/web/SeriesListPage.tsx'), 'SeriesListPage'),
  seriesOne: page(() => import('#features/series/web/SeriesPage.tsx'), 'SeriesPage'),
  myresults: page(() => import('#features/series/web/MyResultsPage.tsx'), 'MyResultsPage'),
  manage: page(() => import('#features/overview/web/ManagePage.tsx'), 'ManagePage'),
  challenges: page(() => import('#features/challenges/web/ChallengesPage.tsx'), 'ChallengesPage'),
  challenge: page(() => import('#features/challenges/web/ChallengePage.tsx'), 'ChallengePage'),
  challengePicture: page(() => import('./pages/ChallengePicturePage.tsx'), 'ChallengePicturePage'),
  hotels: page(() => import('#features/hotels/web/HotelsPage.tsx'), 'HotelsPage'),
  hotel: page(() => import('#features/hotels/web/HotelPage.tsx'), 'HotelPage'),
  hotelBook: page(() => import('#features/hotels/web/BookPage.tsx'), 'BookPage'),
  hotelPay: page(() => import('#features/hotels/web/HotelPayPage.tsx'), 'HotelPayPage'),
  stays: page(() => import('#features/hotels/web/StaysPage.tsx'), 'StaysPage'),
  stay: page(() => import('#features/hotels/web/StayPage.tsx'), 'StayPage'),
  shop: page(() => import('#features/shop/web/ShopPage.tsx'), 'ShopPage'),
  shopGoods: page(() => import('#features/shop/web/GoodsPage.tsx'), 'GoodsPage'),
  shopBag: page(() => import('#features/shop/web/BagPage.tsx'), 'BagPage'),
  shopPay: page(() => import('#features/shop/web/ShopPayPage.tsx'), 'ShopPayPage'),
  shopOrders: page(() => import('#features/shop/web/OrdersPage.tsx'), 'OrdersPage'),
  shopOrder: page(() => import('#features/shop/web/OrderPage.tsx'), 'OrderPage'),
  shopCoupons: page(() => import('#features/shop/web/CouponsPage.tsx'), 'CouponsPage'),
  deposit: page(() => import('#features/deposits/web/DepositPage.tsx'), 'DepositPage'),
  depositPay: page(() => import('#features/deposits/web/DepositPayPage.tsx'), 'DepositPayPage'),
  places: page(() => import('#features/invitations/web/ledger/LedgerPage.tsx'), 'LedgerPage'),
  luckydraw: page(() => import('#features/luckydraws/web/LuckydrawPage.tsx'), 'LuckydrawPage'),
  stage: page(() => import('#features/luckydraws/web/StagePage.tsx'), 'StagePage'),
  prizes: page(() => import('#features/luckydraws/web/PrizesPage.tsx'), 'PrizesPage'),
  cards: page(() => import('#features/cards/web/CardsPage.tsx'), 'CardsPage'),
  cardLink: page(() => import('#features/cards/web/CardLinkPage.tsx'), 'CardLinkPage'),
  query: page(() => import('#features/lookups/web/QueryPage.tsx'), 'QueryPage'),
  queryDetail: page(() => import('./pages/StatusPage.tsx'), 'StatusPage'),
  disruption: page(() => import('#features/disruptions/web/DisruptionPage.tsx'), 'DisruptionPage'),
  refunds: page(() => import('#features/refunds/web/RefundPage.tsx'), 'RefundPage'),
  edit: page(() => import('#features/registrations/web/changes/EditPage.tsx'), 'EditPage'),
  enname: page(() => import('#features/registrations/web/changes/EnNamePage.tsx'), 'EnNamePage'),
  personallist: page(() => import('#features/registrations/web/my/MyPage.tsx'), 'MyPage'),
  score: page(() => import('./pages/ScorePage.tsx'), 'ScorePage'),
  report: page(() => import('./pages/ResultsListPage.tsx'), 'ResultsListPage'),
  teamresult: page(() => import('#features/results/web/teams/TeamResultPage.tsx'), 'TeamResultPage'),
  scorelist: page(() => import('#features/posters/web/ScoreListPage.tsx'), 'ScoreListPage'),
  crop: page(() => import('./pages/CropPage.tsx'), 'CropPage'),
  posters: page(() => import('#features/posters/web/MyPostersPage.tsx'), 'MyPostersPage'),
  result: page(() => import('./pages/RunnerPage.tsx'), 'RunnerPage'),
  board: page(() => import('#features/results/web/list/BoardPage.tsx'), 'BoardPage'),
  video: page(() => import('#features/results/web/films/VideoPage.tsx'), 'VideoPage'),
  protest: page(() => import('#features/results/web/protests/ProtestPage.tsx'), 'ProtestPage'),
  upload: page(() => import('#features/results/web/submissions/UploadPage.tsx'), 'UploadPage'),
  hall: page(() => import('#features/hall/web/HallPage.tsx'), 'HallPage'),
  hallScreen: page(() => import('#features/hall/web/HallScreenPage.tsx'), 'HallScreenPage'),
  hallPrinter: page(() => import('#features/hall/web/HallPrinterPage.tsx'), 'HallPrinterPage'),
  kiosk: page(() => import('#features/hall/web/kiosk/KioskPage.tsx'), 'KioskPage'),
  photos: page(() => import('#features/photos/web/PhotosPage.tsx'), 'PhotosPage'),
  photosDemo: page(() => import('#features/photos/web/PhotosPage.tsx'), 'PhotosPage'),
  photosmy: page(() => import('#features/photos/web/MyPhotosPage.tsx'), 'MyPhotosPage'),
  subscribes: page(() => import('#features/photos/web/SubscribesPage.tsx'), 'SubscribesPage'),
  verify: page(() => import('#features/certificates/web/VerifyPage.tsx'), 'VerifyPage'),
  check: page(() => import('#features/checkin/web/GearPage.tsx'), 'GearPage'),
  package: page(() => import('#features/checkin/web/PackagePage.tsx'), 'PackagePage'),
  healthsign: page(() => import('#features/checkin/web/HealthSignPage.tsx'), 'HealthSignPage'),
  appointment: page(() => import('#features/appointments/web/AppointmentPage.tsx'), 'AppointmentPage'),
  ballot: page(() => import('#features/ballot/web/BallotPage.tsx'), 'BallotPage'),
  waiting: page(() => import('#features/waitingrooms/web/WaitingPage.tsx'), 'WaitingPage'),
  messages: page(() => import('#features/messages/web/MessagesPage.tsx'), 'MessagesPage'),
  volunteers: page(() => import('#features/volunteers/web/VolunteerPage.tsx'), 'VolunteerPage'),
  team: page(() => import('#features/teams/web/TeamPage.tsx'), 'TeamPage'),
  teams: page(() => import('#features/teams/web/TeamsPage.tsx'), 'TeamsPage'),
  mydata: page(() => import('#features/privacy/web/MyDataPage.tsx'), 'MyDataPage'),
  aid: page(() => import('#features/timing/web/aid/AidPage.tsx'), 'AidPage'),
  share: page(() => import('#features/tracking/web/share/SharePage.tsx'), 'SharePage'),
  shared: page(() => import('#features/tracking/web/share/SharedPage.tsx'), 'SharedPage'),
  live: page(() => import('#features/tracking/web/LivePage.tsx'), 'LivePage'),
  feed: page(() => import('#features/feed/web/FeedPage.tsx'), 'FeedPage'),
  gps: page(() => import('#features/tracking/web/LivePage.tsx'), 'LivePage'),
  follows: page(() => import('#features/tracking/web/follow/FollowsPage.tsx'), 'FollowsPage'),
}
/** The query page uses the styles that every page has inline (web/shell.css) and waits for no other file. */
export const bare: ReadonlySet<Name> = new Set(['query'])

/** Fetches a page together with the screens' style sheet. */
const dressed =
  (load: ScreenLoader): ScreenLoader =>
  async () =>
    (await Promise.all([load(), import('#seam/web/screens.css')]))[0]

/** `/$` stands for every other address. */
export const screens: readonly Screen[] = [
  ...(Object.keys(pages) as Name[]).map((name) => ({
    path: addresses[name],
    load: bare.has(name) ? pages[name] : dressed(pages[name]),
  })),
  { path: '/$', load: pages.query },
]
