import { text } from '#contract/words.ts'

export const signupGoodsWords = {
  title: text('顺便带上', '順便帶上', 'Add to your race'),
  how: text('和报名费一起支付', '和報名費一起付款', 'Paid together with your entry'),
  limit: text('每人限购 {n} 件', '每人限購 {n} 件', 'At most {n} each'),
  few: text('仅剩 {n} 件', '僅剩 {n} 件', 'Only {n} left'),
  gone: text('已售罄', '已售完', 'Sold out'),
  deposit: text('押金，归还后原路退回', '押金，歸還後原路退回', 'Deposit, refunded when you return it'),
  place: text('自提点', '自取點', 'Pick-up point'),
  sum: text('商品与押金', '商品與押金', 'Items and deposits'),
  boughtTitle: text('随报名购买', '隨報名購買', 'Bought with your entry'),
  pickup: text('凭领取码在自提点领取', '憑領取碼在自取點領取', 'Pick up with your code'),
  unpaid: text('支付报名费后生效', '報名費付款後生效', 'Yours once your entry is paid'),
  back: text('已退回', '已退回', 'Refunded'),
  toShop: text('查看商品和领取码', '檢視商品和領取碼', 'View items and pick-up code'),
  toDeposits: text('查看押金', '檢視押金', 'View deposits'),
} as const
