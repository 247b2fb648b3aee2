import sharp from 'sharp'
import { keepFile } from '#features/files/service.ts'
import { keepGoods } from '#features/sales/goods/goods.service.ts'
import { offerCoupons, offerShop } from '#features/shop/shopTerms.service.ts'
import type { ShopSettings } from '#features/shop/orders/orders.contract.ts'
import type { Parts } from '#seam/server/handle.ts'
import { type GoodsDrawing, goodsSvg } from '../pictures/goods.ts'

const day = 86_400_000
type DemoGoods = {
  drawing: GoodsDrawing
  colours: readonly number[]
  name: string
  names: { 'zh-tw': string; en: string }
  about: string
  abouts: { 'zh-tw': string; en: string }
  price: number
  grams: number
  pieces: number
  variants: readonly string[]
  finishers?: true
}
const goods: readonly DemoGoods[] = [
  {
    drawing: 'shirt',
    colours: [0, 1],
    name: '2026 限定速干 T 恤',
    names: { 'zh-tw': '2026 限定速乾 T 恤', en: 'Quick-dry shirt 2026' },
    about:
      '每平方米 120 克的轻薄面料，赛道山河的剪影印在胸前。\n参考身高：S 160–167，M 168–173，L 174–179，XL 180 以上。',
    abouts: {
      'zh-tw': '每平方公尺 120 克的輕薄面料，賽道山河的剪影印在胸前。',
      en: 'A light 120 g/m² cloth with the hills and the river of the course on the chest.\nFits: S 160–167 cm, M 168–173, L 174–179, XL from 180.',
    },
    price: 12_900,
    grams: 180,
    pieces: 60,
    variants: ['S', 'M', 'L', 'XL'],
  },
  {
    drawing: 'medal',
    colours: [3],
    name: '完赛奖牌刻字',
    names: { 'zh-tw': '完賽獎牌刻字', en: 'Medal engraving' },
    about: '把您的姓名与成绩刻在奖牌背面，终点区现场完成。',
    abouts: {
      'zh-tw': '把您的姓名與成績刻在獎牌背面，終點區現場完成。',
      en: 'Your name and time on the back of the medal, done at the finish.',
    },
    price: 4_900,
    grams: 50,
    pieces: 300,
    variants: [''],
    finishers: true,
  },
  {
    drawing: 'cap',
    colours: [2],
    name: '轻量跑步帽',
    names: { 'zh-tw': '輕量跑步帽', en: 'Running cap' },
    about: '52 克，激光打孔透气，帽檐可折叠。',
    abouts: { 'zh-tw': '52 克，雷射打孔透氣，帽簷可折疊。', en: '52 g, laser-cut vents, a peak that folds.' },
    price: 7_900,
    grams: 60,
    pieces: 8,
    variants: [''],
  },
  {
    drawing: 'towel',
    colours: [1, 0],
    name: '终点大浴巾',
    names: { 'zh-tw': '終點大浴巾', en: 'Finish-line towel' },
    about: '70 × 140 厘米纯棉提花浴巾，跑完裹住一身汗水和骄傲。',
    abouts: {
      'zh-tw': '70 × 140 公分純棉提花浴巾。',
      en: '70 × 140 cm of woven cotton for the moment after the line.',
    },
    price: 9_900,
    grams: 420,
    pieces: 80,
    variants: ['蓝', '绿'],
  },
  {
    drawing: 'bottle',
    colours: [0],
    name: '软水壶 500 ml',
    names: { 'zh-tw': '軟水壺 500 ml', en: 'Soft flask 500 ml' },
    about: '不含 BPA，喝空后可卷起收纳。',
    abouts: { 'zh-tw': '不含 BPA，喝空後可捲起收納。', en: 'Free of BPA. Rolls up when empty.' },
    price: 5_900,
    grams: 40,
    pieces: 0,
    variants: [''],
  },
  {
    drawing: 'socks',
    colours: [2],
    name: '长距离跑步袜',
    names: { 'zh-tw': '長距離跑步襪', en: 'Long-run socks' },
    about: '左右脚分开裁剪，脚踝加厚防磨。',
    abouts: { 'zh-tw': '左右腳分開裁剪，腳踝加厚防磨。', en: 'Cut for left and right, padded at the ankle.' },
    price: 3_900,
    grams: 50,
    pieces: 120,
    variants: ['M', 'L'],
  },
]
const translated: Readonly<Record<string, Record<string, string>>> = {
  蓝: { 'zh-tw': '藍', en: 'Blue' },
  绿: { 'zh-tw': '綠', en: 'Green' },
}

const namesOf = (name: string): Record<string, string> => translated[name] ?? {}

type Working = Pick<Parts, 'db' | 'integrations' | 'clock'>
const pictureOf = async (parts: Working, raceid: number, drawing: GoodsDrawing, colour: number): Promise<string> => {
  const bytes = await sharp(Buffer.from(goodsSvg(drawing, colour)))
    .jpeg({ quality: 88 })
    .toBuffer()
  const kept = await keepFile(parts, { raceid, name: `${drawing}.jpg`, bytes })
  if (typeof kept === 'string') throw new Error(`The picture of ${drawing} was not kept: ${kept}`)
  return kept.path
}

