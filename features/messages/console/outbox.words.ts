import { text } from '#contract/words.ts'

export const outboxWords = {
  title: text('短信', '簡訊', 'Text messages'),
  refresh: text('刷新', '重新整理', 'Refresh'),
  counts: {
    queued: text('等待发送', '等候傳送', 'Queued'),
    sending: text('发送中', '傳送中', 'Sending'),
    failed: text('发送失败', '傳送失敗', 'Failed'),
    lost: text('结果不明', '結果不明', 'Unknown'),
  },
  manner: text(
    '每天 {from}:00 至次日 {to}:00 不打扰，早上再发出；每天最多 {n} 条，验证码除外。',
    '每天 {from}:00 至隔日 {to}:00 不打擾，早上再發出；每天最多 {n} 則，驗證碼除外。',
    'Quiet from {from}:00 to {to}:00; what waits goes out in the morning. At most {n} a day, codes apart.',
  ),
  codes: text(
    '24 小时内已发验证码 {n} 条，上限 {most} 条',
    '24 小時內已發驗證碼 {n} 則，上限 {most} 則',
    'Codes in the last 24 hours: {n} of at most {most}',
  ),
  codes_alarm: text(
    '验证码快用完了：用完后，今天没有人能用短信登录。请查看是否有人在大量索取，或提高 SMS_CODES_PER_DAY。',
    '驗證碼快用完了：用完後，今天沒有人能用簡訊登入。請查看是否有人在大量索取，或提高 SMS_CODES_PER_DAY。',
    'Codes are running out. Once they are gone nobody logs in by text message today. See whether somebody asks for ' +
      'them by the thousand, or raise SMS_CODES_PER_DAY.',
  ),
  integrations: text('没有成功的外部调用', '沒有成功的外部呼叫', 'Calls to others that failed'),
  outside_text: text('昨天以来', '昨天以來', 'Since yesterday'),
  failure_times: text('{n} 次，最近 {when}', '{n} 次，最近 {when}', '{n} {n|time|times}, last {when}'),
  failure_what: {
    mini_code: text('微信小程序码', '微信小程式碼', 'Mini-program codes'),
    account_code: text('公众号二维码', '公眾號二維碼', "The official account's codes"),
    page_ticket: text('微信网页授权', '微信網頁授權', "Permission for WeChat's page functions"),
    mini_mobile: text('微信手机号登录', '微信手機號碼登入', 'Log-in by the mobile that WeChat knows'),
    app_person: text('微信登录', '微信登入', 'Log-in with WeChat'),
    sms_receipt: text('短信回执', '簡訊回執', 'Receipts of text messages'),
    faces: text('人脸找照片', '人臉找照片', 'Photos by face'),
    payer_id: text('微信内支付的付款人', '微信內付款的付款人', 'Who pays inside WeChat'),
    timing_firm: text('其他计时公司的成绩', '其他計時公司的成績', 'Results of another timing firm'),
    codes_budget: text('验证码超出每日上限', '驗證碼超出每日上限', "Codes beyond the day's limit"),
  },
  provider: {
    aliyun: text('阿里云短信', '阿里雲簡訊', 'Aliyun SMS'),
    tencent: text('腾讯云短信', '騰訊雲簡訊', 'Tencent Cloud SMS'),
  },
  other: text('{name}', '{name}', '{name}'),
  unproved: text('未经厂商实测', '未經廠商實測', 'Unproved against the vendor'),
  unproved_text: text(
    '签名已按厂商公布的示例验证，但还没有用真实账号发送过。正式使用前，请先给自己发一条。',
    '簽章已按廠商公布的範例驗證，但尚未用真實帳號傳送過。正式使用前，請先發一則給自己。',
    "Its signature agrees with the vendor's published examples, but nobody has sent " +
      'with a real account yet. Send yourself one before you rely on it.',
  ),
  fared: text(
    '24 小时内已发 {sent} 条，送达 {delivered} 条，未送达 {undelivered} 条',
    '24 小時內已發 {sent} 則，送達 {delivered} 則，未送達 {undelivered} 則',
    'In the last 24 hours: {sent} sent, {delivered} delivered, {undelivered} not delivered',
  ),
  resting: text(
    '暂时不可用，由另一家代发',
    '暫時無法使用，由另一家代發',
    'Not available at the moment; the other one stands in',
  ),
  last: text('最近一次失败：{said}', '最近一次失敗：{said}', 'Last failure: {said}'),
  troubles: text('没有发出的短信', '沒有發出的簡訊', 'Messages that did not go out'),
  no_troubles: text('没有', '沒有', 'None'),
  retry: text('重新发送', '重新傳送', 'Send again'),
  retry_text: text('将再次发送这条短信。', '將再次傳送這則簡訊。', 'This message will be sent once more.'),
  maybe_sent: text(
    '短信商没有确认结果，对方可能已经收到。重发可能让对方收到两次。',
    '簡訊商沒有確認結果，對方可能已經收到。重送可能讓對方收到兩次。',
    'The provider never confirmed it, so it may have arrived. Sending it again may deliver it twice.',
  ),
  retried: text('已重新排队', '已重新排隊', 'Queued again'),
  no_retry: text('已过时，不再发送', '已過時，不再傳送', 'Out of date, not sent again'),
} as const
