import { text } from '#contract/words.ts'

export const deskWords = {
  title: text('数据保存期限', '資料保存期限', 'Data retention'),
  description: text(
    '每类数据在比赛日之后保存的天数。到期后由系统每晚删除，删除后不能恢复；订单和退款依会计法规另行保存 10 年，不含姓名和证件。',
    '每類資料在比賽日之後保存的天數。到期後由系統每晚刪除，刪除後不能恢復；訂單和退款依會計法規另行保存 10 年，不含姓名和證件。',
    'How many days after race day each class of data is kept. Data that is due is deleted each night and cannot be restored. Orders and refunds are kept 10 years by accounting law, without name or document.',
  ),
  class: text('类别', '類別', 'Class'),
  days: text('保存天数', '保存天數', 'Days kept'),
  days_of: text('{class}保存天数', '{class}保存天數', 'Days that {class} is kept'),
  usual: text('默认 {n} 天', '預設 {n} 天', 'default: {n} {n|day|days}'),
  due: text('删除日期', '刪除日期', 'Deleted on'),
  remaining: text('现存', '現存', 'Held'),
  erased: text('已删除', '已刪除', 'Erased'),
  gone: text('已于 {day} 删完', '已於 {day} 刪完', 'all deleted on {day}'),
  by_age: text('按写入时间', '依寫入時間', 'by date of entry'),
  organisation: text('全平台', '全平台', 'whole platform'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
  sure: text(
    '已到期的数据将在今晚删除，不能恢复。',
    '已到期的資料將在今晚刪除，不能恢復。',
    'Data that is now due is deleted tonight and cannot be restored.',
  ),
  sure_title: text('缩短保存期限？', '縮短保存期限？', 'Shorten the retention?'),
  asked: text(
    '选手申请删除：{asked} 项等待中，{erased} 项已完成',
    '選手申請刪除：{asked} 項等待中，{erased} 項已完成',
    'Erasures requested by runners: {asked} waiting, {erased} done',
  ),
} as const