const seedGoods = async (parts: Working, raceid: number, one: DemoGoods, now: Date): Promise<void> => {
  const pictures: string[] = []
  for (const colour of one.colours) pictures.push(await pictureOf(parts, raceid, one.drawing, colour))
  const until = new Date(now.getTime() + 60 * day).toISOString().slice(0, 10)
  await parts.db.transaction().execute((tx) =>
    keepGoods(
      tx,
      {
        raceid,
        room: 'shop',
        name: one.name,
        names: one.names,
        about: one.about,
        abouts: one.abouts,
        // The sign-up of every event offers the first kind of goods, and no sign-up offers the other kinds.
        signup_events: one === goods[0] ? [] : null,
        audience: one.finishers ? 'finishers' : 'everybody',
        most_each: 10,
        sale_from: null,
        sale_until: null,
        refund: { tiers: [{ from: null, until, percent: 0, fixed: 0 }], before: [] },
        settings: { pictures },
        open: true,
        variants: one.variants.map((name, at) => ({
          name,
          names: namesOf(name),
          price: one.price,
          open: true,
          settings: { grams: one.grams, picture: one.colours.length === one.variants.length ? pictures[at] : null },
          stock: [{ slot: '', pieces: one.pieces, price: null, starts_at: null, ends_at: null, open: true }],
        })),
      },
      now,
    ),
  )
}

const zone = { first_grams: 1_000, step_grams: 1_000 }
const delivery: ShopSettings = {
  places: [
    {
      name: '澜江会展中心 B2 馆',
      names: { 'zh-tw': '瀾江會展中心 B2 館', en: 'Lanjiang Expo, hall B2' },
      when: '赛前三天 9:00–18:00',
      whens: { 'zh-tw': '賽前三天 9:00–18:00', en: 'The three days before the race, 9:00–18:00' },
    },
    {
      name: '终点服务台',
      names: { 'zh-tw': '終點服務台', en: 'Finish desk' },
      when: '比赛日',
      whens: { 'zh-tw': '比賽日', en: 'Race day' },
    },
  ],
  carriage: {
    open: true,
    free_from: 19_900,
    zones: [
      { ...zone, provinces: ['31', '32', '33', '34'], first: 800, step: 200 },
      { ...zone, provinces: ['54', '65'], first: 2_500, step: 1_500 },
      { ...zone, provinces: [], first: 1_200, step: 500 },
    ],
  },
}
const terms = { goodsids: [], stackable: true, pieces: 500, per_person: 1, way: 'claim' as const, open: true }
const couponsFrom = (now: Date): Parameters<typeof offerCoupons>[2][] => {
  const valid = { valid_from: new Date(now.getTime() - day), valid_until: new Date(now.getTime() + 30 * day) }
  return [
    {
      ...terms,
      ...valid,
      name: '跑友见面礼',
      names: { en: 'Hello, runner' },
      kind: 'amount',
      value: 1_500,
      most: null,
      threshold: 9_900,
      code: null,
    },
    {
      ...terms,
      ...valid,
      stackable: false,
      way: 'signup',
      name: '选手专享九折',
      names: { 'zh-tw': '選手專享九折', en: 'For our runners' },
      kind: 'percent',
      value: 10,
      most: 3_000,
      threshold: 0,
      code: null,
    },
  ]
}
const chipDeposit = {
  room: 'deposits',
  name: '计时芯片',
  names: { 'zh-tw': '計時晶片', en: 'Timing chip' },
  about: '赛后在终点归还，扫码即退押金。',
  abouts: {
    'zh-tw': '賽後在終點歸還，掃碼即退押金。',
    en: 'Return it at the finish, and your money goes back at once.',
  },
  audience: 'everybody',
  most_each: 5,
  sale_from: null,
  sale_until: null,
  refund: { tiers: [{ from: null, until: '2099-12-31', percent: 0, fixed: 0 }], before: [] },
  settings: { lends: 'chip' },
  signup_events: [],
  open: true,
  variants: [
    {
      name: '',
      names: {},
      price: 10_000,
      open: true,
      settings: {},
      stock: [{ slot: '', pieces: 500, price: null, starts_at: null, ends_at: null, open: true }],
    },
  ],
} satisfies Omit<Parameters<typeof keepGoods>[1], 'raceid'>

/** Fills the shop of a race with drawn goods, two places of pick-up, postage, coupons, and a deposit for a chip. */
export const seedShop = async (parts: Working, raceid: number, now: Date): Promise<void> => {
  for (const one of goods) await seedGoods(parts, raceid, one, now)
  await parts.db.transaction().execute(async (tx) => {
    await offerShop(tx, raceid, delivery, now)
    for (const batch of couponsFrom(now)) await offerCoupons(tx, raceid, batch, now)
    await keepGoods(tx, { raceid, ...chipDeposit }, now)
  })
}
