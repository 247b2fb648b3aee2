import { text } from '#contract/words.ts'

export const exportWords = {
  id: text('报名编号', '報名編號', 'Registration'),
  event: text('组别', '組別', 'Event'),
  state: text('状态', '狀態', 'State'),
  paid: text('缴费', '繳費', 'Payment'),
  bib: text('参赛号', '參賽號', 'Bib'),
  zone: text('出发区', '出發區', 'Start zone'),
  age: text('比赛日年龄', '比賽日年齡', 'Age on race day'),
  tag: text('标签', '標籤', 'Tag'),
  signed_up: text('报名时间', '報名時間', 'Signed up'),
  team: text('团队', '團隊', 'Team'),
  paid_at: text('缴费时间', '繳費時間', 'Paid at'),
  price: text('应缴金额（元）', '應繳金額（元）', 'Price (CNY)'),
  refunded: text('退款金额（元）', '退款金額（元）', 'Refunded (CNY)'),
  invite: text('邀请码', '邀請碼', 'Invitation code'),
  table: text('报名', '報名', 'Registrations'),
  insurance: text('保险名单', '保險名單', 'Insurance'),
  federation: text('田协备案', '田協備案', 'Athletics federation'),
  medical: text('医疗保障', '醫療保障', 'Medical team'),
  timing: text('计时公司', '計時公司', 'Timing company'),
} as const
