import { refusal, text } from '#contract/words.ts'

export const refusals = {
  refund_closed: refusal(
    '409',
    '现在不能申请退赛：{why}',
    '現在不能申請退賽：{why}',
    "You can't withdraw right now: {why}",
  ),
  refund_changed: refusal(
    '409',
    '可退金额刚刚变为{amount}，请核对后重新提交',
    '可退金額剛剛變為{amount}，請核對後重新送出',
    'Your refund has just changed to {amount}. Please check and submit again',
  ),
  refund_not_found: refusal('404', '没有退款记录', '沒有退款紀錄', 'No refund found'),
  refund_too_much: refusal('409', '最多还能退{amount}', '最多還能退{amount}', 'At most {amount} is left to give back'),
  refund_nothing: refusal('422', '请填写要退的金额', '請填寫要退的金額', 'Please enter the amount to give back'),
  refund_not_paid: refusal(
    '409',
    '该报名还没有支付，不能退款',
    '該報名還沒有付款，不能退款',
    "This entry hasn't been paid, so there is nothing to refund",
  ),
  refund_not_failed: refusal(
    '409',
    '这笔退款不需要人工处理',
    '這筆退款不需要人工處理',
    'This refund needs no attention',
  ),
  not_cancellable: refusal(
    '409',
    '该报名已退赛、已删除或已失效，不能取消',
    '該報名已退賽、已刪除或已失效，不能取消',
    'This entry is already withdrawn, deleted or lapsed',
  ),
  no_refund_right: refusal(
    '403',
    '您没有退款的权限：可以不退款取消，或联系财务',
    '您沒有退款的權限：可以不退款取消，或聯絡財務',
    'You may not refund: cancel without a refund, or ask a cashier',
  ),
  refund_fee_too_much: refusal(
    '409',
    '手续费不能超过待付金额',
    '手續費不能超過待付金額',
    'The fee cannot be more than what is to be paid',
  ),
  refund_not_cash: refusal(
    '409',
    '外币退款不能从现场现金支付',
    '外幣退款不能以現場現金付款',
    'A refund in another currency cannot be paid in cash from the desk',
  ),
} as const

