import { refusal } from '#contract/words.ts'
import { changesRefusals } from './changes/changes.words.ts'
import { priceRefusals } from './signup/prices.words.ts'

export const refusals = {
  user_not_found: refusal('404', '没有该用户的信息', '沒有該使用者的資訊', 'No information for such user'),
  ...changesRefusals,
  ...priceRefusals,
  payer_needed: refusal(
    '422',
    '没有取得付款人信息，请重新打开小程序',
    '沒有取得付款人資訊，請重新開啟小程式',
    'WeChat did not tell who pays. Please open the mini-program again',
  ),
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
    'At most {n} {n|person|people} can be signed up at a time',
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
