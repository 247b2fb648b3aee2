import { refusal } from '#contract/words.ts'

export const refusals = {
  card_set_not_found: refusal('404', '没有找到这套卡', '找不到這套卡', 'This set of cards was not found'),
  card_set_closed: refusal(
    '409',
    '集卡活动尚未开始或已结束',
    '集卡活動尚未開始或已結束',
    "This collection hasn't opened or has ended",
  ),
  no_card_to_draw: refusal('409', '今天的抽卡次数已用完', '今天的抽卡次數已用完', 'You have no draws left today'),
  no_card_left: refusal('409', '卡片已全部抽完', '卡片已全部抽完', 'Every card has been drawn'),
  card_not_yours: refusal(
    '409',
    '您没有可以送出的这张卡',
    '您沒有可以送出的這張卡',
    "You don't have this card to give",
  ),
  card_unknown: refusal('404', '没有这张卡', '沒有這張卡', "This card doesn't exist"),
  card_link_over: refusal(
    '409',
    '手慢了，这张卡已有归属，或链接已失效',
    '手慢了，這張卡已有歸屬，或連結已失效',
    'Someone was faster, or this link is no longer valid',
  ),
  card_link_own: refusal('409', '这是您自己发出的链接', '這是您自己發出的連結', 'This is your own link'),
  card_set_not_full: refusal('409', '尚未集齐', '尚未集齊', "You haven't completed the set yet"),
  card_gift_taken: refusal(
    '409',
    '您已领取过集齐礼物',
    '您已領取過集齊禮物',
    'You have already claimed the gift of this set',
  ),
  card_gifts_gone: refusal('409', '集齐礼物已发完', '集齊禮物已發完', 'All gifts for this set are gone'),
  card_set_changed_meanwhile: refusal(
    '409',
    '其他人刚刚修改了这套卡，请刷新后再改',
    '其他人剛剛修改了這套卡，請重新整理後再改',
    'Somebody else has just changed this set. Reload it first',
  ),
  card_set_published: refusal(
    '409',
    '已发布，概率和数量不能再改',
    '已發布，機率和數量不能再改',
    'This set is published, so its odds and numbers stay',
  ),
  card_odds_not_whole: refusal(
    '422',
    '各张卡的概率之和要等于 100%',
    '各張卡的機率之和要等於 100%',
    'The odds of all cards must add up to 100%',
  ),
  card_gift_beyond_law: refusal(
    '422',
    '礼物价值不能超过 5 万元（《反不正当竞争法》第十一条对抽奖式有奖销售的限额）',
    '禮物價值不能超過 5 萬元（《反不正當競爭法》第十一條對抽獎式有獎銷售的限額）',
    'The gift may be worth 50,000 yuan at most (Anti-Unfair Competition Law, Article 11)',
  ),
  card_gift_settings_missing: refusal(
    '422',
    '请选择优惠券或参赛组别',
    '請選擇優惠券或參賽組別',
    'Choose the coupon or the event of the gift',
  ),
} as const
