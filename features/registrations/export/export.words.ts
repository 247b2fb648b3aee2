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
  export: text('导出', '匯出', 'Export'),
  title: text('导出报名', '匯出報名', 'Export registrations'),
  lead: text(
    '按当前筛选条件导出 CSV 文件。',
    '依目前的篩選條件匯出 CSV 檔案。',
    'A CSV file of the registrations that match the filter.',
  ),
  open: text(
    '包含完整的证件、联系方式和健康信息',
    '包含完整的證件、聯絡方式和健康資訊',
    'With identity, contact and health details in full',
  ),
  open_says: text(
    '每份报名都会连同原因记入操作日志，选手可以看到。',
    '每份報名都會連同原因記入操作紀錄，選手可以看到。',
    'Each registration stands in the log with the reason, and its runner can see that.',
  ),
  done: text('已导出 {n} 份报名', '已匯出 {n} 份報名', '{n} registrations exported'),
} as const
