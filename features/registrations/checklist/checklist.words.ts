import { text } from '#contract/words.ts'

export const checklistWords = {
  pay: text('支付报名费', '報名費付款', 'Pay for your entry'),
  paid: text('报名费已支付', '報名費已繳納', 'Entry paid'),
  mend: text('补充资料', '補充資料', 'Correct and resubmit'),
  enname: text('填写英文姓名', '填寫英文姓名', 'Add your English name'),
  enname_why: text('印在号码布和证书上', '印在號碼布和證書上', 'For your bib and certificate'),
  enname_done: text('英文姓名', '英文姓名', 'English name'),
  team: text('加入或创建团队', '加入或建立團隊', 'Join or create a team'),
  team_done: text('已加入团队', '已加入團隊', 'In a team'),
  start: text('前往起点', '前往起點', 'Be at the start'),
  start_zone: text('前往起点 · {zone} 区', '前往起點 · {zone} 區', 'Be at the start: zone {zone}'),
} as const
