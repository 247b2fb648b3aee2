import { refusal, text } from '#contract/words.ts'
import type { MenuKey } from './contract.ts'

export const refusals = {
  race_changed_meanwhile: refusal(
    '409',
    '赛事设置刚被别人修改过，请重新打开后再改',
    '賽事設定剛被別人修改過，請重新開啟後再改',
    'Somebody else has just changed this race. Open it again and make your change',
  ),
  race_not_sellable: refusal(
    '422',
    '还不能发布，缺少：{what}',
    '還不能發布，缺少：{what}',
    'It cannot be published yet. Missing: {what}',
  ),
  race_number_taken: refusal(
    '409',
    '编号 {number} 已被其他赛事使用，请换一个',
    '編號 {number} 已被其他賽事使用，請換一個',
    'Number {number} belongs to another race. Choose a different one',
  ),
  zone_unknown: refusal(
    '422',
    '没有这个时区，请重新选择',
    '沒有這個時區，請重新選擇',
    'There is no such time zone. Choose one from the list',
  ),
} as const

/** The sentences for a wording of the race that has no title or no text. */
export const blankWords = {
  title: text(
    '请填写标题，或改用标准文字',
    '請填寫標題，或改用標準文字',
    'Write the title, or use the standard wording',
  ),
  body: text('请填写内容，或改用标准文字', '請填寫內容，或改用標準文字', 'Write the text, or use the standard wording'),
} as const

/** Faults of the race to which reserved places lead. */
export const successorWords = {
  unknown: text('请选择另一场赛事', '請選擇另一場賽事', 'Choose another race'),
  no_right: text(
    '您在该赛事中没有管理邀请码的权限，请联系该赛事的总监',
    '您在該賽事中沒有管理邀請碼的權限，請聯絡該賽事的總監',
    'You may not manage invitation codes of that race. Ask one of its directors',
  ),
} as const

/** The things that are missing before a race can be sold. */
export const raceLackWords = {
  events: text('组别', '組別', 'an event'),
  price: text('报名费', '報名費', 'a fee'),
  channel: text('支付渠道', '付款管道', 'a payment channel'),
  disclaimer: text('免责声明', '免責聲明', 'a disclaimer'),
  comma: text('、', '、', ', '),
  named: text('{what}（{of}）', '{what}（{of}）', '{what} ({of})'),
} as const

/** Labels for menu entries of a race. The server adds these entries if the organisers did not place them. */
export const shopEntry = text('赛事商城', '賽事商城', 'Shop')
export const hallEntry = text('成绩大厅', '成績大廳', 'Results hall')
export const feedEntry = text('图文直播', '圖文直播', 'Live feed')
export const luckydrawsEntry = text('抽奖', '抽獎', 'Lucky draw')
export const cardsEntry = text('集卡', '集卡', 'Collect cards')
export const trailsEntry = text('路线打卡', '路線打卡', 'Trails')
export const challengesEntry = text('打卡挑战', '打卡挑戰', 'Challenges')
export const teamsEntry = text('团队', '團隊', 'Teams')
/** The menu's labels (docs/behaviour/screens.md, Menu). */
export const menuWords = {
  signup: text('立即报名', '立即報名', 'Sign up now'),
  query: text('报名查询', '報名查詢', 'Find my entry'),
  eventinfo: text('赛事信息', '賽事資訊', 'Event info'),
  results: text('成绩', '成績', 'Results'),
  certificate: text('证书', '證書', 'Certificate'),
  photos: text('赛事照片', '賽事照片', 'Photos'),
  my: text('我的报名', '我的報名', 'My entries'),
  gear: text('必备装备', '必備裝備', 'Mandatory gear'),
  hotels: text('合作酒店', '合作飯店', 'Hotels'),
  packages: text('参赛包领取', '參賽包領取', 'Race pack collection'),
  upload: text('成绩上传', '成績上傳', 'Submit a result'),
  start: text('起点', '起點', 'Start'),
  racepack: text('参赛包', '參賽包', 'Race pack'),
  route: text('路线图', '路線圖', 'Route map'),
  video: text('现场视频', '現場影片', 'Race videos'),
  liveresults: text('实时成绩', '即時成績', 'Live results'),
  gpslive: text('轨迹直播', '軌跡直播', 'Live tracking'),
  guidebook: text('参赛手册', '參賽手冊', 'Guidebook'),
  tickets: text('门票', '門票', 'Tickets'),
} as const satisfies Record<MenuKey, ReturnType<typeof text>>
