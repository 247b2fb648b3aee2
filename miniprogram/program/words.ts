import type { Lang } from './platform.js'

const text = (zhCn: string, zhTw: string, en: string): Record<Lang, string> => ({ 'zh-cn': zhCn, 'zh-tw': zhTw, en })
const words = {
  network: text('网络不可用，请检查后重试', '網路無法使用，請檢查後重試', 'No network. Please try again'),
  again: text('重试', '重試', 'Try again'),
  code_over: text('这个二维码已失效', '這個 QR Code 已失效', 'This QR code is no longer valid'),
  foreign: text('这不是本赛事的二维码', '這不是本賽事的 QR Code', "This QR code doesn't belong to this race"),
  pay_title: text('支付报名费', '付款報名費', 'Pay for your entry'),
  pay_order_title: text('支付订单', '付款訂單', 'Pay for your order'),
  pay_now: text('微信支付', '微信支付', 'Pay with WeChat'),
  pay_busy: text('正在支付…', '正在付款…', 'Paying…'),
  pay_paid: text('支付成功', '付款成功', 'Paid'),
  pay_cancelled: text('已取消支付', '已取消付款', 'Payment cancelled'),
  pay_waiting: text(
    '支付结果确认中，请稍后返回查看',
    '付款結果確認中，請稍後返回檢視',
    'Confirming your payment. Please go back and check in a moment',
  ),
  pay_failed: text('支付没有完成，请重试', '付款沒有完成，請重試', 'The payment did not go through. Please try again'),
  pay_order_back: text('返回', '返回', 'Back'),
  pay_back: text('返回报名', '返回報名', 'Back to your entry'),
  login_title: text('登录', '登入', 'Log in'),
  login_text: text(
    '登录后可以查看报名、支付和成绩',
    '登入後可以檢視報名、付款和成績',
    'Log in to see your entries, payments and results',
  ),
  login_phone: text('手机号快捷登录', '手機號碼快速登入', 'Log in with my mobile number'),
  login_wechat: text('微信登录', '微信登入', 'Log in with WeChat'),
  login_denied: text(
    '没有取得手机号，可用微信登录',
    '沒有取得手機號碼，可用微信登入',
    "Your mobile number wasn't shared. You can log in with WeChat",
  ),
  scan_title: text('扫一扫', '掃一掃', 'Scan'),
  scan_now: text('扫描二维码', '掃描 QR Code', 'Scan a code'),
  scan_text: text(
    '扫描号码布、海报或打卡点上的二维码',
    '掃描號碼布、海報或打卡點上的 QR Code',
    'Scan the code on a bib, a poster or a checkpoint',
  ),
  run_title: text('分享我的跑步', '分享我的跑步', 'Share my location'),
  run_start: text('同意并开始分享', '同意並開始分享', 'Agree and start sharing'),
  run_stop: text('结束分享', '結束分享', 'Stop sharing'),
  run_on: text(
    '正在分享位置，可以锁屏',
    '正在分享位置，可以鎖定螢幕',
    'You are sharing your position. You can lock the screen',
  ),
  run_off: text('分享已结束', '分享已結束', 'Sharing has ended'),
  run_denied: text(
    '请在设置中允许“使用小程序期间和离开后”使用位置',
    '請在設定中允許「使用小程式期間和離開後」使用位置',
    'Allow location “while using and after leaving” in the settings',
  ),
  run_settings: text('打开设置', '開啟設定', 'Open settings'),
  run_sent: text('已发送 {n} 个位置', '已傳送 {n} 個位置', '{n} positions sent'),
  run_waiting: text('{n} 个待发送', '{n} 個待傳送', '{n} waiting for a network'),
  run_none: text('现在没有可分享的比赛', '現在沒有可分享的比賽', 'You have no race to share right now'),
  notices_title: text('赛事提醒', '賽事提醒', 'Race reminders'),
  notices_text: text(
    '领物、开跑和成绩公布时，微信会通知您',
    '領物、開跑和成績公布時，微信會通知您',
    'WeChat notifies you about pack collection, the start and your result',
  ),
  notices_ask: text('开启提醒', '開啟提醒', 'Turn reminders on'),
  notices_done: text('已开启 {n} 项提醒', '已開啟 {n} 項提醒', '{n} reminders on'),
  notices_none: text('没有开启提醒', '沒有開啟提醒', 'No reminder is on'),
  notices_off: text('组委会暂未提供提醒', '主辦單位暫未提供提醒', "The organisers don't offer reminders yet"),
} as const

export type Said = Record<keyof typeof words, string>
/** Returns every text in one language, for the data of a page. */
export const wordsIn = (lang: Lang): Said =>
  Object.fromEntries(Object.entries(words).map(([name, said]) => [name, said[lang]])) as Said
export const filled = (said: string, n: number): string => said.replace('{n}', String(n))
