import { refusal, text } from '#contract/words.ts'
import { changesRefusals } from './changes/changes.words.ts'
import { priceRefusals } from './signup/prices.words.ts'

export const refusals = {
  user_not_found: refusal('404', '没有该用户的信息', '沒有該使用者的資訊', 'No information for such user'),
  ...changesRefusals,
  ...priceRefusals,
  signup_soon: refusal('409', '报名尚未开始', '報名尚未開始', 'Sign-up has not opened yet'),
  signup_over: refusal('409', '报名已截止', '報名已截止', 'Sign-up has closed'),
  sold_out: refusal('409', '名额已满', '名額已滿', 'There are no places left'),
  qualification_lost: refusal(
    '409',
    '该证件号码已退出本赛事，不能再次报名',
    '該證件號碼已退出本賽事，不能再次報名',
    'This ID number has left the race, so it cannot be signed up again',
  ),
  already_registered: refusal(
    '409',
    '该证件号码已报名本赛事',
    '該證件號碼已報名本賽事',
    'This ID number is already registered for the race',
  ),
  event_changed: refusal(
    '409',
    '组别信息刚刚有调整，请核对后重新提交',
    '組別資訊剛剛有調整，請核對後重新送出',
    'The event has just been changed. Please check it and submit again',
  ),
  registration_not_found: refusal(
    '404',
    '未找到相应的报名信息',
    '未找到相應的報名資訊',
    'Did not find the corresponding registration information',
  ),
  idnum_inconsistent: refusal('409', '证件号码不一致', '證件號碼不一致', 'ID number is inconsistent'),
  orders_elsewhere: refusal('206', '请到订单列表查看', '請到訂單列表查看', 'Please look in the list of orders'),
  not_payable: refusal('409', '现在不能缴费', '現在不能繳費', 'This cannot be paid now'),
  payment_unavailable: refusal(
    '409',
    '暂不支持这种缴费方式',
    '暫不支援這種繳費方式',
    'This way of paying is not available',
  ),
  pay_with_code: refusal(
    '409',
    '请在支付页点“使用邀请码”，输入邀请码后即可抵扣报名费',
    '請在付款頁點「使用邀請碼」，輸入邀請碼後即可折抵報名費',
    'Choose "Use an invitation code" on the pay page and enter the code there: it takes the place of the fee',
  ),
  gateway_down: refusal(
    '409',
    '支付渠道暂时没有响应，请稍后再试；您的名额仍然保留',
    '付款通路暫時沒有回應，請稍後再試；您的名額仍然保留',
    'The payment service is not answering. Please try again in a moment; your place is kept',
  ),
  clothes_gone: refusal(
    '409',
    '该尺码已无库存，请换一个尺码',
    '該尺碼已無庫存，請換一個尺碼',
    'This size is gone. Please choose another one',
  ),
  bus_full: refusal(
    '409',
    '该班次接驳车已满，请换一个班次',
    '該班次接駁車已滿，請換一個班次',
    'This bus is full. Please choose another one',
  ),
  too_many_unpaid: refusal(
    '409',
    '您还有较多报名未缴费，请先完成缴费',
    '您還有較多報名未繳費，請先完成繳費',
    'You hold many unpaid registrations. Please pay for them first',
  ),
  too_many_friends: refusal(
    '409',
    '一次最多为{n}人报名',
    '一次最多為{n}人報名',
    'At most {n} people can be signed up at a time',
  ),
  invite_unknown: refusal(
    '404',
    '没有这个邀请码，请核对',
    '沒有這個邀請碼，請核對',
    'There is no such invitation code. Please check it',
  ),
  invite_over: refusal('409', '邀请码已过期', '邀請碼已過期', 'This invitation code has expired'),
  invite_used_up: refusal(
    '409',
    '邀请码的使用次数已用完',
    '邀請碼的使用次數已用完',
    'This invitation code has been used up',
  ),
  invite_saves_nothing: refusal(
    '409',
    '用这个邀请码不会更便宜',
    '使用這個邀請碼不會更便宜',
    'This code does not lower the price',
  ),
  invite_given: refusal(
    '409',
    '这份报名已使用过邀请码',
    '這份報名已使用過邀請碼',
    'This registration has used an invitation code already',
  ),
  invite_elsewhere: refusal(
    '409',
    '该邀请码不适用于这个组别',
    '該邀請碼不適用於這個組別',
    'This invitation code is not for this event',
  ),
  person_not_found: refusal('404', '没有找到保存的报名人', '找不到儲存的報名人', 'This saved person was not found'),
} as const

