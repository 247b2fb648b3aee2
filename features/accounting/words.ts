import { type Lang, type Text, text } from '#contract/words.ts'
import { words as orders } from '#features/orders/words.ts'

export const accountingWords = {
  title: text('月度财务报表', '月度財務報表', 'Books of a month'),
  intro: text(
    '按渠道和日期汇总收款、退款、手续费和应结算金额，每个数字都是账本分录之和（北京时间）。',
    '按管道和日期彙總收款、退款、手續費和應結算金額，每個數字都是帳本分錄之和（北京時間）。',
    'Payments, refunds, fees and payouts by channel and day. Every amount is a sum of ledger rows, in Beijing time.',
  ),
  month: text('月份', '月份', 'Month'),
  none: text('这个月没有资金往来', '這個月沒有資金往來', 'No money moved in this month'),
  kind: text('项目', '項目', 'Line'),
  kinds: {
    day: text('每日', '每日', 'Day'),
    channel: text('渠道合计', '管道合計', 'Channel in total'),
    income: text('营业收入', '營業收入', 'Income'),
    kept: text('线下退款扣留', '線下退款扣留', 'Kept of refunds by hand'),
    unmatched: text('未匹配的到账', '未配對的入帳', 'Money that settled nothing'),
    excess: text('渠道多退', '管道多退', 'Given back beyond the request'),
  },
  day: text('日期', '日期', 'Day'),
  channel: text('渠道', '管道', 'Channel'),
  currency: text('币种', '幣別', 'Currency'),
  payments: text('笔数', '筆數', 'Payments'),
  received: text('收入', '收入', 'In'),
  refunds: text('退款笔数', '退款筆數', 'Refunds'),
  refunded: text('支出', '支出', 'Out'),
  fee: text('手续费', '手續費', 'Fee'),
  basis: text('手续费依据', '手續費依據', 'Fee from'),
  bases: {
    statement: text('渠道账单', '管道帳單', 'The statement'),
    rate: text('约定费率', '約定費率', 'The agreed rate'),
    part: text('账单与费率', '帳單與費率', 'Statement and rate'),
    unknown: text('缺少费率', '缺少費率', 'No rate is set'),
    none: text('', '', ''),
  },
  payout: text('应结算', '應結算', 'Net'),
  by_hand: text('线下退款', '線下退款', 'By hand'),
  desk: {
    cash: text('现场现金', '現場現金', 'Desk, cash'),
    card: text('现场刷卡', '現場刷卡', 'Desk, card'),
    transfer: text('现场转账', '現場轉帳', 'Desk, transfer'),
  },
  page: text('第 {n} 页', '第 {n} 頁', 'Page {n}'),
  export: text('导出报表', '匯出報表', 'Export the report'),
} as const

export const channelName = (channel: string | null, lang: Lang): string => {
  if (channel === null) return ''
  if (channel === 'by_hand') return accountingWords.by_hand[lang]
  const [name, way] = channel.split(':') as [string, string?]
  const desk = way === undefined ? undefined : (accountingWords.desk as Readonly<Record<string, Text>>)[way]
  return desk?.[lang] ?? (orders.methods as Readonly<Record<string, Text>>)[name]?.[lang] ?? channel
}
