import { text } from '#contract/words.ts'
import type { TemplateKey } from './contract.ts'

export const templateEventNames = {
  full: text('马拉松', '馬拉松', 'Marathon'),
  half: text('半程马拉松', '半程馬拉松', 'Half marathon'),
  ten: text('10公里', '10公里', '10 km'),
  five: text('5公里', '5公里', '5 km'),
  fun: text('欢乐跑', '歡樂跑', 'Fun run'),
  family: text('亲子跑', '親子跑', 'Family run'),
  trail50: text('50公里越野', '50公里越野', '50 km trail'),
  trail30: text('30公里越野', '30公里越野', '30 km trail'),
  trail15: text('15公里越野', '15公里越野', '15 km trail'),
  online10: text('线上10公里', '線上10公里', 'Online 10 km'),
  online5: text('线上5公里', '線上5公里', 'Online 5 km'),
} as const

export const disclaimerTitle = text('免责声明', '免責聲明', 'Disclaimer')

const road = text(
  '我自愿参加本次赛事，已了解长距离跑步的风险，并确认：\n' +
    '一、本人身体健康，近期接受过体检，没有医生不建议参加长跑的情况。\n' +
    '二、我会遵守竞赛规程和现场工作人员、裁判、医疗人员的指示；医疗人员认为我不宜继续比赛时，我会停止比赛。\n' +
    '三、我提供的身份、年龄和联系方式真实有效，不转让参赛号，不替他人或由他人替跑。\n' +
    '四、到达关门时间后，我会退出比赛并离开赛道。\n' +
    '五、我同意组委会在紧急情况下为我安排救治。\n' +
    '本声明不免除组委会依法应承担的责任。',
  '我自願參加本次賽事，已了解長距離跑步的風險，並確認：\n' +
    '一、本人身體健康，近期接受過健康檢查，沒有醫師不建議參加長跑的情況。\n' +
    '二、我會遵守競賽規程及現場工作人員、裁判、醫療人員的指示；醫療人員認為我不宜繼續比賽時，我會停止比賽。\n' +
    '三、我提供的身分、年齡與聯絡方式真實有效，不轉讓號碼布，不替他人或由他人代跑。\n' +
    '四、到達關門時間後，我會退出比賽並離開賽道。\n' +
    '五、我同意主辦單位在緊急情況下為我安排救治。\n' +
    '本聲明不免除主辦單位依法應負的責任。',
  'I take part of my own free will and know the risks of running long distances. I confirm that:\n' +
    '1. I am in good health, have had a recent check-up, and no doctor has advised me against running this distance.\n' +
    '2. I follow the rules of the race and the directions of its staff, referees and medical team, and stop if the medical team tells me to.\n' +
    '3. My identity, age and contact details are true. I do not pass on my bib, and nobody runs in my place.\n' +
    '4. I leave the course when a cut-off time has passed.\n' +
    '5. In an emergency the organiser may arrange medical treatment for me.\n' +
    'Nothing here limits the liability that the organiser has by law.',
)
const trail = text(
  '我自愿参加本次越野赛，已了解山地环境和天气变化的风险，并确认：\n' +
    '一、本人身体健康，具备完成所报距离的训练和经验。\n' +
    '二、我会全程携带强制装备，并在检录和赛道检查时出示。\n' +
    '三、我会沿标记路线前进，遇到伤员先施援手并通知组委会；迷路或受伤时留在原地并拨打急救电话。\n' +
    '四、组委会可因天气或安全原因更改路线、暂停或取消比赛，我会服从安排。\n' +
    '五、到达关门时间或退赛时，我会向最近的检查点报告，不会自行离开。\n' +
    '六、我不在赛道上丢弃任何物品。\n' +
    '本声明不免除组委会依法应承担的责任。',
  '我自願參加本次越野賽，已了解山區環境與天氣變化的風險，並確認：\n' +
    '一、本人身體健康，具備完成所報距離的訓練與經驗。\n' +
    '二、我會全程攜帶強制裝備，並在檢錄及賽道檢查時出示。\n' +
    '三、我會沿標記路線前進，遇到傷者先伸出援手並通知主辦單位；迷路或受傷時留在原地並撥打急救電話。\n' +
    '四、主辦單位可因天氣或安全因素更改路線、暫停或取消比賽，我會服從安排。\n' +
    '五、到達關門時間或退賽時，我會向最近的檢查點報告，不會自行離開。\n' +
    '六、我不在賽道上丟棄任何物品。\n' +
    '本聲明不免除主辦單位依法應負的責任。',
  'I take part of my own free will and know the risks of mountains and of changing weather. I confirm that:\n' +
    '1. I am in good health, with the training and experience for the distance I entered.\n' +
    '2. I carry the mandatory gear all the way and show it when asked.\n' +
    '3. I follow the marked course. I help an injured runner first and tell the organiser; if I am lost or hurt, I stay where I am and call the emergency number.\n' +
    '4. The organiser may change the course, stop or cancel the race for weather or safety, and I do as told.\n' +
    '5. At a cut-off, or if I drop out, I report to the nearest checkpoint and do not just leave.\n' +
    '6. I leave nothing behind on the course.\n' +
    'Nothing here limits the liability that the organiser has by law.',
)
const online = text(
  '我自愿参加本次线上跑，并确认：\n一、本人身体健康，适合完成所报距离。\n二、我会自行选择安全的路线，遵守交通规则，对自己的安全负责。\n三、我提交的成绩和凭证由本人在活动期间真实完成。\n本声明不免除组委会依法应承担的责任。',
  '我自願參加本次線上跑，並確認：\n一、本人身體健康，適合完成所報距離。\n二、我會自行選擇安全的路線，遵守交通規則，對自己的安全負責。\n三、我送出的成績與憑證由本人在活動期間真實完成。\n本聲明不免除主辦單位依法應負的責任。',
  'I take part of my own free will. I confirm that:\n' +
    '1. I am in good health and fit for the distance I entered.\n' +
    '2. I choose a safe course, obey traffic rules and look after my own safety.\n' +
    '3. I ran the result that I submit myself, within the days of the event, and its proof is genuine.\n' +
    'Nothing here limits the liability that the organiser has by law.',
)
export const disclaimers = { road, trail, online } as const

