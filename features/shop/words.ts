import { refusal, text } from '#contract/words.ts'

export const refusals = {
  coupon_used: refusal('409', '这张优惠券已经用过了', '這張優惠券已經用過了', 'This coupon has already been used'),
  coupon_early: refusal('409', '这张优惠券还没到使用时间', '這張優惠券還沒到使用時間', "This coupon isn't valid yet"),
  coupon_expired: refusal('409', '这张优惠券已过期', '這張優惠券已過期', 'This coupon has expired'),
  coupon_elsewhere: refusal(
    '409',
    '这张优惠券不适用于所选商品',
    '這張優惠券不適用於所選商品',
    "This coupon doesn't apply to these items",
  ),
  coupon_threshold: refusal('409', '还没达到使用门槛', '還沒達到使用門檻', "Your order is below the coupon's minimum"),
  coupon_alone: refusal(
    '409',
    '这张优惠券不能与其他优惠券同时使用',
    '這張優惠券不能與其他優惠券同時使用',
    "This coupon can't be combined with others",
  ),
  coupon_too_many: refusal('409', '最多使用 5 张优惠券', '最多使用 5 張優惠券', 'At most 5 coupons per order'),
  coupon_unknown: refusal('404', '没有找到这张优惠券', '找不到這張優惠券', "We couldn't find this coupon"),
  coupon_gone: refusal('409', '优惠券已经领完了', '優惠券已經領完了', 'All these coupons have been claimed'),
  coupon_limit: refusal('409', '您已经领过了', '您已經領過了', 'You have already claimed this coupon'),
  coupon_closed: refusal('409', '优惠券已停止发放', '優惠券已停止發放', 'This coupon is no longer available'),
  coupon_code_taken: refusal('409', '这个领券码已被使用', '這個領券碼已被使用', 'Another batch has this code'),
  coupon_below_given: refusal(
    '409',
    '总数不能少于已发放的数量',
    '總數不能少於已發放的數量',
    'The total cannot be lower than the coupons given',
  ),
  coupon_percent: refusal('422', '折扣需在 1–100 之间', '折扣需在 1–100 之間', 'A percentage is between 1 and 100'),
  coupon_times: refusal(
    '422',
    '结束时间需晚于开始时间',
    '結束時間需晚於開始時間',
    'The end must be after the beginning',
  ),
  place_unknown: refusal('409', '请选择自提点', '請選擇自取點', 'Choose a pick-up point'),
  not_sent_there: refusal('409', '暂不支持寄送到这个地区', '暫不支援寄送到這個地區', "We don't deliver to this region"),
  address_needed: refusal('422', '请选择收货地址', '請選擇收件地址', 'Choose a delivery address'),
  address_unknown: refusal('404', '没有找到这个地址', '找不到這個地址', "We couldn't find this address"),
  addresses_full: refusal(
    '409',
    '地址簿最多保存 20 个地址',
    '地址簿最多儲存 20 個地址',
    'You can save up to 20 addresses',
  ),
  shop_order_unknown: refusal('404', '没有找到这份订单', '找不到這份訂單', "We couldn't find this order"),
  return_asked: refusal(
    '409',
    '这件商品已在退货处理中',
    '這件商品已在退貨處理中',
    'A return for this item is already in progress',
  ),
  not_with_you: refusal(
    '409',
    '商品还没有发出，可以直接申请退款',
    '商品還沒有寄出，可以直接申請退款',
    "The items haven't been sent yet. You can request a refund right away",
  ),
  shop_order_state: refusal(
    '409',
    '订单状态已变化，请刷新后再试',
    '訂單狀態已變化，請重新整理後再試',
    'The order has changed. Please reload and try again',
  ),
  shop_order_way: refusal(
    '409',
    '这份订单的取货方式不同',
    '這份訂單的取貨方式不同',
    'This order reaches its buyer in another way',
  ),
  return_decided: refusal('409', '这项退货已经处理过了', '這項退貨已經處理過了', 'This return was decided already'),
} as const

export const mobileWrong = text('手机号格式不对', '手機號碼格式不對', 'Not a valid mobile number')
