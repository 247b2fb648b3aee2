import { type Lang, type Text, text } from '#contract/words.ts'

/**
 * The title of each page, as the page itself shows it in its bar (the words of the rooms). In the title of the window,
 * the race's name follows.
 */
const titles: Readonly<Record<string, Text>> = {
  '/': text('赛事信息', '賽事資訊', 'Event info'),
  '/notice': text('公告', '公告', 'Notice'),
  '/route': text('路线图', '路線圖', 'Route map'),
  '/start': text('起点', '起點', 'Start'),
  '/login': text('登录', '登入', 'Log in'),
  '/legal': text('用户协议', '使用者條款', 'Terms of use'),
  '/mail': text('邮件通知', '郵件通知', 'Email notifications'),
  '/me': text('我的账号', '我的帳號', 'My account'),
  '/me/results': text('我的成绩', '我的成績', 'My results'),
  '/manage': text('我管理的赛事', '我管理的賽事', 'Races I manage'),
  '/baoming': text('报名', '報名', 'Sign up'),
  '/pay': text('支付', '付款', 'Payment'),
  '/invoice': text('申请发票', '申請發票', 'Request an invoice'),
  '/receipt': text('收据', '收據', 'Receipt'),
  '/postage': text('PB 纪念衫', 'PB 紀念衫', 'PB shirt'),
  '/tickets': text('门票', '門票', 'Tickets'),
  '/tickets/kind': text('门票', '門票', 'Tickets'),
  '/tickets/pay': text('支付门票', '門票付款', 'Pay for tickets'),
  '/tickets/one': text('门票', '門票', 'Tickets'),
  '/tickets/take': text('领取门票', '領取門票', 'Claim ticket'),
  '/trails': text('路线打卡', '路線打卡', 'Trails'),
  '/trail': text('路线打卡', '路線打卡', 'Trails'),
  '/trail/picture': text('完成证书与海报', '完成證書與海報', 'Certificate and poster'),
  '/series': text('系列赛', '系列賽', 'Series'),
  '/series/one': text('系列赛', '系列賽', 'Series'),
  '/challenges': text('打卡挑战', '打卡挑戰', 'Challenges'),
  '/challenge': text('打卡挑战', '打卡挑戰', 'Challenges'),
  '/challenge/picture': text('生成分享图', '產生分享圖', 'Create a picture to share'),
  '/hotels': text('合作酒店', '合作飯店', 'Partner hotels'),
  '/hotels/one': text('合作酒店', '合作飯店', 'Partner hotels'),
  '/hotels/book': text('确认预订', '確認訂房', 'Your booking'),
  '/hotels/pay': text('支付房费', '房費付款', 'Pay for your stay'),
  '/hotels/my': text('我的住宿', '我的住宿', 'My stays'),
  '/hotels/stay': text('我的住宿', '我的住宿', 'My stays'),
  '/shop': text('赛事商城', '賽事商城', 'Race shop'),
  '/shop/goods': text('赛事商城', '賽事商城', 'Race shop'),
  '/shop/bag': text('购物袋', '購物袋', 'Bag'),
  '/shop/pay': text('支付订单', '訂單付款', 'Pay for your order'),
  '/shop/orders': text('我的订单', '我的訂單', 'My orders'),
  '/shop/order': text('订单详情', '訂單詳情', 'Your order'),
  '/shop/coupons': text('我的优惠券', '我的優惠券', 'My coupons'),
  '/deposit': text('押金', '押金', 'Deposits'),
  '/deposits/pay': text('支付押金', '押金付款', 'Pay the deposit'),
  '/places': text('名额公示', '名額公示', 'How places are allocated'),
  '/luckydraw': text('抽奖', '抽獎', 'Lucky draw'),
  '/luckydraw/stage': text('大屏幕', '大螢幕', 'Big screen'),
  '/prizes': text('我的奖品', '我的獎品', 'My prizes'),
  '/cards': text('集卡', '集卡', 'Collect cards'),
  '/cards/link': text('集卡', '集卡', 'Collect cards'),
  '/query': text('报名查询', '報名查詢', 'Find my entry'),
  '/querydetail': text('报名状态', '報名狀態', 'Entry status'),
  '/refunds': text('退赛与退款', '退賽與退款', 'Withdraw and refund'),
  '/disruption': text('赛事变更', '賽事變更', 'Race changes'),
  '/edit': text('修改资料', '修改資料', 'Edit entry'),
  '/enname': text('英文姓名', '英文姓名', 'English name'),
  '/personallist': text('我的报名', '我的報名', 'My entries'),
  '/score': text('证书', '證書', 'Certificate'),
  '/report': text('成绩', '成績', 'Results'),
  '/report/team': text('团队', '團隊', 'Teams'),
  '/scorelist': text('我的成绩', '我的成績', 'My results'),
  '/crop': text('制作海报', '製作海報', 'Make your poster'),
  '/posters': text('我的海报', '我的海報', 'My posters'),
  '/result': text('选手成绩', '選手成績', "Runner's result"),
  '/board': text('实时看板', '即時看板', 'Live board'),
  '/video': text('现场视频', '現場影片', 'Race videos'),
  '/upload': text('成绩上传', '成績上傳', 'Submit a result'),
  '/protest': text('成绩抗议', '成績抗議', 'Protest a result'),
  '/hall': text('成绩大厅', '成績大廳', 'Results hall'),
  '/hall/screen': text('成绩大厅', '成績大廳', 'Results hall'),
  '/hall/printer': text('打印台', '列印台', 'Printer'),
  '/kiosk': text('成绩查询', '成績查詢', 'Your result'),
  '/photos': text('赛事照片', '賽事照片', 'Photos'),
  '/photosdemo': text('赛事照片', '賽事照片', 'Photos'),
  '/photosmy': text('我的照片', '我的照片', 'My photos'),
  '/subscribes': text('照片订阅', '照片訂閱', 'Photo alerts'),
  '/verify': text('证书查验', '證書查驗', 'Verify a certificate'),
  '/check': text('必备装备', '必備裝備', 'Mandatory gear'),
  '/package': text('参赛包', '參賽包', 'Race packs'),
  '/healthsign': text('健康声明', '健康聲明', 'Health declaration'),
  '/appointment': text('预约', '預約', 'Appointments'),
  '/ballot': text('抽签公示', '抽籤公示', 'Ballots'),
  '/waiting': text('排队报名', '排隊報名', 'Queue for sign-up'),
  '/messages': text('消息', '訊息', 'Messages'),
  '/volunteers': text('志愿者', '志工', 'Volunteers'),
  '/team': text('我的团队', '我的團隊', 'My team'),
  '/teams': text('团队', '團隊', 'Teams'),
  '/mydata': text('我的数据', '我的資料', 'My data'),
  '/aid': text('补给站登记', '補給站登記', 'Aid station'),
  '/club': text('我的团体', '我的團體', 'My clubs'),
  '/club/captain': text('成为领队', '成為領隊', 'Become a captain'),
  '/club/entry': text('团体报名', '團體報名', 'Club entry'),
  '/live/share': text('共享我的位置', '分享我的位置', 'Share my location'),
  '/live/shared': text('实时位置', '即時位置', 'Live location'),
  '/live/follows': text('我关注的选手', '我追蹤的選手', 'Runners I follow'),
  '/live': text('赛事直播', '賽事直播', 'Live'),
  '/gps': text('赛事直播', '賽事直播', 'Live'),
  '/feed': text('图文直播', '圖文直播', 'Live feed'),
}