export const templateWords = {
  marathon: text('马拉松', '馬拉松', 'Road marathon'),
  marathon_says: text(
    '马拉松、半程和欢乐跑，马拉松抽签',
    '馬拉松、半程與歡樂跑，馬拉松抽籤',
    'Marathon by ballot, half marathon, fun run',
  ),
  half: text('半程马拉松', '半程馬拉松', 'Half marathon'),
  half_says: text('半程和 10 公里，先到先得', '半程與 10 公里，先到先得', 'Half marathon and 10 km, first come'),
  city10: text('城市 10 公里', '城市 10 公里', '10 km city run'),
  city10_says: text('10 公里和 5 公里', '10 公里與 5 公里', '10 km and 5 km'),
  trail: text('越野赛', '越野賽', 'Trail race'),
  trail_says: text(
    '50、30、15 公里，含强制装备和血型',
    '50、30、15 公里，含強制裝備與血型',
    '50, 30 and 15 km, with mandatory gear and blood type',
  ),
  fun: text('欢乐跑', '歡樂跑', 'Fun run'),
  fun_says: text('5 公里和亲子跑，不限年龄', '5 公里與親子跑，不限年齡', '5 km and a family run, all ages'),
  online: text('线上跑', '線上跑', 'Online race'),
  online_says: text(
    '10 公里和 5 公里，选手自己提交成绩',
    '10 公里與 5 公里，選手自行送出成績',
    '10 km and 5 km, runners submit their results',
  ),
} as const satisfies Record<TemplateKey | `${TemplateKey}_says`, ReturnType<typeof text>>
