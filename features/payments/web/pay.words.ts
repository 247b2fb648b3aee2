import { text } from '#contract/words.ts'

/** The texts of the pay page. */
export const payWords = {
  title: text('支付', '付款', 'Payment'),
  titles: {
    entry: text('支付报名费', '繳納報名費', 'Pay the entry fee'),
    entry_addons: text('支付报名费和加购', '繳納報名費和加購', 'Pay the entry fee and add-ons'),
    difference: text('补缴换组差额', '補繳換組差額', 'Pay the difference'),
  },
  timeLeft: text('剩余支付时间', '剩餘付款時間', 'Time left to pay'),
  payBefore: {
    place: text(
      '请在 {time} 前完成支付，逾期名额自动释放。',
      '請於 {time} 前完成付款，逾期名額將自動釋出。',
      'Pay by {time}. After that the place is released.',
    ),
    entry: text(
      '请在 {time} 前完成支付，逾期报名自动取消。',
      '請於 {time} 前完成付款，逾期報名將自動取消。',
      'Pay by {time}. After that the entry is cancelled.',
    ),
    line: text(
      '请在 {time} 前完成支付，支付后加入候补。',
      '請於 {time} 前完成付款，付款後加入候補。',
      'Pay by {time} to join the waitlist.',
    ),
  },
  amount: text('应付金额', '應付金額', 'To pay'),
  order: text('订单号', '訂單編號', 'Order'),
  how: text('支付方式', '付款方式', 'Pay with'),
  payNow: text('立即支付 {amount}', '付款 {amount}', 'Pay {amount}'),
  wechat: text('微信支付', '微信支付', 'WeChat Pay'),
  wechatNative: text('微信扫码支付', '微信掃描付款', 'WeChat Pay, by code'),
  alipay: text('支付宝', '支付寶', 'Alipay'),
  payAlipay: text('去支付宝支付 {amount}', '前往支付寶付款 {amount}', 'Pay {amount} with Alipay'),
  alipayHow: text(
    '将前往支付宝完成付款，付款后自动回到本页。',
    '將前往支付寶完成付款，付款後自動回到本頁。',
    "You pay on Alipay's page and come back here.",
  ),
  paypal: text('PayPal', 'PayPal', 'PayPal'),
  payPaypal: text('去 PayPal 支付 {amount}', '前往 PayPal 付款 {amount}', 'Pay {amount} with PayPal'),
  paypalHow: text(
    '将前往 PayPal 确认付款，确认后自动回到本页。',
    '將前往 PayPal 確認付款，確認後自動回到本頁。',
    "You approve the payment on PayPal's page and come back here.",
  ),
  paypalRate: text(
    'PayPal 不收人民币：按赛事公布的固定汇率 1 {currency} = {rate} 元收取 {amount}。退款按同一比例退回 {currency}。',
    'PayPal 不收人民幣：依賽事公布的固定匯率 1 {currency} = {rate} 元收取 {amount}。退款依同一比例退回 {currency}。',
    'PayPal takes no yuan: it charges {amount}, at the rate that the race has fixed, 1 ' +
      '{currency} = {rate} yuan. A refund goes back in {currency} at the same share.',
  ),
  cmb: text('银行卡（招商银行）', '銀行卡（招商銀行）', 'Bank card (CMB)'),
  payCmb: text('去招商银行支付 {amount}', '前往招商銀行付款 {amount}', 'Pay {amount} by bank card'),
  cmbHow: text(
    '将前往招商银行一网通支付，付款后自动回到本页。',
    '將前往招商銀行一網通付款，付款後自動回到本頁。',
    "You pay on China Merchants Bank's page and come back here.",
  ),
  fee: text('报名费', '報名費', 'Entry fee'),
  discount: text('优惠', '優惠', 'Discount'),
  returned: {
    late: text(
      '付款到账时订单已关闭，没有用于报名。',
      '付款入帳時訂單已關閉，未用於報名。',
      'A payment of yours arrived after the order had closed. It was not used.',
    ),
    doubled: text(
      '这笔订单您付了两次，多付的一笔没有使用。',
      '這筆訂單您付了兩次，多付的一筆未使用。',
      'You paid this order twice. The second payment was not used.',
    ),
    amount_differs: text(
      '您的付款金额与订单不符，没有用于报名。',
      '您的付款金額與訂單不符，未用於報名。',
      'A payment of yours was not of the amount asked for. It was not used.',
    ),
    currency_differs: text(
      '您的付款币种与订单不符，没有用于报名。',
      '您的付款幣別與訂單不符，未用於報名。',
      'A payment of yours was in another currency. It was not used.',
    ),
  },
  returnedState: {
    under_way: text(
      '{amount} 正在原路退回，通常几分钟内完成，最迟以付款渠道为准。',
      '{amount} 正在循原路退回，通常幾分鐘內完成，最遲以付款通路為準。',
      '{amount} is on its way back to where it came from. This usually ' +
        'takes minutes; your payment service may take longer.',
    ),
    done: text(
      '{amount} 已于 {time} 原路退回。',
      '{amount} 已於 {time} 循原路退回。',
      '{amount} went back to where it came from on {time}.',
    ),
    failed: text(
      '{amount} 未能自动退回，赛事工作人员会人工处理。',
      '{amount} 未能自動退回，賽事工作人員會人工處理。',
      '{amount} could not go back by itself. The organisers will return it to you.',
    ),
  },
  invite: text('邀请码', '邀請碼', 'Invitation'),
  scan: text('请用微信“扫一扫”支付', '請以微信「掃一掃」付款', 'Scan with WeChat to pay'),
  scanAlt: text('微信支付二维码', '微信支付 QR Code', 'WeChat Pay code'),
  pressCode: text(
    '长按二维码，选择“识别图中二维码”支付',
    '長按 QR Code，選擇「識別圖中 QR Code」付款',
    'Press and hold the code, then choose to read it',
  ),
  pretendOpen: text('在此电脑上打开模拟支付页', '在這部電腦開啟模擬付款頁', 'Open the sandbox payment here'),
  preparing: text('正在准备支付…', '正在準備付款…', 'Getting ready…'),
  waiting: text('等待支付结果', '等待付款結果', 'Waiting for the payment'),
  waitingHow: text(
    '支付完成后本页会自动更新，刷新也不会丢失。',
    '付款完成後本頁會自動更新，重新整理也不會遺失。',
    'This page updates by itself once you have paid. Reloading loses nothing.',
  ),
  iHavePaid: text('我已支付', '我已付款', 'I have paid'),
  notYetSeen: text(
    '还没有收到支付结果，请稍候。',
    '尚未收到付款結果，請稍候。',
    'The payment has not arrived yet. Please wait a moment.',
  ),
  again: text('重新支付 {amount}', '重新付款 {amount}', 'Pay {amount} again'),
  newCode: text('换一个二维码', '換一個 QR Code', 'New code'),
  paid: text('支付成功', '付款成功', 'Paid'),
  paidHow: {
    place: text('名额已确认，赛道上见！', '名額已確認，賽道上見！', 'Your place is confirmed. See you at the start!'),
    entry: text(
      '报名费已支付，请等待抽签结果。',
      '報名費已繳，請等待抽籤結果。',
      'Your fee is paid. The draw comes next.',
    ),
    line: text(
      '已加入候补，有名额时会通知您。',
      '已加入候補，有名額時會通知您。',
      'You are on the waitlist. We tell you when a place is yours.',
    ),
  },
  seeAll: text('查看全部报名', '查看全部報名', 'See all registrations'),
  andMore: text('和另外 {n} 人', '和另外 {n} 人', 'and {n} more'),
  seeStatus: text('查看报名状态', '查看報名狀態', 'See my registration'),
  expired: text('支付时间已过', '付款時間已過', 'The time to pay is over'),
  expiredHow: {
    place: text(
      '名额已释放。如仍有名额，可以重新报名；已填写的内容还在。',
      '名額已釋出。如仍有名額，可重新報名；已填寫的內容還在。',
      'The place was released. If places are left you can sign up again; what you typed is kept.',
    ),
    entry: text(
      '报名已自动取消。报名期内可以重新报名；已填写的内容还在。',
      '報名已自動取消。報名期間可重新報名；已填寫的內容還在。',
      'The entry was cancelled. While sign-up is open you can enter again; what you typed is kept.',
    ),
    line: text(
      '未在截止时间前支付，没有加入候补。',
      '未於截止時間前付款，沒有加入候補。',
      'It was not paid in time, so you are not on the waitlist.',
    ),
  },
  signUpAgain: text('重新报名', '重新報名', 'Sign up again'),
  haveCode: text('使用邀请码', '使用邀請碼', 'Use an invitation code'),
  code: text('邀请码', '邀請碼', 'Invitation code'),
  codeHow: text(
    '使用后立即减免报名费，每个报名只能使用一次',
    '使用後立即減免報名費，每筆報名限用一次',
    'It lowers the fee at once. One code per registration',
  ),
  useCode: text('使用', '使用', 'Use'),
  codeMissing: text('您还没有输入~', '您還沒有輸入~', 'You have not entered anything'),
  codeUsed: text(
    '邀请码已使用，应付 {amount}',
    '邀請碼已使用，應付 {amount}',
    'The code is used. You now pay {amount}',
  ),
  later: text('稍后支付', '稍後付款', 'Pay later'),
  notOpen: text('现在不能支付', '現在無法付款', 'This cannot be paid now'),
  logIn: text('请登录后支付', '請登入後付款', 'Log in to pay'),
  logInHow: text(
    '请用报名时的手机号码登录。',
    '請以報名時的手機號碼登入。',
    'Use the mobile number of the registrant.',
  ),
  logInAction: text('手机号登录', '手機號碼登入', 'Log in by mobile'),
  free: text('免费', '免費', 'Free'),
} as const
