import { text } from '#contract/words.ts'

/** The texts of the pay page. */
export const payWords = {
  title: text('支付', '付款', 'Payment'),
  titles: {
    entry: text('支付报名费', '報名費付款', 'Pay the entry fee'),
    entry_addons: text('支付报名费和加购', '報名費與加購付款', 'Pay the entry fee and add-ons'),
    entry_goods: text('支付报名费和商品', '報名費與商品付款', 'Pay the entry fee and goods'),
    difference: text('补缴换组差额', '換組差額付款', 'Pay the difference'),
  },
  timeLeft: text('剩余支付时间', '剩餘付款時間', 'Time left to pay'),
  payBefore: {
    place: text(
      '请在 {time} 前完成支付，逾期名额自动释放。',
      '請於 {time} 前完成付款，逾期名額將自動釋出。',
      'Pay by {time}, or your place will be released.',
    ),
    entry: text(
      '请在 {time} 前完成支付，逾期报名自动取消。',
      '請於 {time} 前完成付款，逾期報名將自動取消。',
      'Pay by {time}, or your entry will be cancelled.',
    ),
    line: text(
      '请在 {time} 前完成支付，支付后加入候补。',
      '請於 {time} 前完成付款，付款後加入候補。',
      'Pay by {time} to join the waitlist.',
    ),
  },
  amount: text('应付金额', '應付金額', 'Amount due'),
  how: text('支付方式', '付款方式', 'Payment method'),
  payNow: text('立即支付 {amount}', '付款 {amount}', 'Pay {amount}'),
  wechat: text('微信支付', '微信支付', 'WeChat Pay'),
  wechatNative: text('微信扫码支付', '微信掃描付款', 'WeChat Pay (QR code)'),
  alipay: text('支付宝', '支付寶', 'Alipay'),
  payAlipay: text('去支付宝支付 {amount}', '前往支付寶付款 {amount}', 'Pay {amount} with Alipay'),
  alipayHow: text(
    '将前往支付宝完成支付，支付后自动回到本页。',
    '將前往支付寶完成付款，付款後自動回到本頁。',
    'You will pay on Alipay and then return here.',
  ),
  paypal: text('PayPal', 'PayPal', 'PayPal'),
  payPaypal: text('去 PayPal 支付 {amount}', '前往 PayPal 付款 {amount}', 'Pay {amount} with PayPal'),
  paypalHow: text(
    '将前往 PayPal 确认支付，确认后自动回到本页。',
    '將前往 PayPal 確認付款，確認後自動回到本頁。',
    'You will approve the payment on PayPal and then return here.',
  ),
  paypalRate: text(
    'PayPal 不支持人民币，将按赛事固定汇率 1 {currency} = {rate} 元收取 {amount}。退款按同一比例退回 {currency}。',
    'PayPal 不支援人民幣，將依賽事固定匯率 1 {currency} = {rate} 元收取 {amount}。退款依同一比例退回 {currency}。',
    "PayPal can't charge CNY. You'll pay {amount} at the race's fixed rate (1 {currency} = CNY {rate}). Refunds are made in {currency} at the same rate.",
  ),
  cmb: text('银行卡（招商银行）', '銀行卡（招商銀行）', 'Bank card (CMB)'),
  unionpay: text('支持银联卡', '支援銀聯卡', 'UnionPay cards accepted'),
  payCmb: text('去招商银行支付 {amount}', '前往招商銀行付款 {amount}', 'Pay {amount} by bank card'),
  cmbHow: text(
    '将前往招商银行一网通支付，支付后自动回到本页。',
    '將前往招商銀行一網通，付款後自動回到本頁。',
    "You will pay on China Merchants Bank's page and then return here.",
  ),
  fee: text('报名费', '報名費', 'Entry fee'),
  discount: text('优惠', '優惠', 'Discount'),
  returned: {
    late: text(
      '支付到账时订单已关闭，没有用于报名。',
      '付款入帳時訂單已關閉，未用於報名。',
      'Your payment arrived after the order had closed. It was not used for your entry.',
    ),
    doubled: text(
      '这笔订单您付了两次，多付的一笔没有使用。',
      '這筆訂單您付了兩次，多付的一筆未使用。',
      'You paid this order twice. The extra payment was not used.',
    ),
    amount_differs: text(
      '您的支付金额与订单不符，没有用于报名。',
      '您的付款金額與訂單不符，未用於報名。',
      "The amount you paid didn't match the order. The payment was not used for your entry.",
    ),
    currency_differs: text(
      '您的支付币种与订单不符，没有用于报名。',
      '您的付款幣別與訂單不符，未用於報名。',
      "The currency you paid in didn't match the order. The payment was not used for your entry.",
    ),
  },
  returnedState: {
    under_way: text(
      '{amount} 正在原路退回，通常几分钟内完成，最迟以支付渠道为准。',
      '{amount} 正在循原路退回，通常幾分鐘內完成，最遲以付款管道為準。',
      '{amount} is being refunded to your original payment method. This usually takes a few minutes; your payment provider may take longer.',
    ),
    done: text(
      '{amount} 已于 {time} 原路退回。',
      '{amount} 已於 {time} 循原路退回。',
      '{amount} was refunded to your original payment method on {time}.',
    ),
    failed: text(
      '{amount} 未能自动退回，赛事工作人员会人工处理。',
      '{amount} 未能自動退回，賽事工作人員會人工處理。',
      "{amount} couldn't be refunded automatically. The organisers will refund it manually.",
    ),
  },
  invite: text('邀请码', '邀請碼', 'Invitation'),
  scan: text('请用微信“扫一扫”支付', '請以微信「掃一掃」付款', 'Scan with WeChat to pay'),
  scanAlt: text('微信支付二维码', '微信支付 QR Code', 'WeChat Pay code'),
  pressCode: text(
    '长按二维码，选择“识别图中二维码”支付',
    '長按 QR Code，選擇「識別圖中 QR Code」付款',
    'Press and hold the QR code, then choose “Extract QR code” to pay',
  ),
  pretendOpen: text('在此电脑上打开测试支付页', '在這部電腦開啟測試付款頁', 'Open the test payment page'),
  preparing: text('正在准备支付…', '正在準備付款…', 'Preparing payment…'),
  waiting: text('等待支付结果', '等待付款結果', 'Waiting for payment'),
  waitingHow: text(
    '支付完成后本页会自动更新，刷新也不会丢失。',
    '付款完成後本頁會自動更新，重新整理也不會遺失。',
    "This page updates automatically once you have paid. It's safe to reload.",
  ),
  iHavePaid: text('我已支付', '我已付款', 'I have paid'),
  notYetSeen: text(
    '还没有收到支付结果，请稍候。',
    '尚未收到付款結果，請稍候。',
    "We haven't received the payment yet. Please wait a moment.",
  ),
  again: text('重新支付 {amount}', '重新付款 {amount}', 'Pay {amount} again'),
  newCode: text('换一个二维码', '換一個 QR Code', 'New code'),
  paid: text('支付成功', '付款成功', 'Payment successful'),
  paidHow: {
    place: text('名额已确认，赛道上见！', '名額已確認，賽道上見！', 'Your place is confirmed. See you at the start!'),
    entry: text(
      '报名费已支付，请等待抽签结果。',
      '報名費已付款，請等待抽籤結果。',
      'Entry fee paid. Next is the ballot.',
    ),
    line: text(
      '已加入候补，有名额时会通知您。',
      '已加入候補，有名額時會通知您。',
      "You're on the waitlist. We'll notify you if a place opens up.",
    ),
  },
  seeAll: text('查看全部报名', '檢視全部報名', 'View all my entries'),
  andMore: text('和另外 {n} 人', '和另外 {n} 人', 'and {n} more'),
  seeStatus: text('查看报名状态', '檢視報名狀態', 'View my entry'),
  expired: text('支付时间已过', '付款時間已過', 'The payment deadline has passed'),
  expiredHow: {
    place: text(
      '名额已释放。如仍有名额，可以重新报名；已填写的内容还在。',
      '名額已釋出。如仍有名額，可重新報名；已填寫的內容還在。',
      'Your place was released. If there are places left you can enter again; what you filled in is saved.',
    ),
    entry: text(
      '报名已自动取消。报名期内可以重新报名；已填写的内容还在。',
      '報名已自動取消。報名期間可重新報名；已填寫的內容還在。',
      'Your entry was cancelled. You can enter again while sign-up is open; what you filled in is saved.',
    ),
    line: text(
      '未在截止时间前支付，没有加入候补。',
      '未於截止時間前付款，沒有加入候補。',
      "You didn't pay before the deadline, so you haven't joined the waitlist.",
    ),
  },
  signUpAgain: text('重新报名', '重新報名', 'Sign up again'),
  haveCode: text('使用邀请码', '使用邀請碼', 'Use an invitation code'),
  code: text('邀请码', '邀請碼', 'Invitation code'),
  codeHow: text(
    '使用后立即减免报名费，每个报名只能使用一次',
    '使用後立即減免報名費，每筆報名限用一次',
    'Reduces the entry fee straight away. One code per entry',
  ),
  useCode: text('使用', '使用', 'Use'),
  codeMissing: text('您还没有输入~', '您還沒有輸入~', 'You have not entered anything'),
  codeUsed: text('邀请码已使用，应付 {amount}', '邀請碼已使用，應付 {amount}', 'Code applied. You now pay {amount}'),
  later: text('稍后支付', '稍後付款', 'Pay later'),
  notOpen: text('现在不能支付', '現在無法付款', "This can't be paid right now"),
  logIn: text('登录后支付', '登入後付款', 'Log in to pay'),

  free: text('免费', '免費', 'Free'),
} as const
