import sharp from 'sharp'
import { coursesOf } from '#features/courses/service.ts'
import { keepFile } from '#features/files/service.ts'
import { nightStock, withNights } from '#features/hotels/console.service.ts'
import { HOTELS } from '#features/hotels/hotels.service.ts'
import { hotelSettings, roomSettings } from '#features/hotels/settings.rules.ts'
import { savePlaces } from '#features/hotels/settings.store.ts'
import { readRace } from '#features/races/service.ts'
import { changeGoods, keepGoods } from '#features/sales/goods/goods.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { dayIn, dayAfter } from '#contract/days.ts'
import { type HotelPalette, houseSvg, roomSvg } from '../pictures/hotels.ts'

type Names = { cn: string; tw: string; en: string }
type DemoHotel = {
  name: Names
  about: Names
  address: Names
  stars: number
  /** The distance from the start, in degrees to the north and to the east. */
  away: readonly [number, number]
  price: number
  rooms: number
  facilities: readonly string[]
  cancel: { hours: number; percent: number; fixed: number }[]
  palette: HotelPalette
}
const free = [
  { hours: 168, percent: 0, fixed: 0 },
  { hours: 48, percent: 50, fixed: 0 },
]
const hotels: readonly DemoHotel[] = [
  {
    name: { cn: '澜江国际酒店', tw: '瀾江國際飯店', en: 'Lanjiang Grand Hotel' },
    about: {
      cn: '步行可到起点，赛日早餐 4:30 开餐，延迟退房到 14:00。',
      tw: '步行可到起點，賽日早餐 4:30 開餐，延遲退房到 14:00。',
      en: 'A walk from the start. Breakfast from 4:30 on race day, late check-out until 14:00.',
    },
    address: { cn: '滨江大道 18 号', tw: '濱江大道 18 號', en: '18 Riverside Avenue' },
    stars: 5,
    away: [0.004, 0.003],
    price: 68_000,
    rooms: 24,
    facilities: ['breakfast', 'wifi', 'gym', 'bath', 'laundry'],
    cancel: free,
    palette: { sky: ['#27447f', '#f3b27a'], house: '#d9c7a8', shade: '#6d5a45', light: '#ffe2a0', linen: '#9c3d2e' },
  },
  {
    name: { cn: '云栖轻居', tw: '雲棲輕居', en: 'Yunqi Stay' },
    about: {
      cn: '安静的小酒店，房间可挂装备，起点接驳车 5:00 发车。',
      tw: '安靜的小飯店，房間可掛裝備，起點接駁車 5:00 發車。',
      en: 'A quiet small hotel with hooks for your kit. The shuttle to the start leaves at 5:00.',
    },
    address: { cn: '云栖路 6 号', tw: '雲棲路 6 號', en: '6 Yunqi Road' },
    stars: 3,
    away: [-0.013, 0.016],
    price: 32_900,
    rooms: 4,
    facilities: ['wifi', 'shuttle', 'laundry'],
    cancel: free,
    palette: { sky: ['#6aa7d6', '#dcefff'], house: '#e8ece9', shade: '#5c7368', light: '#fff3c8', linen: '#3f7d6b' },
  },
  {
    name: { cn: '会展中心假日酒店', tw: '會展中心假日飯店', en: 'Expo Centre Inn' },
    about: {
      cn: '楼下就是领物现场，适合带家人同行。',
      tw: '樓下就是領物現場，適合帶家人同行。',
      en: 'Race packs are handed out downstairs. A good place with a family.',
    },
    address: { cn: '会展一路 99 号', tw: '會展一路 99 號', en: '99 Expo First Road' },
    stars: 4,
    away: [0.019, -0.03],
    price: 45_800,
    rooms: 40,
    facilities: ['breakfast', 'wifi', 'parking', 'early'],
    cancel: [{ hours: 24, percent: 0, fixed: 5_000 }],
    palette: { sky: ['#3b2f63', '#d98a9b'], house: '#c9ced8', shade: '#49506a', light: '#ffd48a', linen: '#34507d' },
  },
]

const words = ({ cn, tw, en }: Names) => ({ 'zh-cn': cn, 'zh-tw': tw, en })
const keepDrawing = async (parts: Parts, raceid: number, name: string, svg: string): Promise<string> => {
  const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 84 }).toBuffer()
  const kept = await keepFile(parts, { raceid, name, bytes })
  if (typeof kept === 'string') throw new Error(`The picture ${name} of a demo hotel was not kept: ${kept}`)
  return kept.path
}

