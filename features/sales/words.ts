import { refusal } from '#contract/words.ts'

export const refusals = {
  goods_not_found: refusal('404', '没有找到这件商品', '找不到這件商品', "We couldn't find this item"),
  goods_not_on_sale: refusal('409', '现在不在销售时间内', '現在不在銷售時間內', "This isn't on sale right now"),
  goods_not_for_you: refusal(
    '403',
    '仅限符合条件的选手购买',
    '僅限符合條件的選手購買',
    'Only eligible runners can buy this',
  ),
  goods_sold_out: refusal(
    '409',
    '库存不足，请减少数量或换一个',
    '庫存不足，請減少數量或換一個',
    'Not enough in stock. Choose fewer, or something else',
  ),
  goods_limit: refusal('409', '超过每人限购数量', '超過每人限購數量', 'This is over the limit per person'),
  goods_unpaid: refusal(
    '409',
    '您有未支付的订单，请先支付或等待关闭',
    '您有未付款的訂單，請先付款或等待關閉',
    'You have unpaid orders. Pay for them first, or wait until they close',
  ),
  goods_price_changed: refusal(
    '409',
    '价格已更新，请确认后再提交',
    '價格已更新，請確認後再送出',
    'The price has changed. Please check and submit again',
  ),
  goods_room_unknown: refusal('404', '没有这类销售', '沒有這類銷售', 'Nothing of this sort is sold here'),
  stock_below_sold: refusal(
    '409',
    '库存不能低于已售数量',
    '庫存不能低於已售數量',
    'Stock cannot be lower than the pieces sold',
  ),
  goods_are_sold: refusal(
    '409',
    '已经售出，不能删除；可以停止销售',
    '已經售出，不能刪除；可以停止銷售',
    'This was sold already and cannot be removed. Close it instead',
  ),
  slot_twice: refusal('422', '时段重复', '時段重複', 'The same slot is listed twice'),
  goods_order_unknown: refusal(
    '404',
    '没有找到您的这份订单',
    '找不到您的這份訂單',
    "We couldn't find this order of yours",
  ),
  return_not_whole: refusal(
    '409',
    '这份订单只能整单退订',
    '這份訂單只能整單退訂',
    'This order can only be returned as a whole',
  ),
  return_not_paid: refusal('409', '这份订单现在不能退', '這份訂單現在不能退', "This order can't be returned right now"),
  return_too_many: refusal(
    '409',
    '退回的数量超过了剩余数量',
    '退回的數量超過了剩餘數量',
    'This is more than is left to return',
  ),
  return_closed: refusal('409', '已过退款时间', '已過退款時間', 'The refund deadline has passed'),
  return_changed: refusal(
    '409',
    '可退金额已变化，请重新确认',
    '可退金額已變化，請重新確認',
    'The refund amount has changed. Please check again',
  ),
} as const
