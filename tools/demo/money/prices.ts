/**
 * The prices of the half marathon: an early bird for ten days, a price for groups, and two things that runners buy with
 * the entry.
 */
export const halfPrices = {
  prices: [
    {
      id: 'early',
      kind: 'early',
      names: { 'zh-cn': '早鸟价', 'zh-tw': '早鳥價', en: 'Early bird' },
      days: 10,
      price: 10_800,
    },
    { id: 'group', kind: 'group', members: 5, percent: 15 },
  ],
  addons: [
    {
      id: 'medal',
      names: { 'zh-cn': '奖牌刻字', 'zh-tw': '獎牌刻字', en: 'Medal engraving' },
      price: 3_000,
      per_person: 1,
      most: 400,
    },
    {
      id: 'shuttle',
      names: { 'zh-cn': '高铁站接驳车票', 'zh-tw': '高鐵站接駁車票', en: 'Shuttle from the railway station' },
      price: 1_500,
      per_person: 3,
      most: 240,
    },
  ],
} as const