type DemoRace = { id: number; zone: string; time: Date; start: readonly [number, number] }
const settingsOf = (hotel: DemoHotel, { start }: DemoRace, pictures: readonly string[]) =>
  hotelSettings({
    lat: start[0] + hotel.away[0],
    lon: start[1] + hotel.away[1],
    address: hotel.address.cn,
    addresses: words(hotel.address),
    phone: '+86 571 8888 6600',
    stars: hotel.stars,
    pictures,
    facilities: hotel.facilities,
  })
const roomOf = (hotel: DemoHotel, name: Names, price: number, picture: string, settings: object) => ({
  name: name.cn,
  names: words(name),
  price,
  open: true,
  settings: roomSettings({
    pictures: [picture],
    breakfasts: hotel.facilities.includes('breakfast') ? 2 : 0,
    ...settings,
  }),
  stock: nightStock([]),
})
const seedHotel = async (parts: Parts, race: DemoRace, hotel: DemoHotel, at: number, now: Date): Promise<void> => {
  const keep = (name: string, svg: string) => keepDrawing(parts, race.id, `hotel-${at}-${name}.jpg`, svg)
  const [house, king, twin] = [
    await keep('house', houseSvg(hotel.palette, 3 + at * 5)),
    await keep('king', roomSvg(hotel.palette, 1)),
    await keep('twin', roomSvg(hotel.palette, 2)),
  ]
  const day = dayIn(race.zone, race.time)
  await parts.db.transaction().execute(async (tx) => {
    const { id, variants } = await keepGoods(
      tx,
      {
        raceid: race.id,
        room: HOTELS,
        name: hotel.name.cn,
        names: words(hotel.name),
        about: hotel.about.cn,
        abouts: words(hotel.about),
        audience: 'everybody',
        most_each: null,
        sale_from: null,
        sale_until: null,
        refund: { tiers: [], before: hotel.cancel },
        settings: settingsOf(hotel, race, [house, king, twin]),
        open: true,
        variants: [
          roomOf(hotel, { cn: '舒适大床房', tw: '舒適大床房', en: 'King room' }, hotel.price, king, {
            beds: 'king',
            size: 28,
          }),
          roomOf(
            hotel,
            { cn: '跑友双床房', tw: '跑友雙床房', en: 'Twin room for two runners' },
            hotel.price + 4_000,
            twin,
            {
              beds: 'twin',
              size: 32,
              sleeps: 3,
            },
          ),
        ],
      },
      now,
    )
    const of = { raceid: race.id, room: HOTELS, id }
    const variantids = variants.map((one) => one.id)
    const nights = [-3, -2, -1, 0, 1, 2].map((n) => dayAfter(day, n))
    await changeGoods(tx, of, (goods) => withNights(goods, { variantids, nights, pieces: hotel.rooms }, race.zone), now)
    // The night before the race costs more.
    const eve = { variantids, nights: [dayAfter(day, -1)], price: hotel.price + 16_000 }
    await changeGoods(tx, of, (goods) => withNights(goods, eve, race.zone), now)
  })
}

/** Fills a race with three partner hotels around its start, with drawn pictures and six nights around the race. */
export const seedHotels = async (parts: Parts, race: DemoRace, now: Date): Promise<void> => {
  const [lat, lon] = race.start
  await parts.db.transaction().execute((tx) =>
    savePlaces(tx, race.id, [
      { kind: 'start', name: '起点', names: { en: 'Start', 'zh-tw': '起點' }, lat, lon },
      {
        kind: 'expo',
        name: '会展中心',
        names: { en: 'Expo Centre', 'zh-tw': '會展中心' },
        lat: lat + 0.025,
        lon: lon - 0.021,
      },
    ]),
  )
  for (const [at, hotel] of hotels.entries()) await seedHotel(parts, race, hotel, at, now)
}

const withHotels = [2026]
export const seedDemoHotels = async (parts: Parts, now: Date): Promise<void> => {
  for (const id of withHotels) {
    const race = (await readRace(parts.db, id, now))!
    const [course] = await coursesOf(parts.db, id)
    const [lat, lon] = course?.course.points[0] ?? [30.24, 120.19]
    await seedHotels(parts, { id, zone: race.zone, time: race.time, start: [lat, lon] }, now)
  }
}
