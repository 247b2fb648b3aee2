import { refusal, text } from '#contract/words.ts'

export const priceRefusals = {
  addon_gone: refusal(
    '409',
    '所选加购的余量不足，请调整数量',
    '所選加購的餘量不足，請調整數量',
    'Not enough left of an add-on you chose. Please reduce the quantity',
  ),
  addons_need_place: refusal(
    '409',
    '加购随名额售出，现在没有名额；去掉加购后可以候补',
    '加購隨名額售出，現在沒有名額；移除加購後可以候補',
    'Add-ons are sold with a place, and none is available. Remove them to join the waitlist',
  ),
  goods_need_place: refusal(
    '409',
    '商品和押金随报名费一起支付，本次报名暂不支付；去掉后可继续报名，稍后在商店购买',
    '商品和押金隨報名費一起付款，本次報名暫不付款；移除後可繼續報名，稍後在商店購買',
    'Items and deposits are paid with your entry, and this entry is not paid yet. Continue without them and buy them in the shop later',
  ),
  price_changed: refusal(
    '409',
    '价格已由 {from} 变为 {to}，请核对后重新提交',
    '價格已由 {from} 變為 {to}，請核對後重新送出',
    'The price has changed from {from} to {to}. Please check it and submit again',
  ),
} as const

export const addonWords = {
  addon_unknown: text('该组别没有此加购', '該組別沒有此加購', "This event doesn't sell this add-on"),
  addon_most: text('每人最多购买 {n} 份', '每人最多購買 {n} 份', 'At most {n} per person'),
} as const