export const words = {
  // These sentences come from docs/behaviour/sentences.md, Fields and Successes.
  idnum_empty: text('证件号码不能为空', '證件號碼不能為空', 'ID number can not be empty'),
  success: text('退款申请成功', '退款申請成功', 'Refund successfully'),

  keeps_nothing: text('全额退款', '全額退款', 'Full refund'),
  keeps_percent: text('扣除已付金额的 {percent}%', '扣除已付金額的 {percent}%', '{percent}% fee'),
  keeps_fixed: text('扣除手续费 {fixed}', '扣除手續費 {fixed}', '{fixed} fee'),
  keeps_both: text(
    '扣除已付金额的 {percent}% 和手续费 {fixed}',
    '扣除已付金額的 {percent}% 及手續費 {fixed}',
    '{percent}% fee plus {fixed}',
  ),
  keeps_all: text('不退费用', '不退費用', 'No refund'),
  tied: text(
    '下一位选手支付后退款（{kept}）；最迟 {day} 按退赛当天的规则退款',
    '下一位選手付款後退款（{kept}）；最遲 {day} 依退賽當天的規則退款',
    'Refunded once the next runner has paid ({kept}); on {day} at the latest, by the rule for the day you withdrew',
  ),
  cash_notice: text(
    '如原支付渠道无法退款，由组委会现金退款，收取退款金额 {percent}% 的手续费',
    '如原付款管道無法退款，由主辦單位現金退款，收取退款金額 {percent}% 的手續費',
    "If your original payment method can't take the refund, the organisers pay it in cash, less a {percent}% fee",
  ),
  cash_notice_amount: text(
    '如原支付渠道无法退款，由组委会现金退款，收取退款金额 {percent}% 的手续费，您实际收到 {amount}',
    '如原付款管道無法退款，由主辦單位現金退款，收取退款金額 {percent}% 的手續費，您實際收到 {amount}',
    "If your original payment method can't take the refund, the organisers pay it in cash, less a {percent}% fee. You then receive {amount}",
  ),

  no_policy: text('本赛事没有开放退赛退款', '本賽事沒有開放退賽退款', "This race doesn't offer refunds"),

  text_waiting: text(
    '名额正在递补。下一位选手支付后退 {amount}；最迟 {falls} 退 {fallback}',
    '名額正在遞補。下一位選手付款後退 {amount}；最遲 {falls} 退 {fallback}',
    'Your place is being offered. Once the next runner has paid, you get {amount}. If nobody has by {falls}, you get {fallback}',
  ),
  text_asked: text(
    '申请已提交，费用将在一周内退回原支付账户',
    '申請已送出，費用將在一週內退回原付款帳戶',
    'Request submitted. The refund goes to your original payment method within one week',
  ),
  text_sent: text(
    '支付渠道正在处理，费用将在一周内退回原支付账户',
    '付款管道正在處理，費用將在一週內退回原付款帳戶',
    'The payment provider is processing it. The refund goes to your original payment method within one week',
  ),
  text_done: text('费用已退回原支付账户', '費用已退回原付款帳戶', 'Refunded to your original payment method'),
  text_by_hand: text(
    '组委会已人工支付这笔退款',
    '主辦單位已人工匯款這筆退款',
    'The organisers have paid this refund manually',
  ),
  text_nothing: text(
    '已退赛，没有需要退回的费用',
    '已退賽，沒有需要退回的費用',
    'Withdrawn. There is nothing to refund',
  ),
  text_failed: text(
    '支付渠道没能退回这笔费用，组委会将人工为您退款，请留意短信',
    '付款管道未能退回這筆費用，主辦單位將人工為您退款，請留意簡訊',
    "The payment provider couldn't refund this. The organisers will refund you manually; watch for a text message",
  ),
  text_over: text(
    '支付时间较久，支付渠道不再受理退回，组委会将人工为您退款，请留意短信',
    '付款時間較久，付款管道不再受理退回，主辦單位將人工為您退款，請留意簡訊',
    'You paid too long ago for an automatic refund. The organisers will refund you manually; watch for a text message',
  ),
  text_desk: text(
    '这笔费用不是在线支付的，组委会将人工为您退款，请留意短信',
    '這筆費用不是線上付款的，主辦單位將人工為您退款，請留意簡訊',
    'You did not pay online, so the organisers will refund you manually; watch for a text message',
  ),
  text_part: text(
    '支付渠道已退回 {amount}，其余由组委会人工退款',
    '付款管道已退回 {amount}，其餘由主辦單位人工退款',
    '{amount} was refunded automatically. The organisers refund the rest manually',
  ),
  manual: text(
    '距支付已超过支付渠道的退款期限，退款将由组委会人工支付',
    '距付款已超過付款管道的退款期限，退款將由主辦單位人工匯款',
    'Paid too long ago for an automatic refund. The organisers will refund you manually',
  ),

  cause_injury: text('受伤', '受傷', 'Injury'),
  cause_health: text('身体原因', '身體因素', 'Health'),
  cause_work: text('工作安排', '工作安排', 'Work'),
  cause_family: text('家庭原因', '家庭因素', 'Family'),
  cause_travel: text('交通或住宿', '交通或住宿', 'Travel or accommodation'),
  cause_plans: text('计划有变', '計畫有變', 'Change of plans'),
  cause_other: text('其他', '其他', 'Something else'),
  cause_partial: text('组委会退款', '主辦單位退款', 'Refund by the organisers'),
  cause_auditfail: text('审核未通过', '審核未通過', 'Not approved'),
  cause_waitfail: text('候补未获得名额', '候補未獲得名額', 'No place on the waitlist'),

  ends_before_it_begins: text('结束日期早于开始日期', '結束日期早於開始日期', 'It ends before it begins'),
  never_reached: text('已被前面的档位完全覆盖', '已被前面的級距完全覆蓋', 'An earlier tier covers all of it'),
  successor_gives_less: text(
    '有人接替时退的应多于平时',
    '有人接替時退的應多於平時',
    'With a successor more should come back than otherwise',
  ),
} as const