const finder = text('全部赛事', '全部賽事', 'All races')
/** The front page has no bar. The screens of a hall have none either, because they fill the whole window. */
const withoutBar = new Set(['/', '/hall/screen', '/hall/printer', '/kiosk'])
/**
 * Returns the title that the page itself shows in its bar, as far as it is known before the page is loaded. Undefined
 * if the page has no bar or no known title.
 */
export const barTitle = (pathname: string, lang: Lang): string | undefined =>
  withoutBar.has(pathname) ? undefined : titles[pathname]?.[lang]

/**
 * Returns the title of a page's window: the page, then its race or the platform. On the home of a race, the title is
 * only the race's name.
 */
export const titleOf = (pathname: string, lang: Lang, race: string | undefined, platform = ''): string => {
  const of = race === undefined && pathname === '/' ? finder : titles[pathname]
  const parts = [of?.[lang], race ?? platform]
  return parts.filter(Boolean).join(' · ')
}

const desk = text('组委会', '主辦單位', 'Organisers')
/** Returns the title of the console before it has loaded. */
export const deskTitle = (lang: Lang, platform: string): string => `${platform} · ${desk[lang]}`

/** The words of the pictures beside a shared link. */
export const finderTitle = {
  title: text('找到您的下一场', '找到您的下一場', 'Find your next race'),
  line: text('报名 · 成绩 · 证书', '報名 · 成績 · 證書', 'Enter · Results · Certificates'),
} as const
export const resultWords = {
  gun: text('枪成绩', '槍成績', 'Gun time'),
  net: text('净成绩', '淨成績', 'Net time'),
} as const
