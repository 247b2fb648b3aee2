import type { Tx } from '#db/db.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { arrange } from '#features/appointments/booking.service.ts'
import { slotsBetween } from '#features/appointments/rules.ts'
import { insertSlots } from '#features/appointments/store.ts'
import type { ByLang, HealthQuestion, CheckinService } from '#features/checkin/contract.ts'
import { sealSigned } from '#features/checkin/sealing.service.ts'
import { insertDeclaration, insertSignature, saveGear, savePackage } from '#features/checkin/store.ts'
import { HEALTH_CONSENT } from '#features/checkin/words.ts'
import { insertDesk } from '#features/desks/setup/setup.store.ts'
import { insertStock } from '#features/desks/store.ts'
import type { Parts } from '#seam/server/handle.ts'

const day = 86_400_000
const hour = 3_600_000
const say = (cn: string, tw: string, en: string): ByLang => ({ 'zh-cn': cn, 'zh-tw': tw, en })
const none = say('', '', '')

type Thing = readonly [name: ByLang, note: ByLang, required: boolean]
const road: readonly Thing[] = [
  [
    say('号码布与计时芯片', '號碼布與計時晶片', 'Bib and timing chip'),
    say('号码布别在胸前，芯片系在鞋带上', '號碼布別在胸前，晶片繫在鞋帶上', 'Bib on your chest, chip on a shoelace'),
    true,
  ],
  [
    say('有效身份证件', '有效身分證件', 'Your ID'),
    say('领物与检录时查验', '領物與檢錄時查驗', 'Checked at collection and at the start'),
    true,
  ],
  [
    say('一次性雨衣', '一次性雨衣', 'Throwaway poncho'),
    say('候场保暖，起跑前投入回收箱', '候場保暖，起跑前投入回收箱', 'For the wait. Drop it in a bin before the start'),
    false,
  ],
  [say('能量胶', '能量膠', 'Energy gels'), say('每45分钟一支', '每45分鐘一支', 'One every 45 minutes'), false],
]
const trail: readonly Thing[] = [
  [
    say('头灯', '頭燈', 'Head lamp'),
    say('200流明以上，带备用电池', '200流明以上，帶備用電池', '200 lumens or more, with spare batteries'),
    true,
  ],
  [
    say('保温毯', '保溫毯', 'Survival blanket'),
    say('不小于140×200厘米', '不小於140×200公分', 'At least 140 × 200 cm'),
    true,
  ],
  [
    say('防水外套', '防水外套', 'Waterproof jacket'),
    say('压胶接缝，带帽', '壓膠接縫，帶帽', 'Taped seams, with a hood'),
    true,
  ],
  [say('水具1升', '水具1公升', 'One litre of water'), none, true],
  [say('口哨', '哨子', 'Whistle'), none, true],
  [
    say('手机', '手機', 'Mobile phone'),
    say('满电，存入赛事救援电话', '滿電，存入賽事救援電話', 'Charged, with the rescue number saved'),
    true,
  ],
  [say('登山杖', '登山杖', 'Poles'), say('全程自行携带', '全程自行攜帶', 'Yours to carry all the way'), false],
]

const contents = {
  full: [
    say('号码布与芯片', '號碼布與晶片', 'Bib and chip'),
    say('参赛 T 恤', '參賽 T 恤', 'Race shirt'),
    say('存衣袋', '寄物袋', 'Baggage bag'),
    say('能量胶 2 支', '能量膠 2 支', 'Two gels'),
    say('参赛手册', '參賽手冊', 'Guidebook'),
    say('接驳车票', '接駁車票', 'Shuttle ticket'),
  ],
  short: [
    say('号码布与芯片', '號碼布與晶片', 'Bib and chip'),
    say('参赛 T 恤', '參賽 T 恤', 'Race shirt'),
    say('存衣袋', '寄物袋', 'Baggage bag'),
  ],
}
const bring = say(
  '本人有效证件原件；12 岁以下由监护人陪同',
  '本人有效證件正本；12 歲以下由監護人陪同',
  'Your original ID. Children under 12 come with a guardian',
)

