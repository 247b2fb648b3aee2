import type { InputOf } from '#contract/endpoint.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { keepGoods } from '#features/sales/goods/goods.service.ts'
import { buyGoods } from '#features/sales/service.ts'
import { insertDesk } from '#features/desks/setup/setup.store.ts'
import { signerOf } from '#features/tickets/codes.service.ts'
import { recordAll } from '#features/tickets/scanning.service.ts'
import { listTicketsOf } from '#features/tickets/store.ts'
import { TICKETS } from '#features/tickets/tickets.service.ts'
import type { Parts } from '#seam/server/handle.ts'

const RACE = 2026
const hour = 3_600_000
type Kind = Omit<InputOf<typeof consoleGoodsSave>, 'raceid' | 'room'>

const placed = (place: string, tw: string, en: string) => ({ place, places: { 'zh-tw': tw, en } })
const hall = placed('江滨体育场 展览馆', '江濱體育場 展覽館', 'Riverside Stadium, exhibition hall')
const ballroom = placed(
  '江滨体育场 二楼宴会厅',
  '江濱體育場 二樓宴會廳',
  'Riverside Stadium, banquet hall on the 2nd floor',
)
const stand = placed('江滨体育场 东看台', '江濱體育場 東看台', 'Riverside Stadium, east stand')
const station = placed('高铁站南广场', '高鐵站南廣場', 'South square of the railway station')

/** A kind of tickets without a time. They let people in on every day. */
const expo: Kind = {
  name: '跑者博览会',
  names: { 'zh-tw': '跑者博覽會', en: "Runners' expo" },
  about: '赛前几天在江滨体育场展览馆，凭票可多次进出。',
  abouts: {
    'zh-tw': '賽前幾天在江濱體育場展覽館，憑票可多次進出。',
    en: 'In the exhibition hall on the days before the race. You may leave and come back.',
  },
  settings: { kind: 'expo', reentry: true, ...hall },
  most_each: 4,
  open: '1',
  variants: [{ price: 0, stock: [{ slot: '', pieces: 3_000 }] }],
}

/**
 * Returns the kinds of tickets of race 2026: a dinner with two sittings, a grandstand, a shuttle for runners, and an
 * expo on several days.
 */
const kindsAt = (start: Date): Kind[] => {
  const at = (hours: number) => new Date(start.getTime() + hours * hour).toISOString()
  const slot = (name: string, from: number, to: number, pieces: number) => ({
    slot: name,
    pieces,
    starts_at: at(from),
    ends_at: at(to),
  })
  return [
    {
      name: '意面晚宴',
      names: { 'zh-tw': '義大利麵晚宴', en: 'Pasta party' },
      about: '赛前一晚与跑友共进晚餐，家人朋友也可参加。',
      abouts: {
        'zh-tw': '賽前一晚與跑友共進晚餐，家人朋友也可參加。',
        en: 'Dinner with fellow runners on the eve of the race. Families and friends are welcome.',
      },
      settings: { kind: 'pasta', named: true, ...ballroom },
      refund: { tiers: [], before: [{ hours: 48, percent: 0, fixed: 0 }] },
      most_each: 6,
      open: '1',
      variants: [{ price: 9_900, stock: [slot('17:30', -14, -12.5, 120), slot('19:30', -12, -10.5, 120)] }],
    },
    {
      name: '终点看台',
      names: { 'zh-tw': '終點看台', en: 'Finish grandstand' },
      about: '在终点线旁的座位，为完赛者加油。可多次进出。',
      abouts: {
        'zh-tw': '在終點線旁的座位，為完賽者加油。可多次進出。',
        en: 'Seats beside the finish line. You may leave and come back.',
      },
      settings: { kind: 'grandstand', reentry: true, ...stand },
      most_each: 4,
      open: '1',
      variants: [{ price: 0, stock: [slot('', 1.5, 6.5, 400)] }],
    },
    {
      name: '起点班车',
      names: { 'zh-tw': '起點接駁車', en: 'Shuttle to the start' },
      about: '比赛日清晨从高铁站到起点。',
      abouts: { 'zh-tw': '比賽日清晨從高鐵站到起點。', en: 'From the railway station to the start on race morning.' },
      audience: 'registrants',
      settings: { kind: 'shuttle', ...station },
      refund: { tiers: [], before: [{ hours: 24, percent: 20, fixed: 0 }] },
      most_each: 2,
      open: '1',
      variants: [{ price: 1_500, stock: [slot('05:00', -2.5, -2, 90), slot('05:45', -1.75, -1.25, 90)] }],
    },
    expo,
  ]
}

