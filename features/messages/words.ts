import { refusal, text } from '#contract/words.ts'

/** Every text message in the languages of its readers. A value replaces `{name}`. The signature is before the text. */
export const templates = {
  login_code: text(
    '验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。如非本人操作请忽略。',
    '驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。若非您本人操作請忽略。',
    'Your code is {code}. It is good for {minutes} minutes; tell nobody. If you did not ask for it, ignore this.',
  ),
  mobile_changed: text(
    '您账号绑定的手机号已改为 {mobile}。如非本人操作，请尽快联系赛事组委会。',
    '您帳號綁定的手機號碼已改為 {mobile}。若非您本人操作，請儘快聯絡賽事主辦單位。',
    'The mobile of your account is now {mobile}. If this was not you, please contact the organisers at once.',
  ),
  mobile_unbound: text(
    '您的手机号 {mobile} 已从账号解绑。如非本人操作，请尽快联系赛事组委会。',
    '您的手機號碼 {mobile} 已從帳號解除綁定。若非您本人操作，請儘快聯絡賽事主辦單位。',
    'Your mobile {mobile} is no longer bound to your account. If this was not you, please contact the organisers ' +
      'at once.',
  ),
  accounts_merged: text(
    '赛事组委会已将您的两个账号合并，报名、订单和消息都已归入同一账号，原来的登录方式仍可使用。如有疑问请联系赛事组委会。',
    '賽事主辦單位已將您的兩個帳號合併，報名、訂單和訊息都已歸入同一帳號，原來的登入方式仍可使用。如有疑問請聯絡賽事主辦單位。',
    'The organisers have merged your two accounts. Your registrations, orders and messages are now in one account, ' +
      'and you log in as before. Please ask the organisers if anything is unclear.',
  ),
  money_returned: text(
    '您为订单 {order} 支付的 {amount} 已原路退回（{why}）。如有疑问请联系赛事组委会。',
    '您為訂單 {order} 付款的 {amount} 已原路退回（{why}）。如有疑問請聯絡賽事主辦單位。',
    'The {amount} you paid for order {order} went back the way it came ({why}). Please ask the organisers if ' +
      'anything is unclear.',
  ),
  follow_started: text(
    '您关注的选手 {who}（{bib}）已从{race}起点出发。',
    '您追蹤的選手 {who}（{bib}）已從{race}起點出發。',
    '{who} ({bib}), whom you follow at {race}, has started.',
  ),
  follow_passed: text(
    '您关注的选手 {who}（{bib}）在{race}通过 {point}，用时 {time}。',
    '您追蹤的選手 {who}（{bib}）在{race}通過 {point}，用時 {time}。',
    '{who} ({bib}), whom you follow at {race}, passed {point} in {time}.',
  ),
  follow_finished: text(
    '您关注的选手 {who}（{bib}）已完成{race}，成绩 {time}（以最终公布为准）。',
    '您追蹤的選手 {who}（{bib}）已完成{race}，成績 {time}（以最終公布為準）。',
    '{who} ({bib}), whom you follow, has finished {race} in {time}. The published results decide.',
  ),
  follow_ended: text(
    '您关注的选手 {who}（{bib}）已在{race}退赛。',
    '您追蹤的選手 {who}（{bib}）已在{race}退賽。',
    '{who} ({bib}), whom you follow, did not finish {race}.',
  ),
  follow_text_started: text(
    '{who}（{bib}）已从{race}起点出发。停止通知：{stop}',
    '{who}（{bib}）已從{race}起點出發。停止通知：{stop}',
    '{who} ({bib}) has started at {race}. Stop: {stop}',
  ),
  follow_text_passed: text(
    '{who}（{bib}）在{race}通过 {point}，用时 {time}。停止通知：{stop}',
    '{who}（{bib}）在{race}通過 {point}，用時 {time}。停止通知：{stop}',
    '{who} ({bib}) at {race} passed {point} in {time}. Stop: {stop}',
  ),
  follow_text_finished: text(
    '{who}（{bib}）完成{race}，成绩 {time}（以最终公布为准）。停止通知：{stop}',
    '{who}（{bib}）完成{race}，成績 {time}（以最終公布為準）。停止通知：{stop}',
    '{who} ({bib}) finished {race} in {time}. The published results decide. Stop: {stop}',
  ),
  follow_text_ended: text(
    '{who}（{bib}）已在{race}退赛。停止通知：{stop}',
    '{who}（{bib}）已在{race}退賽。停止通知：{stop}',
    '{who} ({bib}) did not finish {race}. Stop: {stop}',
  ),
  photos_new: text(
    '参赛号 {bib} 在{race}有 {n} 张新照片，快来看看。',
    '參賽號 {bib} 在{race}有 {n} 張新照片，快來看看。',
    'There are new photos of bib {bib} at {race}: {n}. Have a look.',
  ),
  review_passed: text(
    '您报名的{race}（{event}）已通过审核，期待与您在赛道相见。',
    '您報名的{race}（{event}）已通過審核，期待與您在賽道相見。',
    'Your registration for {race} ({event}) has been approved. See you on the course.',
  ),
  review_passed_pay: text(
    '您报名的{race}（{event}）已通过审核，请在{until}前完成缴费，逾期名额将释放。',
    '您報名的{race}（{event}）已通過審核，請在{until}前完成繳費，逾期名額將釋出。',
    'Your registration for {race} ({event}) has been approved. Please pay by {until}; after that the place is ' +
      'given to others.',
  ),
  review_failed: text(
    '您报名的{race}（{event}）未通过审核：{reason}。您可以在报名状态页修改后重新提交。',
    '您報名的{race}（{event}）未通過審核：{reason}。您可以在報名狀態頁修改後重新送出。',
    'Your registration for {race} ({event}) was not approved: {reason}. You can change it on its status page and ' +
      'submit it again.',
  ),
  drawn_won: text(
    '恭喜您中签{race}（{event}）！请在{until}前完成缴费，逾期名额将释放。',
    '恭喜您抽中{race}（{event}）！請在{until}前完成繳費，逾期名額將釋出。',
    'You have a place in {race} ({event})! Please pay by {until}; after that the place is given to others.',
  ),
  drawn_won_paid: text(
    '恭喜您中签{race}（{event}），名额已确认，期待与您在赛道相见。',
    '恭喜您抽中{race}（{event}），名額已確認，期待與您在賽道相見。',
    'You have a place in {race} ({event}). It is paid and yours. See you on the course.',
  ),
  drawn_lost: text(
    '很遗憾，您未中签{race}（{event}），候补码为{code}。如愿候补，请在{until}前完成缴费；未获得名额将全额退款。',
    '很遺憾，您未抽中{race}（{event}），候補碼為{code}。如願候補，請在{until}前完成繳費；未獲得名額將全額退款。',
    'You were not drawn for {race} ({event}). Your waiting code is {code}. To join the waitlist, pay by {until}; ' +
      'if no place comes you get everything back.',
  ),
  drawn_lost_paid: text(
    '很遗憾，您未中签{race}（{event}），候补码为{code}，您已付款，将参加候补；未获得名额将全额退款。',
    '很遺憾，您未抽中{race}（{event}），候補碼為{code}，您已付款，將參加候補；未獲得名額將全額退款。',
    'You were not drawn for {race} ({event}). Your waiting code is {code}. As you have paid, you take part in the ' +
      'waitlist; if no place comes you get everything back.',
  ),
  drawn_off: text(
    '{race}（{event}）的抽签已取消：{why}。您的报名不受影响，新的抽签安排将另行公布。',
    '{race}（{event}）的抽籤已取消：{why}。您的報名不受影響，新的抽籤安排將另行公布。',
    'The draw for {race} ({event}) has been called off: {why}. Your registration stands; a new draw will be announced.',
  ),
  wait_offer: text(
    '{race}（{event}）有名额空出，轮到您了！请在{until}前完成缴费，逾期名额将给下一位候补选手。',
    '{race}（{event}）有名額空出，輪到您了！請在{until}前完成繳費，逾期名額將給下一位候補選手。',
    'A place in {race} ({event}) is free and it is your turn! Please pay by {until}; after that it goes to the ' +
      'next in line.',
  ),
  wait_given: text(
    '{race}（{event}）候补成功，名额已确认，期待与您在赛道相见。',
    '{race}（{event}）候補成功，名額已確認，期待與您在賽道相見。',
    'You came up on the waitlist of {race} ({event}): the place is yours. See you on the course.',
  ),
  wait_failed: text(
    '{race}（{event}）候补已结束，很遗憾您未获得名额。',
    '{race}（{event}）候補已結束，很遺憾您未獲得名額。',
    'The waitlist of {race} ({event}) has ended. Sorry, there was no place for you.',
  ),
  wait_failed_refund: text(
    '{race}（{event}）候补已结束，很遗憾您未获得名额，{amount}将退回原支付渠道。',
    '{race}（{event}）候補已結束，很遺憾您未獲得名額，{amount}將退回原付款管道。',
    'The waitlist of {race} ({event}) has ended. Sorry, there was no place for you; {amount} goes back the way it ' +
      'was paid.',
  ),
  exited: text(
    '您已退出{race}（{event}），本赛事的参赛资格已失效。',
    '您已退出{race}（{event}），本賽事的參賽資格已失效。',
    'You have left {race} ({event}). Your qualification for this race is lost.',
  ),
  exited_refund: text(
    '您已退出{race}（{event}），退款{amount}，可在退款页查看进度。',
    '您已退出{race}（{event}），退款{amount}，可於退款頁查看進度。',
    'You have left {race} ({event}). Your refund is {amount}; follow it on its page.',
  ),
  refunded: text(
    '{race}（{event}）的退款{amount}已退回原支付账户。',
    '{race}（{event}）的退款{amount}已退回原付款帳戶。',
    'Your refund of {amount} for {race} ({event}) has gone back to the paying account.',
  ),
  refunded_by_hand: text(
    '{race}（{event}）的退款{amount}已由赛事组委会人工支付。',
    '{race}（{event}）的退款{amount}已由賽事主辦單位人工匯回。',
    'The organisers of {race} have paid your refund of {amount} ({event}) by hand.',
  ),
  refunded_part: text(
    '{race}（{event}）退回您{amount}，报名仍然有效。',
    '{race}（{event}）退回您{amount}，報名仍然有效。',
    '{race} ({event}) has given {amount} back to you. You are still registered.',
  ),
  pay_soon: text(
    '您报名的{race}（{event}）还未缴费，请在{until}前完成，逾期名额将释放。',
    '您報名的{race}（{event}）尚未繳費，請在{until}前完成，逾期名額將釋出。',
    'Your place in {race} ({event}) is not paid yet. Please pay by {until}; after that it is given to others.',
  ),
  wait_pay_soon: text(
    '您尚未为{race}（{event}）的候补缴费，请在{until}前完成，逾期将不能参加候补；未获得名额将全额退款。',
    '您尚未為{race}（{event}）的候補繳費，請在{until}前完成，逾期將不能參加候補；未獲得名額將全額退款。',
    'You have not yet paid for the waitlist of {race} ({event}). To join it, pay by {until}; if no place comes ' +
      'you get everything back.',
  ),
  announcement: text(
    '{race}组委会发布通知：{title}。详情请登录报名网站，在“消息”中查看。',
    '{race}主辦單位發布通知：{title}。詳情請登入報名網站，在「訊息」中查看。',
    'News from {race}: {title}. Log in on the race site and open Messages to read it.',
  ),
  handin_taken: text(
    '您提交的{race}（{event}）成绩已采纳，计入用时 {time}。',
    '您送出的{race}（{event}）成績已採納，計入用時 {time}。',
    'The result you handed in for {race} ({event}) has been accepted: {time}.',
  ),
  handin_refused: text(
    '您提交的{race}（{event}）成绩未被采纳：{reason}。详情请在“成绩上传”页查看。',
    '您送出的{race}（{event}）成績未被採納：{reason}。詳情請在「成績上傳」頁查看。',
    'The result you handed in for {race} ({event}) was not accepted: {reason}. Open “Hand in a result” on the ' +
      'race site to see it.',
  ),
  protest_upheld: text(
    '您对{race}（{event}）成绩的抗议已裁定：成立。{decision}。',
    '您對{race}（{event}）成績的抗議已裁定：成立。{decision}。',
    'Your protest about {race} ({event}) was upheld: {decision}.',
  ),
  protest_dismissed: text(
    '您对{race}（{event}）成绩的抗议已裁定：不成立。{decision}。',
    '您對{race}（{event}）成績的抗議已裁定：不成立。{decision}。',
    'Your protest about {race} ({event}) was dismissed: {decision}.',
  ),
  stay_confirmed: text(
    '您在{hotel}的预订（{arrival} 入住）已由酒店确认，确认号 {number}。',
    '您在{hotel}的訂房（{arrival} 入住）已由飯店確認，確認號 {number}。',
    '{hotel} has confirmed your stay from {arrival}. Your confirmation number is {number}.',
  ),
  invoice_issued: text(
    '{race}的发票已开具，发票号码{number}，可登录报名网站下载。',
    '{race}的發票已開立，發票號碼{number}，可登入報名網站下載。',
    'Your invoice for {race} is issued, number {number}. Log in on the race site to download it.',
  ),
  invoice_refused: text(
    '{race}的开票申请未通过：{reason}。修改后可重新提交。',
    '{race}的開票申請未通過：{reason}。修改後可重新送出。',
    'Your invoice for {race} was refused: {reason}. Put it right and ask again.',
  ),
  cancelled: text(
    '组委会取消了您在{race}（{event}）的报名：{reason}。如有疑问请联系赛事组委会。',
    '主辦單位取消了您在{race}（{event}）的報名：{reason}。如有疑問請聯絡賽事主辦單位。',
    'The organisers cancelled your registration for {race} ({event}): {reason}. Please ask them if anything is unclear.',
  ),
  moved: text(
    '您在{race}的报名已由{event}改为{to}，原参赛号和出发区不再有效。',
    '您在{race}的報名已由{event}改為{to}，原參賽號和出發區不再有效。',
    'Your registration for {race} has moved from {event} to {to}. Your former bib and start zone no longer count.',
  ),
  deferred: text(
    '您在{race}（{event}）的名额已延期到{to}，邀请码 {code}，仅限本人使用。请在报名状态页查看并报名。',
    '您在{race}（{event}）的名額已延期到{to}，邀請碼 {code}，僅限本人使用。請於報名狀態頁查看並報名。',
    'Your place in {race} ({event}) is deferred to {to}. Your code is {code}; only you can use it. Sign up from the status page.',
  ),
  move_pay: text(
    '您在{race}的报名可由{event}改为{to}，请在{until}前补缴差额{amount}，逾期保留原组别。',
    '您在{race}的報名可由{event}改為{to}，請在{until}前補繳差額{amount}，逾期保留原組別。',
    'You can move from {event} to {to} at {race}: please pay the difference of {amount} by {until}. After that you stay where you are.',
  ),
  confirmation: text(
    '您已报名{race}（{event}），当前状态：{status}。详情请查看报名状态页。',
    '您已報名{race}（{event}），目前狀態：{status}。詳情請查看報名狀態頁。',
    'You are registered for {race} ({event}). Its state now: {status}. See its status page for all the rest.',
  ),
  registration_corrected: text(
    '组委会更正了您在{race}（{event}）的报名信息：{fields}。如有疑问请联系赛事组委会。',
    '主辦單位更正了您在{race}（{event}）的報名資訊：{fields}。如有疑問請聯絡賽事主辦單位。',
    'The organisers corrected your registration for {race} ({event}): {fields}. If this is not right, please tell them.',
  ),
  parcel_sent: text(
    '{race}的PB纪念衫已寄出，{carrier}单号{number}。',
    '{race}的PB紀念衫已寄出，{carrier}單號{number}。',
    'Your PB shirt of {race} is on its way: {carrier} {number}.',
  ),
  goods_sent: text(
    '您在{race}商城购买的商品已寄出，{carrier}单号{number}。',
    '您在{race}商城購買的商品已寄出，{carrier}單號{number}。',
    'Your order from the shop of {race} is on its way: {carrier} {number}.',
  ),
  goods_taken_back: text(
    '您在{race}商城的退货已办理，{amount}元将原路退回。{note}',
    '您在{race}商城的退貨已辦理，{amount}元將原路退回。{note}',
    'Your return to the shop of {race} is done. {amount} yuan go back to where you paid from. {note}',
  ),
  goods_not_taken_back: text(
    '您在{race}商城的退货申请未通过：{note}',
    '您在{race}商城的退貨申請未通過：{note}',
    'Your return to the shop of {race} was not accepted: {note}',
  ),
  deposit_kept: text(
    '您在{race}的押金{amount}元不予退还：{reason}。如有疑问请联系赛事组委会。',
    '您在{race}的押金{amount}元不予退還：{reason}。如有疑問請聯絡賽事主辦單位。',
    '{race} keeps your deposit of {amount} yuan: {reason}. If this is not right, please tell the organisers.',
  ),
} as const
export type Template = keyof typeof templates