const question = (name: string, says: ByLang, change: Partial<HealthQuestion> = {}): HealthQuestion => ({
  name,
  kind: 'yesno',
  says,
  required: true,
  doctor_on: null,
  note_on: null,
  ...change,
})
const questions = [
  question(
    'heart',
    say(
      '您是否曾被诊断患有心脏病、高血压或脑血管疾病？',
      '您是否曾被診斷患有心臟病、高血壓或腦血管疾病？',
      'Have you ever been diagnosed with heart disease, high blood pressure or a stroke?',
    ),
    { doctor_on: 'yes', note_on: 'yes' },
  ),
  question(
    'faint',
    say(
      '近一年运动时，您是否出现过胸痛、心悸或晕厥？',
      '近一年運動時，您是否出現過胸痛、心悸或暈厥？',
      'In the last year, have you had chest pain, palpitations or fainted while exercising?',
    ),
    { doctor_on: 'yes' },
  ),
  question('drugs', say('您目前是否在服药？', '您目前是否在服藥？', 'Are you taking any medicine at the moment?'), {
    note_on: 'yes',
  }),
  question(
    'trained',
    say(
      '近三个月您是否坚持规律训练？',
      '近三個月您是否堅持規律訓練？',
      'Have you trained regularly for the last three months?',
    ),
  ),
  question('allergy', say('过敏史', '過敏史', 'Allergies'), { kind: 'text', required: false }),
]
const health = {
  title: say('健康状况声明', '健康狀況聲明', 'Health declaration'),
  body: say(
    '长跑是高强度运动，请您在充分了解自身健康状况的前提下参赛。\n\n本人确认以下回答真实完整；如赛前身体状况发生变化，将主动告知赛事医疗人员，并在感到不适时立即停止比赛。',
    '長跑是高強度運動，請您在充分了解自身健康狀況的前提下參賽。\n\n本人確認以下回答真實完整；如賽前身體狀況發生變化，將主動告知賽事醫療人員，並在感到不適時立即停止比賽。',
    'Distance running is hard on the body. Please take part only if you know you are well enough.\n\nI confirm that my answers are true and complete. I will tell the medical team if anything changes before the race, and stop at once if I feel unwell.',
  ),
}

type Place = readonly [
  raceid: number,
  place: ByLang,
  position: readonly [lat: number, lon: number],
  packs: readonly (readonly [eventid: number, name: ByLang, kind: keyof typeof contents])[],
]
const places: readonly Place[] = [
  [
    2026,
    say('澜江会展中心 B2 馆', '瀾江會展中心 B2 館', 'Lanjiang Expo, hall B2'),
    [30.2361, 120.2434],
    [
      [1, say('马拉松参赛包', '馬拉松參賽包', 'Marathon pack'), 'full'],
      [2, say('半程马拉松参赛包', '半程馬拉松參賽包', 'Half marathon pack'), 'full'],
      [3, say('10公里参赛包', '10公里參賽包', '10 km pack'), 'short'],
      [4, say('欢乐跑参赛包', '歡樂跑參賽包', 'Fun run pack'), 'short'],
    ],
  ],
  [
    1878,
    say('老码头钟楼一层', '老碼頭鐘樓一樓', 'Old Wharf Clock Tower, ground floor'),
    [24.4456, 118.0673],
    [[0, say('1878参赛包', '1878參賽包', 'The 1878 pack'), 'short']],
  ],
]

const seedGear = async (tx: Tx, now: Date): Promise<void> => {
  for (const [raceid, things] of [
    [2026, road],
    [229, trail],
  ] as const)
    for (const [sort, [name, note, required]] of things.entries())
      await saveGear(tx, undefined, {
        raceid,
        eventid: 0,
        name,
        note,
        picture: null,
        required,
        sort,
        updated_at: now,
      })
}

/** A function that gives a moment near a race: so many days from the race's day, at an hour in Shanghai. */
type On = (days: number, at: number) => Date

const seedPackages = async (tx: Tx, [raceid, place, [lat, lon], packs]: Place, on: On, now: Date): Promise<void> => {
  for (const [sort, [eventid, name, kind]] of packs.entries())
    await savePackage(tx, undefined, {
      raceid,
      eventid,
      name,
      contents: contents[kind],
      place,
      bring,
      from_at: on(-3, 9),
      until_at: on(-1, 18),
      service: 'pickup',
      sort,
      lat,
      lon,
      updated_at: now,
    })
}

/** Writes slots for the packs, a medical desk before the race and massages after it. */
const seedSlots = async (tx: Tx, [raceid, place]: Place, on: On, now: Date): Promise<void> => {
  const slots = (
    service: CheckinService,
    name: ByLang,
    days: number,
    from: number,
    until: number,
    minutes: number,
    many: number,
  ) =>
    insertSlots(
      tx,
      { raceid, service, eventid: 0, name, place, places: many, now },
      slotsBetween(on(days, from), on(days, until), minutes),
    )
  for (const days of [-3, -2, -1])
    await slots(
      'pickup',
      say('参赛包领取', '參賽包領取', 'Race pack collection'),
      days,
      9,
      18,
      60,
      days === -1 ? 60 : 120,
    )
  await slots('medical', say('赛前医疗咨询', '賽前醫療諮詢', 'Pre-race medical desk'), -2, 10, 16, 30, 4)
  await slots('massage', say('赛后按摩放松', '賽後按摩放鬆', 'Post-race massage'), 0, 9, 14, 30, 12)
}