/**
 * The gate desks of race 2026, where a phone becomes a gate. `hours` is the time for which a gate works without contact
 * to the server.
 */
const gates = ['博览会南门', '博览会北门']
const gateDesk = { ranges: [], hours: 24, pin_digits: 6, signature: false, preset: 'gate' as const }

type Ground = Pick<Parts, 'db' | 'seal'>
/**
 * Scans tickets of an account for the expo, whose tickets let people in on every day. The first ticket goes in and out,
 * and then in at two gates without network. So the supervisor's list shows a double entry.
 */
const seedScans = async ({ db, seal }: Ground, uid: number, expo: number, now: Date): Promise<void> => {
  const tickets = (await listTicketsOf(db, RACE, uid)).filter(({ goodsid }) => goodsid === expo)
  const staff = await db.selectFrom('staff').select('staffid').orderBy('staffid').limit(1).executeTakeFirst()
  const signed = await signerOf({ db, seal }, RACE, now)
  const [south, north] = gates as [string, string]
  const passes = [
    { nth: 0, gate: south, direction: 'in', minutes: 50, offline: false },
    { nth: 1, gate: south, direction: 'in', minutes: 48, offline: false },
    { nth: 0, gate: south, direction: 'out', minutes: 30, offline: false },
    { nth: 0, gate: south, direction: 'in', minutes: 12, offline: true },
    { nth: 0, gate: north, direction: 'in', minutes: 9, offline: true },
  ] as const
  for (const [at, { nth, minutes, ...pass }] of passes.entries()) {
    const ticket = tickets[nth]
    if (!ticket || !staff) return
    const { id: ticketid, turn, goodsid, slot } = ticket
    const moment = new Date(now.getTime() - minutes * 60_000)
    const scan = {
      ...pass,
      scan: `demo-scan-${at}`,
      code: signed({ id: ticketid, turn, goodsid, slot }),
      at: moment.toISOString(),
    }
    // A gate with network sends its scan at once. The other gates send their scans when they have network again.
    const came = pass.offline ? now : moment
    const sent = { raceid: RACE, staffid: staff.staffid, clock: undefined, scans: [scan] }
    await recordAll({ db, seal, lang: 'zh-cn', now: came }, sent)
  }
}

/**
 * Puts tickets of race 2026 on sale, and sets up its gates. Two accounts have taken tickets of the grandstand and of
 * the expo, and one of them passed the gates.
 */
export const seedTickets = async ({ db, seal }: Ground, now: Date): Promise<void> => {
  const { time } = await db.selectFrom('races').select('time').where('id', '=', RACE).executeTakeFirstOrThrow()
  const made = []
  for (const kind of kindsAt(time)) {
    const given = consoleGoodsSave.input.parse({ raceid: RACE, room: TICKETS, ...kind })
    made.push(await db.transaction().execute((tx) => keepGoods(tx, given, now)))
  }
  await db.transaction().execute(async (tx) => {
    for (const name of gates) await insertDesk(tx, RACE, { ...gateDesk, name }, now)
  })
  const accounts = await db
    .selectFrom('registrations')
    .select('uid')
    .distinct()
    .where('raceid', '=', RACE)
    .where('uid', 'is not', null)
    .orderBy('uid')
    .limit(2)
    .execute()
  const [, grandstand, , expo] = made
  for (const { uid } of accounts)
    await buyGoods(db, {
      raceid: RACE,
      room: TICKETS,
      uid: uid!,
      lines: [grandstand!, expo!].map(({ variants }) => ({ variantid: variants[0]!.id, slot: '', n: 2 })),
      seen: undefined,
      subject: '澜江马拉松 · 门票',
      payMinutes: 30,
      once: undefined,
      now,
    })
  if (accounts[0]) await seedScans({ db, seal }, accounts[0].uid!, expo!.id, now)
}