/** Titles and descriptions of the status page: the derived messages of docs/behaviour/states.md, Messages. */
export const words = {
  refunded_title: text('已退出', '已退出', 'Exited, with refund'),
  refund_asked: text(
    '您已退出报名，退款申请已提交，费用将在一周内退回原支付账户',
    '您已退出報名，退款申請已送出，費用將在一週內退回原付款帳戶',
    'You have left the race. Your refund has been requested; the fee goes back to the paying account within one week',
  ),
  refund_done: text(
    '您已退出报名，费用已于{at}退回原支付渠道',
    '您已退出報名，費用已於{at}退回原付款管道',
    'You have left the race. The fee was refunded to the original payment channel on {at}',
  ),
  refund_failed: text(
    '您已退出报名，退款遇到问题，我们正在处理',
    '您已退出報名，退款遇到問題，我們正在處理',
    'You have left the race. The refund has met a problem and is being looked after',
  ),
  exited_free: text('您已退出报名', '您已退出報名', 'You have left the race'),
  refund_by_hand: text(
    '您已退出报名，费用已于{at}由组委会人工退还',
    '您已退出報名，費用已於{at}由主辦單位人工退還',
    'You have left the race. The organisers paid the fee back by hand on {at}',
  ),
  refund_waiting: text(
    '您已退出报名，名额正在递补；下一位选手缴费后即为您退款',
    '您已退出報名，名額正在遞補；下一位選手繳費後即為您退款',
    'You have left the race. Your refund goes out as soon as the next runner in line has paid',
  ),
  refused_refund: text(
    '您的报名未通过审核，费用正在退回原支付渠道',
    '您的報名未通過審核，費用正在退回原付款管道',
    'Your registration was not approved. The fee is on its way back to the original payment channel',
  ),
  refused_refunded: text(
    '您的报名未通过审核，费用已于{at}退回原支付渠道',
    '您的報名未通過審核，費用已於{at}退回原付款管道',
    'Your registration was not approved. The fee was refunded to the original payment channel on {at}',
  ),
  deleted_title: text('报名已删除', '報名已刪除', 'Registration deleted'),
  deleted: text('原报名资格已失效', '原報名資格已失效', 'The old qualification is lost'),
  wait_title: text('候补中', '候補中', 'Waitlisted'),
  wait_paid: text(
    '您已缴费，正在候补，候补序号{n}。候补名单每日10:00更新',
    '您已繳費，正在候補，候補序號{n}。候補名單每日10:00更新',
    'Waitlisted and paid, your sequence number is {n}. The waitlist is refreshed daily at 10:00',
  ),
  wait_unpaid: text(
    '您尚未缴费，正在候补，候补序号{n}。候补名单每日10:00更新',
    '您尚未繳費，正在候補，候補序號{n}。候補名單每日10:00更新',
    'Waitlisted and not paid yet, your sequence number is {n}. The waitlist is refreshed daily at 10:00',
  ),
  wait_paid_code: text(
    '您已缴费，正在候补，候补码{n}（不是名次）。候补名单每日10:00更新',
    '您已繳費，正在候補，候補碼{n}（不是名次）。候補名單每日10:00更新',
    'Waitlisted and paid, your waiting code is {n} (it is no rank). The waitlist is refreshed daily at 10:00',
  ),
  wait_pos_none: text('待定', '待定', 'to be assigned'),
  waitfail_title: text('候补未成功', '候補未成功', 'No place'),
  waitfail: text(
    '很遗憾，您未获得参赛名额，报名费将退回原支付渠道',
    '很遺憾，您未獲得參賽名額，報名費將退回原付款管道',
    'Sorry, there was no place for you. The fee is refunded to the original payment channel',
  ),
  normal_title: text('报名成功', '報名成功', 'Registered successfully'),
  normal_paid: text(
    '您已成功报名，期待与您在赛道相见',
    '您已成功報名，期待與您在賽道相見',
    'You are registered. See you on the course',
  ),
  won_title: text('恭喜中签，待缴费', '恭喜中籤，待繳費', 'Won the lottery, payment pending'),
  approved_title: text('审核通过，待缴费', '審核通過，待繳費', 'Approved, payment pending'),
  pre_title: text('预报名成功，待缴费', '預報名成功，待繳費', 'Pre-registered successfully, payment pending'),
  pay_by: text(
    '请在{at}前完成缴费，逾期将自动取消',
    '請在{at}前完成繳費，逾期將自動取消',
    'Please pay by {at}, or the order is cancelled automatically',
  ),
  pay_soon: text('请尽快完成缴费', '請儘快完成繳費', 'Please pay soon'),
  pay_later: text(
    '缴费尚未开放，请留意通知',
    '繳費尚未開放，請留意通知',
    'Payment is not open yet. Please wait for a notice',
  ),
  pay_later_by: text(
    '缴费尚未开放，开放后请在{at}前完成缴费',
    '繳費尚未開放，開放後請在{at}前完成繳費',
    'Payment is not open yet. Once it is, please pay by {at}',
  ),
  pay_checking: text(
    '缴费时间已于{at}截止，正在与支付平台核对',
    '繳費時間已於{at}截止，正在與付款平台核對',
    'The time to pay ended on {at}; we are checking with the payment provider',
  ),
  pay_over: text('缴费已于{at}截止', '繳費已於{at}截止', 'The time to pay ended on {at}'),
  closed_title: text('缴费已关闭', '繳費已關閉', 'Payment closed'),
  closed: text(
    '订单超时未缴费，已自动取消，名额与证件号码已释放，您可以重新报名',
    '訂單逾時未繳費，已自動取消，名額與證件號碼已釋出，您可以重新報名',
    'The order was not paid in time and has been cancelled. The place and the ID number are free, and you may ' +
      'sign up again',
  ),
  draw_title: text('预报名成功，等待抽签', '預報名成功，等待抽籤', 'Pre-registered, awaiting lottery'),
  draw_at: text('抽签时间：{at}', '抽籤時間：{at}', 'The lottery is drawn on {at}'),
  draw_soon: text(
    '抽签结果公布后将通知您',
    '抽籤結果公布後將通知您',
    'You will be told when the lottery has been drawn',
  ),
  draw_over_title: text('抽签已结束', '抽籤已結束', 'Lottery ended'),
  draw_over: text(
    '您未在截止时间前缴费，未参与抽签',
    '您未在截止時間前繳費，未參與抽籤',
    'The lottery has ended and the fee was not paid before the deadline',
  ),
  undraw_title: text('未中签', '未中籤', 'Not drawn'),
  undraw_paid: text(
    '您的候补码为{n}，请留意候补结果',
    '您的候補碼為{n}，請留意候補結果',
    'Your waitlist code is {n}; please watch for the waitlist result',
  ),
  undraw_by: text('请在{at}前缴费加入候补', '請在{at}前繳費加入候補', 'Pay before {at} to join the waitlist'),
  undraw_unpaid: text(
    '请在截止时间前缴费加入候补',
    '請在截止時間前繳費加入候補',
    'Pay before the deadline to join the waitlist',
  ),
  undraw_over: text('候补缴费已截止', '候補繳費已截止', 'The time to pay for the waitlist has passed'),
  audit_title: text('审核中', '審核中', 'Awaiting review'),
  audit: text(
    '您的报名资料正在审核，请耐心等待',
    '您的報名資料正在審核，請耐心等待',
    'Your registration is being reviewed',
  ),
  auditfail_title: text('审核未通过', '審核未通過', 'Review failed'),
  auditfail: text('您的报名未通过审核', '您的報名未通過審核', 'Your registration did not pass the review'),
  auditfail_refund: text(
    '{why}。您已缴的报名费将退回原支付渠道',
    '{why}。您已繳的報名費將退回原付款管道',
    '{why}. The fee you paid is refunded to the original payment channel',
  ),
  auditfail_mend: text(
    '{why}。您可以修改后重新提交；不再提交的，已缴的报名费将退回原支付渠道',
    '{why}。您可以修改後重新送出；不再送出的，已繳的報名費將退回原付款管道',
    '{why}. You may mend it and submit it again; if you do not, the fee you paid is refunded to the original ' +
      'payment channel',
  ),
  delay_title: text('资格保留', '資格保留', 'Reserved'),
  delay: text('您的参赛资格已保留', '您的參賽資格已保留', 'Your qualification has been reserved'),

  paid_0: text('待缴费', '待繳費', 'Waiting for payment'),
  paid_1: text('已缴费', '已繳費', 'Already paid'),
  paid_2: text('已退款', '已退款', 'Refunded'),
  paid_closed: text('缴费已关闭', '繳費已關閉', 'Payment closed'),
  payable: text('可缴费', '可繳費', 'Can pay'),
  not_payable: text('不可缴费', '不可繳費', 'Not payable'),
  invited: text('邀请名额', '邀請名額', 'Invited'),

  why_refunded: text('已退出报名', '已退出報名', 'The registration has been left'),
  why_deleted: text('报名已删除', '報名已刪除', 'The registration has been deleted'),
  why_paid: text('已缴费', '已繳費', 'It has been paid'),
  why_unpaid: text('尚未缴费', '尚未繳費', 'It has not been paid yet'),
  why_closed: text('缴费已关闭', '繳費已關閉', 'Payment is closed'),
  why_pay_later: text('缴费尚未开放', '繳費尚未開放', 'Payment is not open yet'),
  why_audit: text('审核通过后缴费', '審核通過後繳費', 'After the review'),
  why_auditfail: text('审核未通过', '審核未通過', 'Review failed'),
  why_waitfail: text('候补未成功', '候補未成功', 'No place'),
  why_delay: text('资格已保留', '資格已保留', 'Reserved'),
  why_state: text('当前状态不能这样做', '目前狀態不能這樣做', 'Not possible in this state'),
  why_no_refund: text('本赛事现在不支持退款', '本賽事現在不支援退款', 'The race gives no refunds now'),
  why_exit_later: text('退赛申请尚未开放', '退賽申請尚未開放', 'Leaving with a refund is not open yet'),
  why_deleted_once: text(
    '每个证件号码仅可删除一次报名',
    '每個證件號碼僅可刪除一次報名',
    'Each ID number may delete a registration only once',
  ),
  why_signup_over: text('报名已截止', '報名已截止', 'Sign-up has closed'),
  why_edit_over: text('修改已截止', '修改已截止', 'The time for changes has passed'),
  why_no_delay: text('本赛事现在不能保留名额', '本賽事現在不能保留名額', 'The race reserves no places now'),
  why_nothing_to_mend: text('没有需要补充的资料', '沒有需要補充的資料', 'There is nothing to correct'),
  why_teams_over: text('组队已截止', '組隊已截止', 'Teams can no longer be changed'),
  why_no_teams: text('本赛事没有团队', '本賽事沒有團隊', 'The race has no teams'),
  why_live: text('报名仍然有效', '報名仍然有效', 'The registration is still valid'),

  too_young: text('比赛日年龄须满{n}周岁', '比賽日年齡須滿{n}歲', 'Runners must be at least {n} on race day'),
  too_old: text(
    '比赛日年龄不能超过{n}周岁',
    '比賽日年齡不能超過{n}歲',
    'Runners must be no older than {n} on race day',
  ),
  idtype_not_taken: text(
    '该组别不接受这种证件',
    '該組別不接受這種證件',
    'The event does not take this kind of document',
  ),
  birth_wrong: text('请输入正确的出生日期', '請輸入正確的出生日期', 'Please enter a correct date of birth'),
  consent_needed: text('请阅读并同意', '請閱讀並同意', 'Please read and agree'),
  consent_changed: text(
    '内容已更新，请重新阅读并同意',
    '內容已更新，請重新閱讀並同意',
    'The text has changed. Please read it again and agree',
  ),
  guardian_needed: text(
    '未满18周岁须由监护人同意',
    '未滿18歲須由監護人同意',
    'A guardian must agree for runners under 18',
  ),
  quiz_unanswered: text('您还有题目未作答', '您還有題目未作答', "You haven't answered the question"),
  quiz_wrong: text('回答不正确，请再想一想', '回答不正確，請再想一想', 'That is not right. Please think again'),
  qualifying_time: text(
    '请输入完赛成绩，例如3:05:00',
    '請輸入完賽成績，例如3:05:00',
    'Please enter the finish time, such as 3:05:00',
  ),
  qualifying_future: text('比赛日期不能晚于今天', '比賽日期不能晚於今天', 'The race must lie in the past'),
  qualifying_before: text(
    '成绩须在{day}当天或之后取得',
    '成績須在{day}當天或之後取得',
    'The time must have been run on {day} or later',
  ),
  qualifying_proof: text('请上传成绩证明', '請上傳成績證明', 'Please upload a proof of the time'),
  qualifying_slow: text(
    '该成绩未达到本组别的报名标准',
    '該成績未達到本組別的報名標準',
    'This time does not meet the standard of the event',
  ),
  not_asked: text('该组别不需要填写此项', '該組別不需要填寫此項', 'The event does not ask for this'),
  fixed: text('报名后不能修改此项', '報名後不能修改此項', 'This cannot be changed after signing up'),
  friend_twice: text(
    '与前面的报名人证件号码相同',
    '與前面的報名人證件號碼相同',
    'The same ID number as somebody above',
  ),

  terms_title: text('参赛声明', '參賽聲明', 'Entry terms'),
  terms_body: text(
    '本人自愿报名参加本赛事，确认所填信息真实、准确，身体状况适合参赛，遵守竞赛规程。每个证件号码在报名期间仅可删除一次报名；退赛后将失去本赛事全部参赛资格。',
    '本人自願報名參加本賽事，確認所填資訊真實、準確，身體狀況適合參賽，遵守競賽規程。每個證件號碼在報名期間僅可刪除一次報名；退賽後將失去本賽事全部參賽資格。',
    'I enter this race of my own will, declare that what I fill in is true and correct and that my health allows ' +
      'me to run, and keep the rules of the race. Each ID number may delete a registration at most once during ' +
      'registration; leaving the race loses the qualification for the whole race.',
  ),
  sensitive_title: text('敏感个人信息处理同意书', '敏感個人資料處理同意書', 'Consent to the use of sensitive data'),
  sensitive_body: text(
    '为核验参赛资格、购买保险和现场救援，我们需要处理您的证件号码、出生日期、手机号码、地址和紧急联系人。这些信息加密保存，仅限赛事用途，保存期满后删除；您可以随时撤回同意并要求删除。',
    '為核驗參賽資格、購買保險和現場救援，我們需要處理您的證件號碼、出生日期、手機號碼、地址和緊急聯絡人。這些資料加密保存，僅限賽事用途，保存期滿後刪除；您可以隨時撤回同意並要求刪除。',
    'To check who may run, for insurance and for rescue on the course, we use your ID number, date of birth, ' +
      'mobile number, address and emergency contact. They are kept encrypted, used for the race alone and erased ' +
      'when the time of keeping ends; you may take back this consent and ask for erasure at any time.',
  ),
  disclaimer_title: text('参赛免责声明', '參賽免責聲明', 'Disclaimer'),
  disclaimer_body: text(
    '本人知悉路跑运动的风险，对自身健康状况负责，并遵守组委会与医疗人员的安排。',
    '本人知悉路跑運動的風險，對自身健康狀況負責，並遵守主辦單位與醫療人員的安排。',
    'I know the risks of running, answer for my own health, and follow the organisers and the medical staff.',
  ),
  publication_title: text('成绩公示', '成績公示', 'Publishing your result'),
  publication_body: text(
    '同意在公开的成绩、排名、证书和名单中显示您的姓名和年龄组。不同意也可以参赛：公开处只显示参赛号和成绩，您可以随时在“我的数据”中更改。',
    '同意在公開的成績、排名、證書和名單中顯示您的姓名和年齡組。不同意也可以參賽：公開處只顯示參賽號和成績，您可以隨時在「我的資料」中更改。',
    'I agree that public results, ranks, certificates and lists show my name and age group. You can run without ' +
      'it: the public then sees your bib and your time only. You can change this at any time under My data.',
  ),
  photos_title: text('赛事照片与人脸检索', '賽事照片與人臉檢索', 'Race photos and face search'),
  photos_body: text(
    '同意用您主动提供的照片在赛事照片中查找您。不同意时仍可按参赛号查找照片，您的人脸不会被比对。',
    '同意用您主動提供的照片在賽事照片中尋找您。不同意時仍可按參賽號尋找照片，您的人臉不會被比對。',
    'I agree to be looked for in the race photos by a picture of me that I give. Without it photos are found by ' +
      'bib, and your face is never compared.',
  ),
  marketing_title: text('赛事资讯', '賽事資訊', 'News of races'),
  marketing_body: text(
    '同意接收主办方今后赛事和活动的资讯。不同意时，您仍会收到与本次报名有关的通知。',
    '同意接收主辦單位今後賽事和活動的資訊。不同意時，您仍會收到與本次報名有關的通知。',
    'I agree to be told of later races and offers of the organiser. Without it you still get what concerns this ' +
      'registration.',
  ),
  guardian_title: text('监护人同意书', '監護人同意書', "Guardian's consent"),
  guardian_body: text(
    '本人是参赛者的监护人，已了解赛事风险，同意其参赛，并同意为上述目的处理其个人信息。',
    '本人是參賽者的監護人，已了解賽事風險，同意其參賽，並同意為上述目的處理其個人資料。',
    "I am the runner's guardian, know the risks of the race, agree to the runner taking part, and agree to the " +
      "use of the runner's personal data for the purposes above.",
  ),
} as const
