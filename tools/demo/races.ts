import type { MenuEntry } from '#features/races/contract.ts'
import { checkpoints, shares } from './results.ts'

const day = 86_400_000

/** A Sunday morning at 07:30 in Shanghai, about so many days from now. */
export const sundayIn = (days: number, now: Date, hour = 7.5): Date => {
  const rough = Math.floor((now.getTime() + days * day + 8 * 3_600_000) / day)
  const sunday = rough + ((3 - (rough % 7) + 7) % 7)
  return new Date(sunday * day + (hour - 8) * 3_600_000)
}

const page = (key: MenuEntry['key'], to: string): Partial<MenuEntry> => ({ key, page: to })
const beforeRace = [page('signup', '/baoming'), page('query', '/query'), page('eventinfo', '/'), page('my', '/personallist'), page('racepack', '/notice?articletype=racepack'), page('start', '/start'), page('route', '/route'), page('guidebook', '/notice?articletype=guidebook'), page('gear', '/check'), page('packages', '/package')]
const afterRace = [page('results', '/report'), page('certificate', '/query?type=score'), page('query', '/query'), page('eventinfo', '/'), page('route', '/route'), page('photos', '/photos'), page('my', '/personallist'), page('video', '/video'), page('upload', '/upload')]

const full = { type: 'full', distance_cm: 4_219_500 } as const
const half = { type: 'half', distance_cm: 2_109_750 } as const

/** Where the checkpoints of the trail race lie, by the shares of tools/demo/results.ts. */
const trailPoints = checkpoints.map((label, at) => ({ label, metres: Math.round(shares[at]! * 101_500) }))

