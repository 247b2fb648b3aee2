import type { ComponentType } from 'react'
import { type Screen, screenAt } from '#ui/router/Router.tsx'

type Loads<Name extends string> = () => Promise<Record<Name, ComponentType>>
/**
 * One screen, fetched with the screens' style sheet when it is first needed. The build reads these lines too
 * (tools/build.ts), so that the server can preload a page's own file.
 */
const screen = <Name extends string>(path: string, load: Loads<Name>, name: Name): Screen =>
  screenAt(path, async () => (await Promise.all([load(), import('#seam/web/screens.css')]))[0], name)
/** The query page wears what stands inline in every page (web/shell.css) and waits for nothing else. */
const bareScreen: typeof screen = screenAt

/** Every address of the runner app and its screen. `/$` is the catch-all. */
export const screens = [
  screen('/', () => import('./pages/FrontPage.tsx'), 'FrontPage'),
  screen('/home', () => import('#features/finder/web/HomePage.tsx'), 'HomePage'),
  screen('/notice', () => import('#features/notices/web/NoticePage.tsx'), 'NoticePage'),
  screen('/route', () => import('#features/courses/web/RoutePage.tsx'), 'RoutePage'),
  screen('/start', () => import('#features/courses/web/StartPage.tsx'), 'StartPage'),
  screen('/login', () => import('#features/accounts/web/LoginPage.tsx'), 'LoginPage'),
  screen('/me', () => import('./pages/MePage.tsx'), 'MePage'),
  screen('/baoming', () => import('#features/registrations/web/signup/SignUpPage.tsx'), 'SignUpPage'),
  screen('/pay', () => import('#features/payments/web/PayPage.tsx'), 'PayPage'),
  screen('/invoice', () => import('#features/invoices/web/InvoicePage.tsx'), 'InvoicePage'),
  screen('/receipt', () => import('#features/invoices/web/ReceiptPage.tsx'), 'ReceiptPage'),
  screen('/postage', () => import('#features/postage/web/PostagePage.tsx'), 'PostagePage'),
  bareScreen('/query', () => import('#features/lookups/web/QueryPage.tsx'), 'QueryPage'),
  screen('/queryDetail', () => import('./pages/StatusPage.tsx'), 'StatusPage'),
  screen('/refunds', () => import('#features/refunds/web/RefundPage.tsx'), 'RefundPage'),
  screen('/edit', () => import('#features/registrations/web/changes/EditPage.tsx'), 'EditPage'),
  screen('/enname', () => import('#features/registrations/web/changes/EnNamePage.tsx'), 'EnNamePage'),
  screen('/personallist', () => import('#features/registrations/web/my/MyPage.tsx'), 'MyPage'),
  screen('/score', () => import('./pages/ScorePage.tsx'), 'ScorePage'),
  screen('/report', () => import('#features/results/web/list/ReportPage.tsx'), 'ReportPage'),
  screen('/report/team', () => import('#features/results/web/teams/TeamResultPage.tsx'), 'TeamResultPage'),
  screen('/scorelist', () => import('#features/posters/web/ScoreListPage.tsx'), 'ScoreListPage'),
  screen('/crop', () => import('./pages/CropPage.tsx'), 'CropPage'),
  screen('/posters', () => import('#features/posters/web/MyPostersPage.tsx'), 'MyPostersPage'),
  screen('/result', () => import('./pages/RunnerPage.tsx'), 'RunnerPage'),
  screen('/board', () => import('#features/results/web/list/BoardPage.tsx'), 'BoardPage'),
  screen('/video', () => import('#features/results/web/films/VideoPage.tsx'), 'VideoPage'),
  screen('/upload', () => import('#features/results/web/submissions/UploadPage.tsx'), 'UploadPage'),
  screen('/hall', () => import('#features/hall/web/HallPage.tsx'), 'HallPage'),
  screen('/hall/screen', () => import('#features/hall/web/HallScreenPage.tsx'), 'HallScreenPage'),
  screen('/hall/printer', () => import('#features/hall/web/HallPrinterPage.tsx'), 'HallPrinterPage'),
  screen('/photos', () => import('#features/photos/web/PhotosPage.tsx'), 'PhotosPage'),
  screen('/photosdemo', () => import('#features/photos/web/PhotosPage.tsx'), 'PhotosPage'),
  screen('/photosmy', () => import('#features/photos/web/MyPhotosPage.tsx'), 'MyPhotosPage'),
  screen('/subscribes', () => import('#features/photos/web/SubscribesPage.tsx'), 'SubscribesPage'),
  screen('/verify', () => import('#features/certificates/web/VerifyPage.tsx'), 'VerifyPage'),
  screen('/check', () => import('#features/checkin/web/GearPage.tsx'), 'GearPage'),
  screen('/package', () => import('#features/checkin/web/PackagePage.tsx'), 'PackagePage'),
  screen('/healthsign', () => import('#features/checkin/web/HealthSignPage.tsx'), 'HealthSignPage'),
  screen('/appointment', () => import('#features/appointments/web/AppointmentPage.tsx'), 'AppointmentPage'),
  screen('/ballot', () => import('#features/ballot/web/BallotPage.tsx'), 'BallotPage'),
  screen('/waiting', () => import('#features/waitingrooms/web/WaitingPage.tsx'), 'WaitingPage'),
  screen('/messages', () => import('#features/messages/web/MessagesPage.tsx'), 'MessagesPage'),
  screen('/volunteers', () => import('#features/volunteers/web/VolunteerPage.tsx'), 'VolunteerPage'),
  screen('/team', () => import('#features/teams/web/TeamPage.tsx'), 'TeamPage'),
  screen('/teams', () => import('#features/teams/web/TeamsPage.tsx'), 'TeamsPage'),
  screen('/mydata', () => import('#features/privacy/web/MyDataPage.tsx'), 'MyDataPage'),
  bareScreen('/$', () => import('#features/lookups/web/QueryPage.tsx'), 'QueryPage'),
]
