import { prepareCourse, saveCourse } from '#features/courses/service.ts'
import { type EventRow, readEvent, saveEvent, saveEventStock } from '#features/events/service.ts'
import { formOf } from '#features/events/rules.ts'
import { type RaceRow, readRace } from '#features/races/service.ts'
import type { Parts } from '#seam/server/handle.ts'

type Bend = readonly [share: number, lat: number, lon: number]
/** An invented course: a closed line of a given length, with hills. Sine curves bend the line. */
type Way = {
  raceid: number
  eventid: number
  name: string
  centre: readonly [number, number]
  metres: number
  turns: number
  hills: number
  base: number
  out: boolean
}
const ways: readonly Way[] = [
  {
    raceid: 2026,
    eventid: 1,
    name: '澜江马拉松 全程',
    centre: [30.24, 120.19],
    metres: 42_195,
    turns: 5,
    hills: 22,
    base: 9,
    out: false,
  },
  {
    raceid: 2026,
    eventid: 2,
    name: '澜江马拉松 半程',
    centre: [30.24, 120.19],
    metres: 21_097,
    turns: 4,
    hills: 16,
    base: 9,
    out: false,
  },
  {
    raceid: 2026,
    eventid: 4,
    name: '澜江马拉松 欢乐跑',
    centre: [30.24, 120.19],
    metres: 5_000,
    turns: 2,
    hills: 6,
    base: 9,
    out: false,
  },
  {
    raceid: 229,
    eventid: 1,
    name: '云脊越野 100公里',
    centre: [25.82, 100.16],
    metres: 101_500,
    turns: 9,
    hills: 620,
    base: 2050,
    out: true,
  },
]

const shapeOf = ({ turns }: Way): Bend[] =>
  Array.from({ length: 1401 }, (_, n) => {
    const share = n / 1400
    const angle = share * 2 * Math.PI
    const far =
      1 + 0.32 * Math.sin(turns * angle) + 0.14 * Math.sin((turns * 2 + 1) * angle + 1.3) + 0.05 * Math.cos(17 * angle)
    return [share, Math.sin(angle) * far * 0.62, Math.cos(angle) * far]
  })
const degree = 111_195
const lengthOf = (points: readonly (readonly [number, number])[]) =>
  points.reduce(
    (sum, [lat, lon], n) =>
      n === 0
        ? 0
        : sum +
          Math.hypot(lat - points[n - 1]![0], (lon - points[n - 1]![1]) * Math.cos((lat * Math.PI) / 180)) * degree,
    0,
  )

const places = (way: Way): readonly (readonly [number, string, string])[] => {
  const every = way.metres > 50_000 ? 12_500 : way.metres > 10_000 ? 5_000 : 2_500
  return Array.from(
    { length: Math.floor((way.metres - 1) / every) },
    (_, n) =>
      [
        ((n + 1) * every) / way.metres,
        way.out ? `CP${n + 1}` : `${((n + 1) * every) / 1000}K`,
        'Drinking Water',
      ] as const,
  )
}

/** Writes the course as a GPX file, as an organiser uploads it. */
const gpxOf = (way: Way): string => {
  const drawn = shapeOf(way)
  const at = (scale: number) =>
    drawn.map(([, lat, lon]) => [way.centre[0] + lat * scale, way.centre[1] + lon * scale] as const)
  const points = at((0.05 * way.metres) / lengthOf(at(0.05)))
  const ele = (share: number) =>
    way.base +
    way.hills * (0.5 - 0.5 * Math.cos(share * 2 * Math.PI)) * (0.7 + 0.3 * Math.sin(share * way.turns * 11)) +
    way.hills * 0.12 * Math.sin(share * way.turns * 31)
  let so = 0
  const upTo = points.map((one, n) => (so += n === 0 ? 0 : lengthOf([points[n - 1]!, one])))
  const place = (share: number) => points[upTo.findIndex((length) => length >= share * way.metres)] ?? points.at(-1)!
  const point = ([lat, lon]: readonly [number, number]) => `lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"`
  return `<?xml version="1.0" encoding="UTF-8"?><gpx version="1.1" creator="Startline demo" xmlns="http://www.topografix.com/GPX/1/1">${places(
    way,
  )
    .map(([share, name, sym]) => `<wpt ${point(place(share))}><name>${name}</name><sym>${sym}</sym></wpt>`)
    .join(
      '',
    )}<wpt ${point(place(0.31))}><name>M1</name><sym>Medical</sym></wpt><trk><name>${way.name}</name><trkseg>${points.map((one, n) => `<trkpt ${point(one)}><ele>${ele(n / 1400).toFixed(1)}</ele></trkpt>`).join('')}</trkseg></trk></gpx>`
}

const started = (at: Date, zones: readonly string[]) => ({
  place: { 'zh-cn': '澜江大剧院南广场', 'zh-tw': '瀾江大劇院南廣場', en: 'South square of the Grand Theatre' },
  address: { 'zh-cn': '滨江大道 88 号', 'zh-tw': '濱江大道 88 號', en: '88 Riverside Avenue' },
  how: {
    'zh-cn': '地铁 2 号线大剧院站 C 出口，步行 5 分钟。\n比赛日首班车提前至 4:50，凭号码布免费乘坐。',
    'zh-tw': '地鐵 2 號線大劇院站 C 出口，步行 5 分鐘。\n比賽日首班車提前至 4:50，憑號碼布免費搭乘。',
    en: 'Metro line 2 to Grand Theatre, exit C, then five minutes on foot.\nOn race day trains run from 4:50, free with your bib.',
  },
  luggage: {
    'zh-cn': '按号码布颜色到对应的存衣车，起跑前 20 分钟停止收包。',
    'zh-tw': '依號碼布顏色到對應的寄物車，起跑前 20 分鐘停止收包。',
    en: 'Bag lorries by the colour of your bib. They close 20 minutes before the start.',
  },
  zones: zones.map((name, n) => ({ name, at: new Date(at.getTime() + n * 180_000).toISOString() })),
})

