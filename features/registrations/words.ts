import { refusal } from '#contract/words.ts'
import { changesRefusals } from './changes/changes.words.ts'
import { priceRefusals } from './signup/prices.words.ts'
import { signUpRefusals } from './signup/signup.words.ts'

export const refusals = {
  user_not_found: refusal('404', '没有该用户的信息', '沒有該使用者的資訊', 'No information for such user'),
  ...changesRefusals,
  ...priceRefusals,
  ...signUpRefusals,
  payer_needed: refusal(
    '422',
    '没有取得付款人信息，请重新打开小程序',
    '沒有取得付款人資訊，請重新開啟小程式',
    "WeChat didn't share who is paying. Please open the mini-program again",
  ),
  signup_soon: refusal('409', '报名尚未开始', '報名尚未開始', "Sign-up isn't open yet"),
  signup_over: refusal('409', '报名已截止', '報名已截止', 'Sign-up has closed'),
  sold_out: refusal('409', '名额已满', '名額已滿', 'No places left'),
  qualification_lost: refusal(
    '409',
    '该证件号码已退赛，不能再次报名',
    '該證件號碼已退賽，不能再次報名',
    "This ID number has withdrawn from the race and can't enter again",
  ),
  event_changed: refusal(
    '409',
    '组别信息刚刚有调整，请核对后重新提交',
    '組別資訊剛剛有調整，請核對後重新送出',
    'The event has just been updated. Please check and submit again',
  ),
  registration_not_found: refusal(
    '404',
    '未找到相应的报名信息',
    '未找到相應的報名資訊',
    'Did not find the corresponding registration information',
  ),
  idnum_inconsistent: refusal('409', '证件号码不一致', '證件號碼不一致', 'ID number is inconsistent'),
  orders_elsewhere: refusal('206', '请到订单列表查看', '請到訂單清單檢視', 'Please look in the list of orders'),
  not_payable: refusal('409', '现在不能支付', '現在不能付款', "This can't be paid right now"),
  payment_unavailable: refusal(
    '409',
    '暂不支持这种支付方式',
    '暫不支援這種付款方式',
    "This payment method isn't available",
  ),
  pay_with_code: refusal(
    '409',
    '请在支付页点“使用邀请码”，输入邀请码后即可抵扣报名费',
    '請在付款頁點「使用邀請碼」，輸入邀請碼後即可折抵報名費',
    'Tap “Use an invitation code” on the payment page and enter the code there. It covers the entry fee',
  ),
  gateway_down: refusal(
    '409',
    '支付渠道暂时没有响应，请稍后再试；您的名额仍然保留',
    '付款管道暫時沒有回應，請稍後再試；您的名額仍然保留',
    "The payment provider isn't responding. Please try again later. Your place is kept",
  ),
  too_many_unpaid: refusal(
    '409',
    '您还有较多报名未支付，请先完成支付',
    '您還有較多報名未付款，請先完成付款',
    'You have too many unpaid entries. Please pay for them first',
  ),
  too_many_friends: refusal(
    '409',
    '一次最多为 {n} 人报名',
    '一次最多為 {n} 人報名',
    'You can enter at most {n} {n|person|people} at a time',
  ),
  invite_unknown: refusal(
    '404',
    '没有这个邀请码，请核对',
    '沒有這個邀請碼，請核對',
    "This invitation code doesn't exist. Please check it",
  ),
  invite_saves_nothing: refusal(
    '409',
    '用这个邀请码不会更便宜',
    '使用這個邀請碼不會更便宜',
    "This invitation code doesn't lower the price",
  ),
  invite_given: refusal(
    '409',
    '这份报名已使用过邀请码',
    '這份報名已使用過邀請碼',
    'This entry has already used an invitation code',
  ),
  person_not_found: refusal('404', '没有找到保存的报名人', '找不到儲存的報名人', "We couldn't find this saved person"),
} as const