const seedDeclaration = async (tx: Tx, [raceid]: Place, on: On, now: Date): Promise<void> => {
  await insertDeclaration(tx, {
    raceid,
    kind: 'health',
    eventid: 0,
    version: 1,
    ...health,
    questions,
    signature: true,
    from_at: new Date(now.getTime() - 2 * day),
    until_at: on(-1, 18),
    created_at: now,
    updated_at: now,
  })
}

/** Writes race packs, equipment, slots and an open health declaration, so that every screen of race day has content. */
export const seedRaceDay = async (parts: Parts, now: Date): Promise<void> => {
  await parts.db.transaction().execute(async (tx) => {
    await seedGear(tx, now)
    for (const place of places) {
      const [raceid] = place
      const { time } = await tx.selectFrom('races').select('time').where('id', '=', raceid).executeTakeFirstOrThrow()
      // Midnight in Shanghai at the beginning of the race's day.
      const raceDay = Math.floor((time.getTime() + 8 * hour) / day) * day - 8 * hour
      const on: On = (days, at) => new Date(raceDay + days * day + at * hour)
      await seedPackages(tx, place, on, now)
      await seedSlots(tx, place, on, now)
      await seedDeclaration(tx, place, on, now)
      await seedDesks(tx, raceid, now)
    }
  })
  await seedUse(parts, now)
}

const pickupDesk = { ranges: [], hours: 12, pin_digits: 6, signature: false }
const shirts = { XS: 120, S: 420, M: 760, L: 640, XL: 310, '2XL': 120 }
const seedDesks = async (tx: Tx, raceid: number, now: Date): Promise<void> => {
  for (const name of ['一号台', '二号台', '三号台'])
    await insertDesk(tx, raceid, { ...pickupDesk, name, preset: 'pickup' }, now)
  await insertDesk(tx, raceid, { ...pickupDesk, name: '现场发号台', preset: 'numbers' }, now)
  await insertDesk(tx, raceid, { ...pickupDesk, name: '存包与完赛区', preset: 'finish' }, now)
  const changes = Object.entries(shirts).map(([size, change]) => ({ size, change }))
  await insertStock(tx, raceid, changes, { note: '首批到货', staffid: null, now })
}

/** Lets some runners of race 2026 book and sign already. */
const seedUse = async ({ db, seal }: Parts, now: Date): Promise<void> => {
  const raceid = 2026
  const runners = await db
    .selectFrom('registrations')
    .select(['id', 'eventid', 'name'])
    .where('raceid', '=', raceid)
    .where('eventid', '=', 3)
    .where('pay_at', 'is not', null)
    .orderBy('id')
    .limit(80)
    .execute()
  const slots = await db
    .selectFrom('appointment_slots')
    .select(['id', 'service'])
    .where('raceid', '=', raceid)
    .orderBy('starts_at')
    .execute()
  const pickup = slots.filter(({ service }) => service === 'pickup')
  const medical = slots.filter(({ service }) => service === 'medical')
  const declaration = await db
    .selectFrom('declarations')
    .select('id')
    .where('raceid', '=', raceid)
    .where('kind', '=', 'health')
    .executeTakeFirstOrThrow()
  await seal.prepare(raceScope(raceid))
  await db.transaction().execute(async (tx) => {
    for (const [at, { id, eventid, name }] of runners.entries()) {
      const book = (slot: { id: number } | undefined) =>
        slot && arrange(tx, { raceid, registrationid: id, eventid, slotid: slot.id, act: 'book' }, now)
      await book(pickup[(at * 7) % Math.max(1, pickup.length)])
      if (at < 6) await book(medical[at < 4 ? 0 : at])
      if (at >= 24) continue
      const unwell = at % 9 === 4
      const answers = { heart: unwell ? 'yes' : 'no', faint: 'no', drugs: 'no', trained: 'yes' }
      const proof = { strokes: null, typed: name, guardian: null, address: '127.0.0.1', lang: 'zh-cn' }
      await insertSignature(tx, {
        raceid,
        registrationid: id,
        kind: 'health',
        declarationid: declaration.id,
        version: 1,
        ...sealSigned(seal, raceid, { answers, notes: unwell ? { heart: '血压偏高，已控制' } : {} }, proof),
        doctor: unwell,
        consent: HEALTH_CONSENT,
        at: new Date(now.getTime() - (80 - at) * 600_000),
      })
    }
  })
}