const quiz = [
  {
    name: 'q1',
    says: {
      'zh-cn': '起跑前感到胸闷不适，应该怎么做？',
      'zh-tw': '起跑前感到胸悶不適，應該怎麼做？',
      en: 'You feel a tight chest before the start. What do you do?',
    },
    options: [
      { value: '放弃参赛并就医', says: { 'zh-tw': '放棄參賽並就醫', en: 'Do not start, and see a doctor' } },
      { value: '慢一点跑', says: { en: 'Run slowly' } },
      { value: '多喝功能饮料', says: { 'zh-tw': '多喝機能飲料', en: 'Drink an energy drink' } },
    ],
    right: '放弃参赛并就医',
  },
  {
    name: 'q2',
    says: {
      'zh-cn': '号码布可以转让给别人吗？',
      'zh-tw': '號碼布可以轉讓給別人嗎？',
      en: 'May you give your bib to somebody else?',
    },
    options: [
      { value: '不可以', says: { en: 'No, never' } },
      { value: '可以', says: { en: 'Yes' } },
    ],
    right: '不可以',
  },
]

const seedWays = async (parts: Parts, now: Date): Promise<void> => {
  for (const way of ways) {
    const event = await readEvent(parts.db, way.raceid, way.eventid, now, true)
    if (!event) throw new Error(`There is no event ${way.eventid} in race ${way.raceid}`)
    const made = await prepareCourse(parts, event, {
      name: `${way.raceid}-${way.eventid}.gpx`,
      bytes: Buffer.from(gpxOf(way)),
    })
    if (typeof made === 'string') throw new Error(`The demo course of race ${way.raceid} was not taken: ${made}`)
    await parts.db.transaction().execute((tx) => saveCourse(tx, made, now))
  }
}

const timeZones = {
  marathon: [
    { name: 'A', faster_than: 10_800 },
    { name: 'B', faster_than: 13_500 },
    { name: 'C', faster_than: 16_200 },
    { name: 'D' },
  ],
  half: [{ name: 'C', faster_than: 6_600 }, { name: 'D' }],
}
/** Qualifying times by gender and age. */
const standards = (['male', 'female'] as const).flatMap((gender) =>
  [
    [18, 34, 0],
    [35, 44, 600],
    [45, 59, 1_800],
  ].map(([age_from, age_to, more]) => ({
    gender,
    age_from: age_from!,
    age_to: age_to!,
    seconds: (gender === 'male' ? 10_800 : 12_000) + more!,
  })),
)

/** Sets zones, a start, a quiz, qualifying times and stock of an event of race 2026. */
const seedStart = async (parts: Parts, event: EventRow, raceTime: Date, now: Date): Promise<void> => {
  const { id } = event
  const form = formOf(event)
  const zones = id === 1 ? timeZones.marathon : id === 2 ? timeZones.half : form.zones
  await parts.db.transaction().execute(async (tx) => {
    await saveEvent(
      tx,
      {
        ...event,
        form: {
          ...form,
          ask: { ...form.ask, ...(id <= 2 ? { enname: 'optional' } : {}) },
          zones,
          ...(id === 3 ? { quiz } : {}),
          ...(id === 1 ? { qualifying: { ask: 'optional', standards, direct: true } } : {}),
        },
        settings: {
          ...(event.settings as object),
          start: started(
            event.start_at ?? raceTime,
            zones.length > 0 ? zones.map(({ name }) => name) : id === 4 ? ['F'] : [],
          ),
        },
      },
      now,
    )
    if (id === 3)
      await saveEventStock(
        tx,
        2026,
        id,
        [
          { kind: 'clothes', name: 'S', shared: false, most: 40 },
          { kind: 'clothes', name: 'M', shared: false, most: 60 },
          { kind: 'clothes', name: 'XL', shared: false, most: 25 },
        ],
        now,
      )
  })
}

const seedPictures = async (parts: Parts, race: RaceRow, pictures: readonly string[]): Promise<void> => {
  const said = [
    { 'zh-cn': '江边的起跑线', 'zh-tw': '江邊的起跑線', en: 'The start beside the river' },
    { 'zh-cn': '跑者经过滨江大道', 'zh-tw': '跑者經過濱江大道', en: 'Runners on Riverside Avenue' },
    { 'zh-cn': '赛道旁的城市天际线', 'zh-tw': '賽道旁的城市天際線', en: 'The skyline along the course' },
  ]
  const settings = {
    ...(race.settings as object),
    pictures: pictures.map((path, n) => ({ path, says: said[n] ?? said[0]! })),
  }
  await parts.db
    .updateTable('races')
    .set({ settings: JSON.stringify(settings) })
    .where('id', '=', 2026)
    .execute()
}

/**
 * Sets courses, starts, stock, a quiz and qualifying times of the demo races, after their registrations are in.
 * `pictures` are the pictures of the home of race 2026.
 */
export const seedCourses = async (parts: Parts, pictures: readonly string[], now: Date): Promise<void> => {
  await seedWays(parts, now)
  const race = await readRace(parts.db, 2026, now)
  for (const id of [1, 2, 3, 4]) {
    const event = await readEvent(parts.db, 2026, id, now, true)
    if (event) await seedStart(parts, event, race!.time, now)
  }
  if (race && pictures.length > 0) await seedPictures(parts, race, pictures)
}
