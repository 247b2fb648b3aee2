import { raceScope } from '#db/sealing/seal.ts'
import { offerCards } from '#features/cards/offering.service.ts'
import { offerDraw } from '#features/luckydraws/offering.service.ts'
import type { Parts } from '#seam/server/handle.ts'

const day = 86_400_000
const gift = (at: number, name: string, tw: string, en: string, odds: number, pieces: number, value: number) => ({
  gift: at,
  name,
  names: { 'zh-tw': tw, en },
  icon: '',
  value,
  pieces,
  odds,
  way: at === 1 ? ('post' as const) : ('scan' as const),
  settings: {},
})
const wheelGifts = [
  gift(1, '碳板跑鞋', '碳板跑鞋', 'Carbon racing shoes', 2_000, 3, 149_900),
  gift(2, '运动手表', '運動手錶', 'Sports watch', 4_000, 5, 99_900),
  gift(3, '纪念T恤', '紀念 T 恤', 'Race shirt', 60_000, 120, 9_900),
  gift(4, '能量胶', '能量果膠', 'Energy gel', 180_000, 600, 1_500),
  gift(5, '冰箱贴', '冰箱磁鐵', 'Fridge magnet', 300_000, 900, 800),
]
const stageGifts = [
  gift(1, '明年直通名额', '明年直通名額', 'A place next year', 0, 10, 20_000),
  gift(2, '两晚酒店', '飯店兩晚住宿', 'Two nights at a hotel', 0, 5, 120_000),
]
const cards = [
  ['长江大桥', '長江大橋', 'The bridge', 400_000, 5_000],
  ['黄鹤楼', '黃鶴樓', 'The tower', 300_000, 4_000],
  ['樱花大道', '櫻花大道', 'Cherry avenue', 200_000, 2_000],
  ['龙舟', '龍舟', 'Dragon boat', 90_000, 900],
  ['金牌', '金牌', 'Gold medal', 10_000, 60],
] as const

type Working = Pick<Parts, 'db' | 'seal'>
const wheel = {
  kind: 'wheel',
  name: '完赛幸运转盘',
  names: { 'zh-tw': '完賽幸運轉盤', en: 'Finisher wheel' },
  about: '报名、完赛和分享都能获得抽奖机会。概率和奖品数量公开，结果由服务器抽出，活动结束后任何人都能核对。',
  abouts: {
    'zh-tw': '報名、完賽和分享都能獲得抽獎機會。機率和獎品數量公開，結果由伺服器抽出，活動結束後任何人都能核對。',
    en: 'Sign up, finish or bring a friend to get a try. Odds and numbers are public, and anybody can check the outcomes.',
  },
  design: { colours: ['#0a7d4f', '#f2a93b', '#1d6fa5', '#c8443b', '#6a4c93'], background: '#eaf6f0' },
  chances: { everybody: 1, registered: 1, finished: 1, shared: 3 },
  wins_each: 2,
} as const
const stage = {
  kind: 'stage',
  name: '完赛之夜大奖',
  names: { 'zh-tw': '完賽之夜大獎', en: "Finishers' night" },
  chances: {},
  wins_each: 1,
  present: true,
  source: 'number',
} as const

/** Fills a race with a wheel, a draw on stage, and a set of cards. All are published and open. */
export const seedPlay = async ({ db, seal }: Working, raceid: number, now: Date): Promise<void> => {
  await seal.prepare(raceScope(raceid))
  const opens_at = new Date(now.getTime() - day)
  const closes_at = new Date(now.getTime() + 30 * day)
  const times = { opens_at, closes_at, claim_days: 14 }
  await db.transaction().execute(async (tx) => {
    await offerDraw(
      tx,
      seal,
      raceid,
      { ...wheel, design: { ...wheel.design, colours: [...wheel.design.colours] }, ...times, gifts: wheelGifts },
      now,
    )
    await offerDraw(tx, seal, raceid, { ...stage, ...times, gifts: stageGifts }, now)
    const set = {
      name: '集江城五景',
      names: { 'zh-tw': '集江城五景', en: 'Five views of the city' },
      about: '每天来一次就能抽一张，缺的卡可以向朋友要。集齐一套换一份纪念礼。',
      abouts: {
        'zh-tw': '每天來一次就能抽一張，缺的卡可以向朋友要。集滿一套換一份紀念禮。',
        en: 'Come back every day for a card, and ask friends for the ones you miss. A full set earns you a gift.',
      },
      chances: { registered: 2, finished: 3 },
      daily: 1,
      opens_at,
      closes_at,
      claim_days: 14,
      gift_name: '限量奖牌挂架',
      gift_names: { 'zh-tw': '限量獎牌掛架', en: 'Limited medal hanger' },
      gift_icon: '',
      gift_value: 12_900,
      gift_pieces: 50,
      gift_way: 'scan' as const,
      gift_settings: {},
    }
    const kinds = cards.map(([name, tw, en, odds, pieces], at) => ({
      card: at + 1,
      name,
      names: { 'zh-tw': tw, en },
      icon: '',
      colour: '',
      odds,
      pieces,
    }))
    await offerCards(tx, raceid, set, kinds, now)
  })
}