/** The demo races: made up, each showing what the specification ties to its number. Days count from the first start. */
export const demoRaces = [
  {
    id: 2026, picture: 'lanjiang', kind: 'road', days: 75, popularity: 98_214,
    name: '澜江马拉松', names: { en: 'Lanjiang Marathon', 'zh-tw': '瀾江馬拉松', city: { en: 'Lanjiang', 'zh-tw': '瀾江市' }, province: { en: 'Zhejiang', 'zh-tw': '浙江省' }, area: { en: 'Jiangdong', 'zh-tw': '江東新區' }, address: { en: 'Lanjiang Grand Theatre Plaza', 'zh-tw': '瀾江大劇院廣場' } },
    city: '澜江市', province: '浙江省', area: '江东新区', address: '澜江大剧院广场',
    primary: '#d9480f', menu: beforeRace, settings: { teams: true, paypal: { currency: 'USD', rate: 7.15 } },
    reserves: { tag: { 'zh-cn': '下届保留', 'zh-tw': '下屆保留', en: 'Reserved for next year' }, description: { 'zh-cn': '您的名额已保留到下届，报名开启前我们会短信联系您。', 'zh-tw': '您的名額已保留到下屆，報名開放前我們會以簡訊聯絡您。', en: 'Your place is kept for the next edition. We will send you a message before sign-up opens.' } },
    events: [
      { id: 1, name: '马拉松', names: { en: 'Marathon', 'zh-tw': '馬拉松' }, ...full, state: 'draw', price: 18_000, places: 20_000, colour: '#d9480f', open: [-6, 24], draw: 30, pay: 37 },
      { id: 2, name: '半程马拉松', names: { en: 'Half marathon', 'zh-tw': '半程馬拉松' }, ...half, state: 'normal', price: 12_000, places: 1_200, colour: '#1971c2', open: [-6, 24] },
      { id: 3, name: '10公里', names: { en: '10 km', 'zh-tw': '10公里' }, type: '10km', distance_cm: 1_000_000, state: 'normal', price: 8_000, places: 100, colour: '#2f9e44', open: [-6, 24] },
      { id: 4, name: '欢乐跑', names: { en: 'Fun run', 'zh-tw': '歡樂跑' }, type: 'fun_run', distance_cm: 500_000, state: 'normal', price: 4_000, places: 300, colour: '#e8890c', open: [-6, 24], settings: { zone_from: 'F' }, form: { ask: { emername: 'required', emertel: 'required', clothes: 'required' } } },
      { id: 5, name: '精英组', names: { en: 'Elite field', 'zh-tw': '菁英組' }, ...full, state: 'audit', price: 0, places: 120, colour: '#6741d9', open: [-6, 24], form: { ask: { emername: 'required', emertel: 'required', email: 'required', clothes: 'required' } } },
    ],
  },
  {
    id: 1878, picture: 'wharf', kind: 'road', days: 40, popularity: 12_044,
    name: '老码头1878城市跑', names: { en: 'Old Wharf 1878 City Run', 'zh-tw': '老碼頭1878城市路跑', city: { en: 'Bugang', 'zh-tw': '埠港市' }, province: { en: 'Shandong', 'zh-tw': '山東省' }, area: { en: 'Old Town', 'zh-tw': '老城區' }, address: { en: 'Old Wharf Clock Tower', 'zh-tw': '老碼頭鐘樓' } },
    city: '埠港市', province: '山东省', area: '老城区', address: '老码头钟楼', primary: '#b3262a', menu: beforeRace, settings: { query_by_runner: true },
    events: [
      { id: 1, name: '半程马拉松', names: { en: 'Half marathon', 'zh-tw': '半程馬拉松' }, ...half, state: 'normal', price: 9_900, places: 600, colour: '#b3262a', open: [-20, 12] },
      { id: 2, name: '18.78公里', names: { en: '18.78 km', 'zh-tw': '18.78公里' }, type: 'other', distance_cm: 1_878_000, state: 'normal', price: 7_800, places: 300, colour: '#3a506b', open: [3, 20] },
    ],
  },
  {
    id: 230, picture: 'qinghe', kind: 'road', days: 118, popularity: 8_713,
    name: '青禾田园半程马拉松', names: { en: 'Qinghe Countryside Half', 'zh-tw': '青禾田園半程馬拉松', city: { en: 'Qinghe', 'zh-tw': '青禾縣' }, province: { en: 'Anhui', 'zh-tw': '安徽省' }, address: { en: 'Qinghe Culture Square', 'zh-tw': '青禾文化廣場' } },
    city: '青禾县', province: '安徽省', area: '', address: '青禾文化广场', primary: '#3a7d2c', menu: beforeRace, settings: { gun_time_below_rank: 21, swap_split_titles: true },
    events: [
      { id: 1, name: '半程马拉松', names: { en: 'Half marathon', 'zh-tw': '半程馬拉松' }, ...half, state: 'normal', price: 8_000, places: 500, colour: '#3a7d2c', open: [9, 60] },
      { id: 2, name: '亲子跑', names: { en: 'Family run', 'zh-tw': '親子跑' }, type: 'fun_run', distance_cm: 300_000, state: 'normal', price: 0, places: 200, colour: '#ffb400', open: [-2, 60] },
    ],
  },
  {
    id: 227, picture: 'starfield', kind: 'road', days: 19, hour: 19, popularity: 21_930,
    name: '星野夜跑', names: { en: 'Starfield Night Run', 'zh-tw': '星野夜跑', city: { en: 'Yunhan', 'zh-tw': '雲漢市' }, province: { en: 'Sichuan', 'zh-tw': '四川省' }, area: { en: 'Xingye New Town', 'zh-tw': '星野新城' }, address: { en: 'Xingye Park, north gate', 'zh-tw': '星野公園北門' } },
    city: '云汉市', province: '四川省', area: '星野新城', address: '星野公园北门', primary: '#b5177a', menu: beforeRace, settings: { page_theme: 'pink', hide_event_name: true, hide_splits: true, qr_app: 'danma' }, albumid: 181,
    events: [{ id: 1, name: '10公里夜跑', names: { en: '10 km by night', 'zh-tw': '10公里夜跑' }, type: '10km', distance_cm: 1_000_000, state: 'normal', price: 6_600, places: 60, colour: '#b5177a', open: [-30, -2] }],
  },
  {
    id: 226, picture: 'haiyu', kind: 'road', days: -13, popularity: 187_520,
    name: '海屿马拉松', names: { en: 'Haiyu Marathon', 'zh-tw': '海嶼馬拉松', city: { en: 'Haiyu', 'zh-tw': '海嶼市' }, province: { en: 'Fujian', 'zh-tw': '福建省' }, area: { en: 'Seafront', 'zh-tw': '濱海區' }, address: { en: 'International Convention Centre', 'zh-tw': '國際會展中心' } },
    city: '海屿市', province: '福建省', area: '滨海区', address: '国际会展中心', primary: '#0a7ea4', menu: afterRace,
    settings: {
      gun_time_below_rank: 21, hand_in: true,
      videos: [{ point: '半程', kind: 'page', address: 'https://video.example/haiyu/half?bib={bib}&time={time}' }, { point: '终点', kind: 'page', address: 'https://video.example/haiyu/finish?bib={bib}&time={time}' }],
      report_rules: { events: [{ eventid: 1, rules: { key: '性别枪排名', value: '3', tips: '恭喜登上领奖台！\n请到组委会领取签名证书与奖杯。' } }], qr: 'https://video.example/haiyu/podium' },
    },
    albumid: 149,
    events: [
      { id: 1, name: '马拉松', names: { en: 'Marathon', 'zh-tw': '馬拉松' }, ...full, state: 'normal', price: 15_000, places: 21_000, colour: '#0a7ea4', open: [-120, -60], ranking: { teams: { of: 'club', kinds: [{ kind: 'open', scorers: 6, women: 2 }, { kind: 'women', scorers: 3 }] } } },
      { id: 2, name: '半程马拉松', names: { en: 'Half marathon', 'zh-tw': '半程馬拉松' }, ...half, state: 'normal', price: 10_000, places: 12_000, colour: '#2bb3a3', open: [-120, -60], ranking: { age_basis: 'calendar_year', teams: { of: 'club', score: 'places', kinds: [{ kind: 'open', scorers: 4 }] } } },
    ],
  },
  {
    id: 229, picture: 'ridge', kind: 'trail', days: -41, popularity: 33_801,
    name: '云脊越野赛', names: { en: 'Cloud Ridge Trail', 'zh-tw': '雲脊越野賽', city: { en: 'Yunji', 'zh-tw': '雲脊縣' }, province: { en: 'Yunnan', 'zh-tw': '雲南省' }, address: { en: 'Yunji Old Town', 'zh-tw': '雲脊古鎮' } },
    city: '云脊县', province: '云南省', area: '', address: '云脊古镇', primary: '#b45309', menu: [...afterRace, page('gear', '/check')], settings: { gun_time_below_rank: 21 }, albumid: 193,
    events: [{ id: 1, name: '100公里', names: { en: '100 km', 'zh-tw': '100公里' }, type: '100km', distance_cm: 10_150_000, state: 'normal', price: 128_000, places: 800, colour: '#b45309', open: [-200, -90], ranking: { rounding: 'floor', teams: { of: 'club', kinds: [{ kind: 'open', scorers: 3 }] } }, settings: { points: trailPoints } }],
  },
] as const
