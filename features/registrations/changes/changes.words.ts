import { refusal, text } from '#contract/words.ts'

export const changesRefusals = {
  not_editable: refusal(
    '409',
    '现在不能修改报名：{why}',
    '現在不能修改報名：{why}',
    "This entry can't be edited now: {why}",
  ),
  not_deletable: refusal(
    '409',
    '现在不能删除报名：{why}',
    '現在不能刪除報名：{why}',
    "This entry can't be deleted now: {why}",
  ),
  not_delayable: refusal(
    '409',
    '现在不能保留资格：{why}',
    '現在不能保留資格：{why}',
    "This place can't be deferred now: {why}",
  ),
  paid_meanwhile: refusal(
    '409',
    '这笔报名刚刚支付成功，不能再删除；如需退赛，请在报名状态页申请退款',
    '這筆報名剛剛付款成功，不能再刪除；如需退賽，請在報名狀態頁申請退款',
    "This entry has just been paid, so it can't be deleted. To withdraw, request a refund on its status page",
  ),
} as const

export const changesWords = {
  deleted: text('删除成功', '刪除成功', 'Deleted successfully'),
  name_altered: text('姓名修改成功', '姓名修改成功', 'Name altered successfully'),
  delayed: text('资格已保留', '資格已保留', 'Your place is deferred'),
  mended: text('资料已重新提交，等待审核', '資料已重新送出，等待審核', 'Resubmitted for review'),
  auth_mobile: text(
    '请使用报名人手机号登录',
    '請使用報名人手機號碼登入',
    'Please log in with the mobile number on the entry',
  ),
  reason_needed: text('请填写未通过的原因', '請填寫未通過的原因', 'Please give the reason'),
  outcome_done: text('已处理', '已處理', 'Done'),
  outcome_unchanged: text('此前已处理', '先前已處理', 'Done before'),
  outcome_not_found: text('没有找到该报名', '找不到該報名', "This entry doesn't exist"),
  outcome_not_possible: text('当前状态不能这样处理', '目前狀態不能這樣處理', 'Not possible in its state'),
  outcome_sold_out: text(
    '名额、尺码或班次已满，未通过',
    '名額、尺碼或班次已滿，未通過',
    'No place, size or seat is left: not approved',
  ),
  outcome_zone_full: text('该出发区已满', '該出發區已滿', 'The start zone is full'),
  outcome_pay_over: text(
    '组别的支付截止时间已过，请先延长',
    '組別的付款截止時間已過，請先延長',
    "The event's time to pay has passed. Extend it first",
  ),
  outcome_gateway_down: text(
    '支付渠道没有响应，请稍后再试',
    '付款管道沒有回應，請稍後再試',
    'The payment service does not answer. Try again later',
  ),
  outcome_changed_since: text('此后又有变动，保持现状', '此後又有變動，保持現狀', 'Changed again since: left as it is'),
  outcome_paid_meanwhile: text(
    '刚刚支付成功，请核对后再处理',
    '剛剛付款成功，請核對後再處理',
    'It has just been paid for. Look at it again',
  ),
} as const
