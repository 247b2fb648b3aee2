import { text } from '#contract/words.ts'

export const myWords = {
  account: text('账号与绑定', '帳號與綁定', 'Account and login'),
  title: text('我的报名', '我的報名', 'My entries'),
  registrations: text('报名', '報名', 'Entries'),
  orders: text('订单', '訂單', 'Orders'),
  people: text('常用报名人', '常用報名人', 'Saved people'),
  logIn: text('登录后查看我的报名', '登入後檢視我的報名', 'Log in to see your entries'),

  unpaidHere: text('本机上待支付的报名', '本機上待付款的報名', 'Unpaid entries on this device'),
  logOut: text('退出登录', '登出', 'Log out'),
  loggedOut: text('已退出登录！', '已登出！', 'Log out successfully!'),
  noRegistrations: text('还没有报名', '還沒有報名', 'No registration'),
  noRegistrationsHow: text(
    '选一场比赛，给自己定个目标吧。',
    '選一場比賽，替自己訂個目標吧。',
    'Pick a race and give yourself a goal.',
  ),
  findRace: text('去看赛事', '去看賽事', 'Find a race'),
  signUp: text('我要报名', '我要報名', 'Sign up'),
  allRaces: text('查看全部赛事的报名', '檢視全部賽事的報名', 'View my entries in all races'),
  noOrders: text('还没有订单', '還沒有訂單', 'No orders yet'),
  noOrdersHow: text(
    '报名并提交后，订单会出现在这里。',
    '報名並送出後，訂單會出現在這裡。',
    'Your orders appear here once you have entered.',
  ),
  together: text('一起报名 · {n} 人', '一起報名 · {n} 人', 'Entered together · {n} {n|runner|runners}'),
  more: text('加载更多', '載入更多', 'Load more'),
  orderNumber: text('订单号', '訂單編號', 'Order number'),
  orderedAt: text('下单时间', '下單時間', 'Ordered'),
  payNow: text('去支付', '前往付款', 'Pay now'),
  lookUp: text('查询他人报名', '查詢他人報名', "Find someone else's entry"),
} as const
