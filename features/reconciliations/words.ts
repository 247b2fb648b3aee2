import { refusal, text } from '#contract/words.ts'
import type { DifferenceKind } from './contract.ts'

export const refusals = {
  no_statements: refusal(
    '409',
    '这个渠道没有开通，无法取得账单',
    '這個管道沒有開通，無法取得帳單',
    'This channel is not open here, so it gives no statement',
  ),
  day_not_over: refusal(
    '409',
    '这一天的账单还没有生成，次日 10 点后再试',
    '這一天的帳單還沒有產生，次日 10 點後再試',
    "This day's statement is not made yet: it stands from ten o'clock the next morning",
  ),
  reconciliation_none: refusal('404', '这一天还没有对账', '這一天還沒有對帳', 'This day has not been reconciled'),
  difference_none: refusal('404', '没有找到这条差异', '找不到這筆差異', 'This difference was not found'),
  difference_settled: refusal('409', '这条差异已经核销', '這筆差異已經核銷', 'This difference is settled already'),
} as const

export const kinds: Readonly<Record<DifferenceKind, ReturnType<typeof text>>> = {
  missing_here: text('渠道已收款，本方未入账', '管道已收款，本方未入帳', 'Paid at the channel, not in our books'),
  missing_there: text('本方已入账，账单里没有', '本方已入帳，帳單裡沒有', 'In our books, not in the statement'),
  unknown_number: text('不是本方的订单号', '不是本方的訂單編號', 'No order number of ours'),
  amount: text('金额不一致', '金額不一致', 'The amounts differ'),
  currency: text('币种不一致', '幣別不一致', 'The currencies differ'),
  number: text('渠道单号不一致', '管道單號不一致', "The channel's numbers differ"),
  reversed: text('渠道已撤销这笔收款', '管道已撤銷這筆收款', 'The channel took this payment back'),
  refund_missing_here: text(
    '账单里的退款，本方没有记录',
    '帳單裡的退款，本方沒有紀錄',
    'A refund in the statement that is missing here',
  ),
  refund_missing_there: text(
    '本方已退款，账单里没有',
    '本方已退款，帳單裡沒有',
    'Refunded in our books, not in the statement',
  ),
  refund_amount: text('退款金额不一致', '退款金額不一致', "The refund's amounts differ"),
  refund_currency: text('退款币种不一致', '退款幣別不一致', "The refund's currencies differ"),
  refund_state: text('退款状态不一致', '退款狀態不一致', "The refund's states differ"),
  fee: text('手续费与费率不符', '手續費與費率不符', 'The fee is not the agreed rate'),
  doubled: text('账单里出现两次', '帳單裡出現兩次', 'Listed twice'),
  totals: text('账单合计与明细不符', '帳單合計與明細不符', "The statement's sums are not those of its lines"),
  malformed: text('无法读取的一行', '無法讀取的一行', 'A line that cannot be read'),
}

export const malformedWords = {
  columns: text('列数不对', '欄數不對', 'another number of columns'),
  time: text('时间无法识别', '時間無法辨識', 'no readable time'),
  amount: text('金额无法识别', '金額無法辨識', 'no readable amount'),
  number: text('单号无法识别', '單號無法辨識', 'no readable number'),
  kind: text('交易类型或状态无法识别', '交易類型或狀態無法辨識', 'an unknown kind or state'),
  merchant: text('是另一个商户的', '是另一個商戶的', "another merchant's"),
  too_long: text('这一行太长', '這一行太長', 'too long'),
  no_header: text('没有表头', '沒有表頭', 'no header'),
  no_end: text('账单不完整，缺少合计', '帳單不完整，缺少合計', 'the statement stops before its sums'),
} as const