/**
 * Templates that are sent at any hour and beyond the limits of the day, because a person is waiting for them. They are
 * not kept after their time.
 */
export const urgent: ReadonlySet<Template> = new Set(['login_code', 'mobile_changed', 'mobile_unbound'])

/**
 * Templates of news, which a reader may end: an organiser's own words, followed runners and new photos. All others are
 * about the reader's own registration.
 */
export const newsTemplates: ReadonlySet<Template> = new Set([
  'announcement',
  'follow_started',
  'follow_passed',
  'follow_finished',
  'follow_ended',
  'photos_new',
])

export const refusals = {
  message_not_found: refusal('404', '没有找到这条短信', '找不到這則簡訊', 'This message was not found'),
  message_not_retried: refusal(
    '409',
    '这条短信已过时或已处理，不能重发',
    '這則簡訊已過時或已處理，不能重送',
    'This message is out of date or dealt with; it is not sent again',
  ),
  message_maybe_sent: refusal(
    '409',
    '这条短信可能已送达，重发可能让对方收到两次',
    '這則簡訊可能已送達，重送可能讓對方收到兩次',
    'This message may have arrived; sending it again may deliver it twice',
  ),
  outbox_closed: refusal(
    '404',
    '已接入真实的短信服务，模拟发件箱不再开放',
    '已接上真實的簡訊服務，模擬寄件匣不再開放',
    'Real text messages are sent; the sandbox outbox is closed',
  ),
} as const

export const words = {
  outbox_title: text('模拟短信', '模擬簡訊', 'Sandbox outbox'),
  outbox_text: text(
    '还没有接入短信服务，所以这些短信没有真的发出。',
    '還沒有接上簡訊服務，所以這些簡訊並未真的寄出。',
    'No provider of text messages is configured, so none of these was really sent.',
  ),
  outbox_empty: text('还没有短信', '還沒有簡訊', 'No messages yet'),
  to: text('发给 {mobile}', '寄給 {mobile}', 'To {mobile}'),
  refresh: text('刷新', '重新整理', 'Refresh'),
  older: text('更早的', '更早的', 'Older'),
  state: {
    queued: text('等待发送', '等候傳送', 'Queued'),
    sent: text('已发送', '已傳送', 'Sent'),
    sending: text('发送中', '傳送中', 'Sending'),
    lost: text('结果不明', '結果不明', 'Outcome unknown'),
    failed: text('发送失败', '傳送失敗', 'Failed'),
    late: text('已过时，未发送', '已過時，未傳送', 'Too late, not sent'),
  },
} as const
