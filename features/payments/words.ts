import { refusal, text } from '#contract/words.ts'

/** The reasons for a refund, in words for the payer. The gateway and our text message show them. */
export const refundReasons = {
  late: text('支付时订单已关闭', '付款時訂單已關閉', 'it arrived after the order had closed'),
  doubled: text('重复支付', '重複付款', 'it was paid twice'),
  amount_differs: text('支付金额与订单不符', '付款金額與訂單不符', "the amount didn't match the order"),
  currency_differs: text('支付币种与订单不符', '付款幣別與訂單不符', "the currency didn't match the order"),
  exit: text('退赛', '退賽', 'withdrawal'),
  waitfail: text('候补未获得名额', '候補未獲得名額', 'no place from the waitlist'),
  auditfail: text('审核未通过', '審核未通過', 'the entry was not approved'),
  partial: text('部分退款', '部分退款', 'partial refund of the fee'),
  goods: text('商品退款', '商品退款', 'refund of bought items'),
  other: text('报名费退款', '報名費退款', 'refund of the entry fee'),
} as const

export const refusals = {
  prove_unnamed: refusal('422', '请填写由谁验证', '請填寫由誰驗證', 'Say who has tried it'),
  prove_future: refusal('422', '验证日期不能在将来', '驗證日期不能在未來', 'The day cannot lie ahead'),
  prove_pretend: refusal(
    '409',
    '模拟渠道不能标记为已验证：请先配置真实商户',
    '模擬管道不能標示為已驗證：請先設定真實商戶',
    'A sandbox channel cannot be proved: set the real credentials first',
  ),
} as const
