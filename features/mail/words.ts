import { refusal, text } from '#contract/words.ts'

export const refusals = {
  mail_code_wrong: refusal('422', '验证码不正确', '驗證碼不正確', 'That code is incorrect'),
  mail_code_spent: refusal(
    '409',
    '验证码已失效，请重新获取',
    '驗證碼已失效，請重新取得',
    'This code is no longer valid. Please request a new one',
  ),
  mail_link_spent: refusal(
    '404',
    '链接已失效，请登录后重新验证邮箱',
    '連結已失效，請登入後重新驗證信箱',
    'This link is no longer valid. Please log in and verify your email again',
  ),
  mail_bounces: refusal(
    '409',
    '邮件无法送达这个邮箱，请换一个，或联系赛事组委会',
    '郵件無法送達這個信箱，請換一個，或聯絡賽事主辦單位',
    'Emails to this address bounce. Please use another one, or contact the organisers',
  ),
  mail_not_found: refusal('404', '没有找到这封邮件', '找不到這封郵件', 'This mail was not found'),
  mail_not_retried: refusal(
    '409',
    '这封邮件已过时或已处理，不能重发',
    '這封郵件已過時或已處理，不能重送',
    'This mail is out of date or dealt with; it is not sent again',
  ),
  mail_maybe_sent: refusal(
    '409',
    '这封邮件可能已送达，重发可能让对方收到两次',
    '這封郵件可能已送達，重送可能讓對方收到兩次',
    'This mail may have arrived; sending it again may deliver it twice',
  ),
  mail_down: refusal(
    '409',
    '连接邮件服务失败：{why}',
    '連線郵件服務失敗：{why}',
    'The mail server did not answer: {why}',
  ),
} as const

/** The mails that this room writes itself. */
export const mailTexts = {
  proof_subject: text('验证您的邮箱', '驗證您的信箱', 'Verify your email address'),
  proof_text: text(
    '请点击下方按钮，或在网页上输入验证码，确认用这个邮箱接收{name}的通知。{minutes} 分钟内有效。',
    '請點選下方按鈕，或在網頁上輸入驗證碼，確認用這個信箱接收{name}的通知。{minutes} 分鐘內有效。',
    'Press the button below, or enter the code on the page, to get notifications from {name} at this address. It is valid for {minutes} {minutes|minute|minutes}.',
  ),
  proof_not_me: text(
    '如果不是您本人操作，请忽略这封邮件，我们不会再写信给您。',
    '若非您本人操作，請忽略這封郵件，我們不會再寫信給您。',
    "If this wasn't you, please ignore this email. We won't write to you again.",
  ),
  proof_action: text('确认邮箱', '確認信箱', 'Verify email'),
  test_subject: text('测试邮件', '測試郵件', 'Test mail'),
  test_text: text(
    '这是控制台发出的测试邮件。收到它，说明邮件服务已经可用。',
    '這是主控台發出的測試郵件。收到它，代表郵件服務已經可用。',
    'The console sent this mail as a test. As you read it, mail works.',
  ),
} as const

export const words = {
  title: text('邮件通知', '郵件通知', 'Email notifications'),
  text: text(
    '抽签、支付、领物、成绩等通知会同时发到您的邮箱。',
    '抽籤、付款、領物、成績等通知會同時寄到您的信箱。',
    'Notifications about the ballot, payment, race packs and results also go to your email.',
  ),
  address: text('邮箱地址', '電子郵件地址', 'Email address'),
  send_code: text('获取验证码', '取得驗證碼', 'Send code'),
  sent_to: text(
    '验证码已发送到 {mail}，也可以直接点击邮件里的按钮。',
    '驗證碼已寄到 {mail}，也可以直接點選郵件裡的按鈕。',
    "We've sent a code to {mail}. You can also press the button in that email.",
  ),
  code: text('邮件里的 6 位验证码', '郵件裡的 6 位驗證碼', '6-digit code from the email'),
  confirm: text('确认', '確認', 'Confirm'),
  other: text('换一个邮箱', '換一個信箱', 'Use another email'),
  proved: text('已验证', '已驗證', 'Verified'),
  pending: text('待验证', '待驗證', 'Not verified yet'),
  proved_now: text('邮箱已验证', '信箱已驗證', 'Email verified'),
  change: text('更换邮箱', '更換信箱', 'Change email'),
  remove: text('停用邮件通知', '停用郵件通知', 'Turn off email notifications'),
  remove_sure: text(
    '之后通知只发到手机和站内消息。',
    '之後通知只發到手機和站內訊息。',
    "You'll then be notified by text message and in the app only.",
  ),
  removed: text('已停用邮件通知', '已停用郵件通知', 'Email notifications are off'),
  news: text('接收组委会的赛事通知', '接收主辦單位的賽事通知', 'Race news from the organisers'),
  news_hint: text(
    '与您报名直接相关的通知（支付、抽签、退款等）始终会发送。',
    '與您報名直接相關的通知（付款、抽籤、退款等）一律會寄送。',
    'Notifications about your own entries (payment, ballot, refunds) are always sent.',
  ),
  bounced: text(
    '邮件无法送达这个邮箱，已停止发送。请换一个邮箱。',
    '郵件無法送達這個信箱，已停止寄送。請換一個信箱。',
    "Emails to this address bounced, so we've stopped sending. Please use another one.",
  ),
  complained: text(
    '您曾将我们的邮件标为垃圾邮件，已停止发送。',
    '您曾將我們的郵件標為垃圾郵件，已停止寄送。',
    "One of our emails was marked as spam, so we've stopped sending to this address.",
  ),
  link_title: text('验证邮箱', '驗證信箱', 'Verify your email'),
  link_text: text('确认用这个邮箱接收通知吗？', '確認用這個信箱接收通知嗎？', 'Get notifications at this address?'),
  stop_title: text('停止赛事通知邮件', '停止賽事通知郵件', 'Stop race news by email'),
  stop_text: text(
    '您将不再收到组委会群发的赛事通知邮件。与您报名直接相关的通知仍会发送。',
    '您將不再收到主辦單位群發的賽事通知郵件。與您報名直接相關的通知仍會寄送。',
    "You'll no longer get race news from the organisers by email. Notifications about your own entries are still sent.",
  ),
  stop_action: text('停止接收', '停止接收', 'Stop news'),
  stopped: text('已停止', '已停止', 'Stopped'),
  stopped_text: text(
    '这个邮箱不会再收到赛事通知。您可以随时在账号页重新开启。',
    '這個信箱不會再收到賽事通知。您可以隨時在帳號頁重新開啟。',
    "You won't get race news at this address any more. You can turn it on again on your account page.",
  ),
  to_account: text('前往账号', '前往帳號', 'Go to your account'),
  manage: text('设置', '設定', 'Settings'),
  none: text('未设置', '未設定', 'Not set'),
  log_in_how: text(
    '登录后设置接收通知的邮箱',
    '登入後設定接收通知的信箱',
    'Log in to choose the email for your notifications',
  ),
} as const
