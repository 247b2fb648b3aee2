import { refusal, text } from '#contract/words.ts'
import { stayTemplates } from './stays.words.ts'

/** Every text message in the languages of its readers. A value replaces `{name}`. The signature is before the text. */
export const templates = {
  ...stayTemplates,
  login_code: text(
    '验证码 {code}，{minutes} 分钟内有效，请勿告诉他人。如非本人操作请忽略。',
    '驗證碼 {code}，{minutes} 分鐘內有效，請勿告訴他人。若非您本人操作請忽略。',
    "Your code is {code}. It is valid for {minutes} minutes. Don't share it with anyone. If you didn't request it, ignore this message.",
  ),
  staff_invited: text(
    '{by} 邀请您使用赛事管理后台。请在 24 小时内打开链接设置密码，链接只能用一次：{link}',
    '{by} 邀請您使用賽事管理後台。請在 24 小時內開啟連結設定密碼，連結只能用一次：{link}',
    '{by} invites you to the console of the organisers. Open this link within 24 hours to choose a password. It ' +
      'works once: {link}',
  ),
  pickup_soon: text(
    '{race}（{event}）参赛包领取时间：{when}，地点：{place}。请带好证件。',
    '{race}（{event}）參賽包領取時間：{when}，地點：{place}。請帶好證件。',
    'Collect your race pack for {race} ({event}): {when}, {place}. Please bring your ID.',
  ),
  start_soon: text(
    '{race}（{event}）将于 {when} 起跑。您的参赛号 {bib}，祝您顺利完赛。',
    '{race}（{event}）將於 {when} 起跑。您的參賽號 {bib}，祝您順利完賽。',
    '{race} ({event}) starts at {when}. Your bib is {bib}. Good luck!',
  ),
  result_out: text(
    '{race}（{event}）成绩已公布，您的成绩 {time}。',
    '{race}（{event}）成績已公布，您的成績 {time}。',
    'The results of {race} ({event}) are out. Your time: {time}.',
  ),
  mobile_changed: text(
    '您账号绑定的手机号已改为 {mobile}。如非本人操作，请尽快联系赛事组委会。',
    '您帳號綁定的手機號碼已改為 {mobile}。若非您本人操作，請儘快聯絡賽事主辦單位。',
    "The mobile number of your account is now {mobile}. If this wasn't you, please contact the organisers right away.",
  ),
  mobile_unbound: text(
    '您的手机号 {mobile} 已从账号解绑。如非本人操作，请尽快联系赛事组委会。',
    '您的手機號碼 {mobile} 已從帳號解除綁定。若非您本人操作，請儘快聯絡賽事主辦單位。',
    "Your mobile number {mobile} has been unlinked from your account. If this wasn't you, please contact the organisers right away.",
  ),
  accounts_merged: text(
    '赛事组委会已将您的两个账号合并，报名、订单和消息都已归入同一账号，原来的登录方式仍可使用。如有疑问请联系赛事组委会。',
    '賽事主辦單位已將您的兩個帳號合併，報名、訂單和訊息都已歸入同一帳號，原來的登入方式仍可使用。如有疑問請聯絡賽事主辦單位。',
    'The organisers have merged your two accounts. Your entries, orders and messages are now in one account. You can log in as before. If you have questions, please contact the organisers.',
  ),
  money_returned: text(
    '您为订单 {order} 支付的 {amount} 已原路退回（{why}）。如有疑问请联系赛事组委会。',
    '您為訂單 {order} 所付的 {amount} 已原路退回（{why}）。如有疑問請聯絡賽事主辦單位。',
    'The {amount} you paid for order {order} has been returned to your original payment method ({why}). If you have questions, please contact the organisers.',
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
    '{who} ({bib}), whom you follow, finished {race} in {time}. Subject to the published results.',
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
    '{who} ({bib}) finished {race} in {time}. Subject to the published results. Stop: {stop}',
  ),
  follow_text_ended: text(
    '{who}（{bib}）已在{race}退赛。停止通知：{stop}',
    '{who}（{bib}）已在{race}退賽。停止通知：{stop}',
    '{who} ({bib}) did not finish {race}. Stop: {stop}',
  ),
  photos_new: text(
    '参赛号 {bib} 在{race}有 {n} 张新照片，快来看看。',
    '參賽號 {bib} 在{race}有 {n} 張新照片，快來看看。',
    '{n} new photos of bib {bib} at {race}. Take a look.',
  ),
  review_passed: text(
    '您报名的{race}（{event}）已通过审核，期待与您在赛道相见。',
    '您報名的{race}（{event}）已通過審核，期待與您在賽道相見。',
    'Your entry for {race} ({event}) has been approved. See you on the course.',
  ),
  review_passed_pay: text(
    '您报名的{race}（{event}）已通过审核，请在{until}前完成支付，逾期名额将释放。',
    '您報名的{race}（{event}）已通過審核，請在{until}前完成付款，逾期名額將釋出。',
    'Your entry for {race} ({event}) has been approved. Please pay by {until}, or your place will be released.',
  ),
  review_failed: text(
    '您报名的{race}（{event}）未通过审核：{reason}。您可以在报名状态页修改后重新提交。',
    '您報名的{race}（{event}）未通過審核：{reason}。您可以在報名狀態頁修改後重新送出。',
    'Your entry for {race} ({event}) was not approved: {reason}. You can correct and resubmit it on its status page.',
  ),
  drawn_won: text(
    '恭喜您中签{race}（{event}）！请在{until}前完成支付，逾期名额将释放。',
    '恭喜您中籤{race}（{event}）！請在{until}前完成付款，逾期名額將釋出。',
    "You're in! You were drawn for {race} ({event}). Please pay by {until}, or your place will be released.",
  ),
  drawn_won_paid: text(
    '恭喜您中签{race}（{event}），名额已确认，期待与您在赛道相见。',
    '恭喜您中籤{race}（{event}），名額已確認，期待與您在賽道相見。',
    "You're in! You were drawn for {race} ({event}) and your place is confirmed. See you on the course.",
  ),
  drawn_lost: text(
    '很遗憾，您未中签{race}（{event}），候补码为{code}。如愿候补，请在{until}前完成支付；未获得名额将全额退款。',
    '很遺憾，您未中籤{race}（{event}），候補碼為{code}。如願候補，請在{until}前完成付款；未獲得名額將全額退款。',
    "You were not drawn for {race} ({event}). Your waitlist code is {code}. To join the waitlist, pay by {until}. If you don't get a place, you get a full refund.",
  ),
  drawn_lost_paid: text(
    '很遗憾，您未中签{race}（{event}），候补码为{code}，您已支付，将参加候补；未获得名额将全额退款。',
    '很遺憾，您未中籤{race}（{event}），候補碼為{code}，您已付款，將參加候補；未獲得名額將全額退款。',
    "You were not drawn for {race} ({event}). Your waitlist code is {code}. You have paid, so you join the waitlist. If you don't get a place, you get a full refund.",
  ),
  drawn_off: text(
    '{race}（{event}）的抽签已取消：{why}。您的报名不受影响，新的抽签安排将另行公布。',
    '{race}（{event}）的抽籤已取消：{why}。您的報名不受影響，新的抽籤安排將另行公布。',
    'The ballot for {race} ({event}) has been cancelled: {why}. Your entry is not affected. A new ballot will be announced.',
  ),
  wait_offer: text(
    '{race}（{event}）有名额空出，轮到您了！请在{until}前完成支付，逾期名额将给下一位候补选手。',
    '{race}（{event}）有名額空出，輪到您了！請在{until}前完成付款，逾期名額將給下一位候補選手。',
    "A place in {race} ({event}) has opened up and it's your turn! Please pay by {until}, or it goes to the next runner in the queue.",
  ),
  wait_given: text(
    '{race}（{event}）候补成功，名额已确认，期待与您在赛道相见。',
    '{race}（{event}）候補成功，名額已確認，期待與您在賽道相見。',
    'You have a place in {race} ({event}) from the waitlist. It is confirmed. See you on the course.',
  ),
  wait_failed: text(
    '{race}（{event}）候补已结束，很遗憾您未获得名额。',
    '{race}（{event}）候補已結束，很遺憾您未獲得名額。',
    'The waitlist for {race} ({event}) has closed. Sorry, there was no place for you.',
  ),
  wait_failed_refund: text(
    '{race}（{event}）候补已结束，很遗憾您未获得名额，{amount}将退回原支付渠道。',
    '{race}（{event}）候補已結束，很遺憾您未獲得名額，{amount}將退回原付款管道。',
    'The waitlist for {race} ({event}) has closed. Sorry, there was no place for you. {amount} will be refunded to your original payment method.',
  ),
  exited: text(
    '您已退赛：{race}（{event}），本赛事的参赛资格已失效。',
    '您已退賽：{race}（{event}），本賽事的參賽資格已失效。',
    'You have withdrawn from {race} ({event}). You can no longer take part in this race.',
  ),
  exited_refund: text(
    '您已退赛：{race}（{event}），退款{amount}，可在退款页查看进度。',
    '您已退賽：{race}（{event}），退款{amount}，可於退款頁檢視進度。',
    'You have withdrawn from {race} ({event}). Your refund is {amount}. You can track it on the refund page.',
  ),
  refunded: text(
    '{race}（{event}）的退款{amount}已退回原支付账户。',
    '{race}（{event}）的退款{amount}已退回原付款帳戶。',
    'Your refund of {amount} for {race} ({event}) has been returned to your original payment method.',
  ),
  refunded_by_hand: text(
    '{race}（{event}）的退款{amount}已由赛事组委会人工支付。',
    '{race}（{event}）的退款{amount}已由賽事主辦單位人工匯回。',
    'The organisers of {race} have paid your refund of {amount} ({event}) manually.',
  ),
  refunded_part: text(
    '{race}（{event}）退回您{amount}，报名仍然有效。',
    '{race}（{event}）退回您{amount}，報名仍然有效。',
    '{race} ({event}) has refunded you {amount}. Your entry is still valid.',
  ),
  pay_soon: text(
    '您报名的{race}（{event}）还未支付，请在{until}前完成，逾期名额将释放。',
    '您報名的{race}（{event}）尚未付款，請在{until}前完成，逾期名額將釋出。',
    "Your entry for {race} ({event}) hasn't been paid yet. Please pay by {until}, or your place will be released.",
  ),
  wait_pay_soon: text(
    '您尚未为{race}（{event}）的候补支付，请在{until}前完成，逾期将不能参加候补；未获得名额将全额退款。',
    '您尚未為{race}（{event}）的候補付款，請在{until}前完成，逾期將不能參加候補；未獲得名額將全額退款。',
    "You haven't paid for the waitlist of {race} ({event}) yet. To join it, pay by {until}. If you don't get a place, you get a full refund.",
  ),
  announcement: text(
    '{race}组委会发布通知：{title}。详情请登录报名网站，在“消息”中查看。',
    '{race}主辦單位發布通知：{title}。詳情請登入報名網站，在「訊息」中檢視。',
    'News from {race}: {title}. Log in on the race site and open Messages to read it.',
  ),
  disruption_declared: text(
    '{race}（{event}）{what}：{reason}。请在{until}前登录报名网站选择处理方式，逾期将{fallback}。',
    '{race}（{event}）{what}：{reason}。請在{until}前登入報名網站選擇處理方式，逾期將{fallback}。',
    '{race} ({event}) is {what}: {reason}. Please log in and choose by {until}. After that: {fallback}.',
  ),
  disruption_changed: text(
    '{race}（{event}）{what}，安排有更新。选择截止时间为{until}，逾期将{fallback}。',
    '{race}（{event}）{what}，安排有更新。選擇截止時間為{until}，逾期將{fallback}。',
    '{race} ({event}) is {what}; the plan has changed. Choose by {until}. After that: {fallback}.',
  ),
  disruption_undone: text(
    '{race}（{event}）此前通知的变更已撤销，赛事按原计划进行，您的报名不受影响。',
    '{race}（{event}）先前通知的變更已撤銷，賽事按原計畫進行，您的報名不受影響。',
    'The change to {race} ({event}) that we announced has been withdrawn. The race goes ahead as planned, and your entry is not affected.',
  ),
  safety: text(
    '{race}安全通知：{title}。{text}',
    '{race}安全通知：{title}。{text}',
    'Safety at {race}: {title}. {text}',
  ),
  handin_taken: text(
    '您提交的{race}（{event}）成绩已采纳，计入用时 {time}。',
    '您送出的{race}（{event}）成績已採納，計入用時 {time}。',
    'The result you submitted for {race} ({event}) has been accepted: {time}.',
  ),
  handin_refused: text(
    '您提交的{race}（{event}）成绩未被采纳：{reason}。详情请在“成绩上传”页查看。',
    '您送出的{race}（{event}）成績未被採納：{reason}。詳情請在「成績上傳」頁檢視。',
    'The result you submitted for {race} ({event}) was not accepted: {reason}. See “Submit a result” on the race site.',
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
  series_joined: text(
    '{name}在{series}的成绩已关联，积分榜已更新。',
    '{name}在{series}的成績已連結，積分榜已更新。',
    'The results of {name} are now linked in {series}. The standings include them.',
  ),
  series_not_joined: text(
    '{name}在{series}的成绩关联未通过，如有疑问请联系组委会。',
    '{name}在{series}的成績連結未通過，如有疑問請聯絡主辦單位。',
    'The results of {name} could not be linked in {series}. Please contact the organiser if you disagree.',
  ),
  invoice_issued: text(
    '{race}的发票已开具，发票号码{number}，可登录报名网站下载。',
    '{race}的發票已開立，發票號碼{number}，可登入報名網站下載。',
    'Your invoice for {race} has been issued, number {number}. Log in on the race site to download it.',
  ),
  invoice_refused: text(
    '{race}的开票申请未通过：{reason}。修改后可重新提交。',
    '{race}的開票申請未通過：{reason}。修改後可重新送出。',
    'Your invoice request for {race} was declined: {reason}. You can correct and resubmit it.',
  ),
  cancelled: text(
    '组委会取消了您在{race}（{event}）的报名：{reason}。如有疑问请联系赛事组委会。',
    '主辦單位取消了您在{race}（{event}）的報名：{reason}。如有疑問請聯絡賽事主辦單位。',
    'The organisers cancelled your entry for {race} ({event}): {reason}. If you have questions, please contact the organisers.',
  ),
  moved: text(
    '您在{race}的报名已由{event}改为{to}，原参赛号和出发区不再有效。',
    '您在{race}的報名已由{event}改為{to}，原參賽號和出發區不再有效。',
    'Your entry for {race} has moved from {event} to {to}. Your former bib and start zone are no longer valid.',
  ),
  deferred: text(
    '您在{race}（{event}）的名额已延期到{to}，邀请码 {code}，仅限本人使用。请在报名状态页查看并报名。',
    '您在{race}（{event}）的名額已延期到{to}，邀請碼 {code}，僅限本人使用。請於報名狀態頁檢視並報名。',
    "Your place in {race} ({event}) is deferred to {to}. Your invitation code is {code}. Only you can use it. Enter from your entry's status page.",
  ),
  move_pay: text(
    '您在{race}的报名可由{event}改为{to}，请在{until}前补缴差额{amount}，逾期保留原组别。',
    '您在{race}的報名可由{event}改為{to}，請在{until}前補繳差額{amount}，逾期保留原組別。',
    'Your entry for {race} can move from {event} to {to}. Please pay the difference of {amount} by {until}, or you stay in your current event.',
  ),
  confirmation: text(
    '您已报名{race}（{event}），当前状态：{status}。详情请查看报名状态页。',
    '您已報名{race}（{event}），目前狀態：{status}。詳情請檢視報名狀態頁。',
    'Your entry for {race} ({event}). Status: {status}. See its status page for details.',
  ),
  registration_corrected: text(
    '组委会更正了您在{race}（{event}）的报名信息：{fields}。如有疑问请联系赛事组委会。',
    '主辦單位更正了您在{race}（{event}）的報名資訊：{fields}。如有疑問請聯絡賽事主辦單位。',
    'The organisers corrected your entry for {race} ({event}): {fields}. If you have questions, please contact the organisers.',
  ),
  parcel_sent: text(
    '{race}的PB纪念衫已寄出，{carrier}单号{number}。',
    '{race}的PB紀念衫已寄出，{carrier}單號{number}。',
    'Your PB shirt from {race} is on its way: {carrier} {number}.',
  ),
  goods_sent: text(
    '您在{race}商城购买的商品已寄出，{carrier}单号{number}。',
    '您在{race}商城購買的商品已寄出，{carrier}單號{number}。',
    'Your order from the {race} shop is on its way: {carrier} {number}.',
  ),
  goods_taken_back: text(
    '您在{race}商城的退货已办理，{amount}元将原路退回。{note}',
    '您在{race}商城的退貨已辦理，{amount}元將原路退回。{note}',
    'Your return to the {race} shop is complete. {amount} yuan will be refunded to your original payment method. {note}',
  ),
  goods_not_taken_back: text(
    '您在{race}商城的退货申请未通过：{note}',
    '您在{race}商城的退貨申請未通過：{note}',
    'Your return to the {race} shop was not accepted: {note}',
  ),
  deposit_kept: text(
    '您在{race}的押金{amount}元不予退还：{reason}。如有疑问请联系赛事组委会。',
    '您在{race}的押金{amount}元不予退還：{reason}。如有疑問請聯絡賽事主辦單位。',
    'Your deposit of {amount} yuan at {race} will not be refunded: {reason}. If you have questions, please contact the organisers.',
  ),
} as const
export type Template = keyof typeof templates

/**
 * Templates that are sent at any hour and beyond the limits of the day, because their readers need them at once. After
 * a real provider has taken such a message, the server removes its content.
 */
export const urgent: ReadonlySet<Template> = new Set([
  'login_code',
  'staff_invited',
  'mobile_changed',
  'mobile_unbound',
  'safety',
])

/**
 * Templates of news, which a reader may end: an organiser's own words, followed runners and new photos. A reader cannot
 * end the messages of other templates.
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
