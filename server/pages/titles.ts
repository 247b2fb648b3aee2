import { type Lang, type Text, text } from '#contract/words.ts'

const tickets = text('门票', '門票', 'Tickets')
const hotels = text('酒店', '飯店', 'Hotels')
const shop = text('商城', '商城', 'Shop')
const trails = text('打卡路线', '打卡路線', 'Trails')
const challenges = text('线上挑战', '線上挑戰', 'Challenges')
const series = text('系列赛', '系列賽', 'Series')
const certificate = text('证书', '證書', 'Certificate')
const results = text('成绩', '成績', 'Results')
const live = text('赛事直播', '賽事直播', 'Live')
const photos = text('照片', '照片', 'Photos')
const luckydraw = text('抽奖', '抽獎', 'Lucky draw')
const account = text('我的账号', '我的帳號', 'My account')
const entry = text('我的报名', '我的報名', 'My entry')
const pay = text('支付', '付款', 'Pay')

/** The title of each page until the page sets its own (ui/layout/Page.tsx). The race's name follows the title. */
const titles: Readonly<Record<string, Text>> = {
  '/': text('赛事信息', '賽事資訊', 'Event info'),
  '/notice': text('公告', '公告', 'Notice'),
  '/route': text('赛道', '賽道', 'Course'),
  '/start': text('起点信息', '起點資訊', 'Start'),
  '/login': text('登录', '登入', 'Log in'),
  '/me': account,
  '/me/results': text('我的成绩', '我的成績', 'My results'),
  '/baoming': text('报名', '報名', 'Sign up'),
  '/pay': pay,
  '/querydetail': entry,
  '/personallist': text('我的报名', '我的報名', 'My entries'),
  '/query': text('报名查询', '報名查詢', 'Find my entry'),
  '/score': certificate,
  '/report': results,
  '/report/team': text('团队成绩', '團隊成績', 'Team results'),
  '/scorelist': results,
  '/result': results,
  '/board': text('排行榜', '排行榜', 'Leaderboard'),
  '/posters': text('海报', '海報', 'Posters'),
  '/video': text('视频', '影片', 'Videos'),
  '/photos': photos,
  '/photosmy': photos,
  '/ballot': text('抽签', '抽籤', 'Ballot'),
  '/waiting': text('排队', '排隊', 'Queue'),
  '/messages': text('消息', '訊息', 'Messages'),
  '/team': text('团队', '團隊', 'Team'),
  '/teams': text('团队', '團隊', 'Teams'),
  '/mydata': text('我的数据与隐私', '我的資料與隱私', 'My data and privacy'),
  '/refunds': text('退赛', '退賽', 'Withdraw'),
  '/edit': text('修改报名', '修改報名', 'Edit entry'),
  '/appointment': text('领物预约', '領物預約', 'Pick-up appointment'),
  '/package': text('参赛包领取', '參賽包領取', 'Race pack'),
  '/live': live,
  '/feed': live,
  '/gps': live,
  '/tickets': tickets,
  '/tickets/kind': tickets,
  '/tickets/pay': pay,
  '/tickets/one': tickets,
  '/tickets/take': tickets,
  '/trails': trails,
  '/trail': trails,
  '/challenges': challenges,
  '/challenge': challenges,
  '/series': series,
  '/series/one': series,
  '/hotels': hotels,
  '/hotels/one': hotels,
  '/hotels/book': hotels,
  '/hotels/pay': pay,
  '/hotels/my': hotels,
  '/hotels/stay': hotels,
  '/shop': shop,
  '/shop/goods': shop,
  '/shop/bag': shop,
  '/shop/pay': pay,
  '/shop/orders': shop,
  '/shop/order': shop,
  '/shop/coupons': shop,
  '/luckydraw': luckydraw,
  '/prizes': luckydraw,
  '/cards': text('集卡', '集卡', 'Cards'),
}

const finder = text('全部赛事', '全部賽事', 'All races')
/** The title of a page's window: the page, then the race. A race's home has the name of the race alone. */
export const titleOf = (pathname: string, lang: Lang, race: string | undefined): string => {
  const of = race === undefined && pathname === '/' ? finder : titles[pathname]
  const parts = [of?.[lang], race ?? 'Startline']
  return parts.filter(Boolean).join(' · ')
}

/** The words of the pictures beside a shared link. */
export const finderTitle = {
  title: text('找到您的下一场', '找到您的下一場', 'Find your next race'),
  line: text('报名 · 成绩 · 证书', '報名 · 成績 · 證書', 'Enter · Results · Certificates'),
} as const
export const resultWords = {
  gun: text('枪成绩', '槍成績', 'Gun time'),
  net: text('净成绩', '淨成績', 'Net time'),
} as const