export const words = {
  title: text('渠道对账', '管道對帳', 'Reconciliation'),
  how: text(
    '每天 10:30 自动核对前一天各渠道的账单；账单里有而本方没有的款项会先向渠道查询，再入账。',
    '每天 10:30 自動核對前一天各管道的帳單；帳單裡有而本方沒有的款項會先向管道查詢，再入帳。',
    'Each morning at 10:30 the statements of the day before are compared. A payment in a statement that is missing here is checked with the channel before it is booked.',
  ),
  day: text('日期', '日期', 'Day'),
  channel: text('渠道', '管道', 'Channel'),
  state: text('结果', '結果', 'Result'),
  received: text('收款', '收款', 'Received'),
  refunded: text('退款', '退款', 'Refunded'),
  fees: text('手续费', '手續費', 'Fees'),
  matched: text('一致', '一致', 'Agree'),
  agreeing: text('{n} 笔', '{n} 筆', '{n}'),
  open: text('{n} 条差异', '{n} 筆差異', '{n} open'),
  unlisted: text(
    '另有 {n} 条差异没有逐条列出：请先确认账单是否属于本商户，再重新核对',
    '另有 {n} 筆差異沒有逐筆列出：請先確認帳單是否屬於本商戶，再重新核對',
    "{n} more {n|difference is|differences are} not listed one by one. See that the statement is this merchant's own, then compare again",
  ),
  run: text('核对某一天', '核對某一天', 'Compare a day'),
  runGo: text('开始核对', '開始核對', 'Compare'),
  runAgain: text('重新核对', '重新核對', 'Compare again'),
  queued: text(
    '已开始核对，稍后刷新即可看到结果',
    '已開始核對，稍後重新整理即可看到結果',
    'It is being compared; the result will stand here in a moment',
  ),
  none: text('暂无对账记录', '暫無對帳紀錄', 'Nothing has been compared yet'),
  noneHow: text('选择渠道和日期，立即核对', '選擇管道和日期，立即核對', 'Choose a channel and a day to begin'),
  noChannels: text('没有开通任何支付渠道', '沒有開通任何付款管道', 'No payment channel is open here'),
  notAllRaces: text(
    '商户号由全部赛事共用，只有负责全部赛事的工作人员可以对账',
    '商戶號由全部賽事共用，只有負責全部賽事的工作人員可以對帳',
    'A merchant account is one for all races, so only staff of all races may reconcile',
  ),
  back: text('返回对账列表', '返回對帳清單', 'Back to all days'),
  pretend: text('模拟', '模擬', 'Sandbox'),
  agreed: text('约定费率', '約定費率', 'Agreed fee'),
  byStatement: text('按账单所列费率', '按帳單所列費率', 'As on the statement'),
  ratePercent: text('{gateway}费率（%）', '{gateway}費率（%）', 'Fee of {gateway} (%)'),
  rateHow: text(
    '留空则按账单里写明的费率核对',
    '留空則按帳單裡寫明的費率核對',
    "Empty: the statement's own rate is the measure",
  ),
  rateWrong: text('请填写 0 到 10 之间的数字', '請填寫 0 到 10 之間的數字', 'A number from 0 to 10'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
  edit: text('修改费率', '修改費率', 'Change the fee'),
  openOnes: text('待处理', '待處理', 'Open'),
  settledOnes: text('已核销', '已核銷', 'Settled'),
  allEven: text('没有待处理的差异', '沒有待處理的差異', 'No difference is open'),
  noneSettled: text('没有已核销的差异', '沒有已核銷的差異', 'Nothing has been settled'),
  line: text('账单第 {n} 行', '帳單第 {n} 行', 'Line {n}'),
  ours: text('本方', '本方', 'Ours'),
  theirs: text('渠道', '管道', 'Theirs'),
  settle: text('核销', '核銷', 'Settle'),
  settleTitle: text('核销这条差异', '核銷這筆差異', 'Settle this difference'),
  settleHow: text(
    '写明怎样处理的。核销只作标记，不改动账目。',
    '寫明怎樣處理的。核銷只作標記，不變動帳目。',
    'Say how it was dealt with. This only marks it; the books stay as they are.',
  ),
  note: text('说明', '說明', 'Note'),
  noteHint: text('例如：渠道次日入账', '例如：管道次日入帳', 'Such as: booked by the channel the next day'),
  byAsking: text('已向渠道查询并入账', '已向管道查詢並入帳', 'Asked for at the channel, and booked'),
  settledBy: text('{who}：{note}', '{who}：{note}', '{who}: {note}'),
  order: text('查看订单', '檢視訂單', 'See the order'),
  runs: text('核对记录', '核對紀錄', 'Comparisons'),
  runFound: text(
    '{lines} 条中 {matched} 条一致，{n} 条差异',
    '{lines} 筆中 {matched} 筆一致，{n} 筆差異',
    '{matched} of {lines} {matched|agrees|agree}, {n} {n|differs|differ}',
  ),
  sources: {
    fetched: text('渠道账单', '管道帳單', 'From the channel'),
    file: text('账单文件', '帳單檔案', 'From a file'),
    none: text('渠道无账单', '管道無帳單', 'No statement'),
  },
  noStatement: text('当天没有交易', '當天沒有交易', 'No transactions that day'),
  states: {
    under_way: text('核对中', '核對中', 'Under way'),
    even: text('一致', '一致', 'Agrees'),
    differs: text('有差异', '有差異', 'Differs'),
    not_ready: text('账单未生成', '帳單未產生', 'Not ready'),
    failed: text('失败', '失敗', 'Failed'),
  },
} as const

/** The texts of the command in the terminal. */
export const command = {
  compared: text(
    '{gateway} {day}：账单 {lines} 行，{matched} 行一致',
    '{gateway} {day}：帳單 {lines} 行，{matched} 行一致',
    '{gateway} {day}: {lines} {lines|line|lines} in the statement, {matched} {matched|agrees|agree}',
  ),
  even: text('没有差异。', '沒有差異。', 'No difference.'),
  open: text('{n} 条差异：', '{n} 筆差異：', '{n} {n|difference|differences}:'),
  asked: text('{n} 笔向渠道查询后已入账', '{n} 筆向管道查詢後已入帳', '{n} asked for at the channel and booked'),
  more: text('其余 {n} 条请在工作台查看', '其餘 {n} 筆請在工作台檢視', '{n} more {n|stands|stand} in the console'),
  side: text('（本方 {ours}，渠道 {theirs}）', '（本方 {ours}，管道 {theirs}）', ' (ours {ours}, theirs {theirs})'),
} as const
