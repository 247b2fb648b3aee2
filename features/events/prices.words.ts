import { text } from '#contract/words.ts'

/** Names for prices without a name, and the texts of their conditions. */
export const priceWords = {
  early: text('早鸟价', '早鳥價', 'Early bird'),
  age: text('年龄组优惠', '年齡組優惠', 'Age price'),
  group: text('团报优惠', '團報優惠', 'Group price'),
  family: text('家庭优惠', '家庭優惠', 'Family price'),
  code: text('邀请码优惠', '邀請碼優惠', 'Invitation code'),
  discount: text('优惠', '優惠', 'Discount'),
  postage: text('邮费', '郵費', 'Postage'),
  until: text('{day}（含）前', '{day}（含）前', 'until {day}'),
  left: text('此价仅剩 {n} 个名额', '此價僅剩 {n} 個名額', '{n} left at this price'),
  ages: text('{from}–{to} 岁', '{from}–{to} 歲', 'ages {from}–{to}'),
  ages_from: text('{from} 岁及以上', '{from} 歲及以上', 'age {from} and over'),
  ages_to: text('{to} 岁及以下', '{to} 歲及以下', 'age {to} and under'),
  members: text('{n} 人及以上一起报名', '{n} 人及以上一起報名', '{n} or more entering together'),
  with_child: text(
    '{n} 人及以上一起报名，其中有成人和未满 18 岁的孩子',
    '{n} 人及以上一起報名，其中有成人和未滿 18 歲的孩子',
    '{n} or more entering together, including an adult and a child under 18',
  ),
  addons: text('加购', '加購', 'Add-ons'),
  addons_none_left: text('已售完', '已售完', 'Sold out'),
  addons_left: text('剩余 {n} 份', '剩餘 {n} 份', '{n} left'),
  per_person: text('每人最多 {n} 份', '每人最多 {n} 份', 'At most {n} each'),
} as const
