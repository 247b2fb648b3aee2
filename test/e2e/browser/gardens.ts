import sharp from 'sharp'
import { saveEvent, saveEventStock } from '#features/events/service.ts'
import { saveRace } from '#features/races/service.ts'
import type { World } from '../../world.ts'

/**
 * Opens race 2029 of the stories, an invented race. Its sign-up asks for a quiz, counted shirts and buses, a
 * disclaimer, a time that qualifies, and invitations.
 */
export const openRace2029 = async ({ db, clock }: World): Promise<void> => {
  const now = clock.now()
  const days = (n: number) => new Date(now.getTime() + n * 86_400_000)
  const question = (
    name: string,
    zh: string,
    tw: string,
    en: string,
    options: readonly (readonly [value: string, zh: string, tw: string, en: string, right?: true])[],
  ) => ({
    name,
    says: { 'zh-cn': zh, 'zh-tw': tw, en },
    options: options.map(([value, ...[a, b, c]]) => ({ value, says: { 'zh-cn': a, 'zh-tw': b, en: c } })),
    right: options.find(([, , , , right]) => right)![0],
  })
  await db.transaction().execute(async (tx) => {
    await saveRace(
      tx,
      {
        id: 2029,
        name: '拙园马拉松',
        names: { en: 'Garden City Marathon', 'zh-tw': '拙園馬拉松' },
        city: '拙园市',
        province: '江苏省',
        address: '湖畔广场',
        time: days(78),
        kind: 'road',
        skins: { primary: '#0f766e' },
        settings: {
          consents: {
            disclaimer: {
              version: '2026-02',
              title: { 'zh-cn': '参赛免责声明', 'zh-tw': '參賽免責聲明', en: 'Disclaimer' },
              body: {
                'zh-cn': '本人知悉长跑的风险，已确认身体状况适合参赛，并服从现场医疗人员的安排。',
                'zh-tw': '本人知悉長跑的風險，已確認身體狀況適合參賽，並服從現場醫療人員的安排。',
                en: 'I know the risks of distance running, am fit to take part and follow the medical staff on the course.',
              },
            },
          },
        },
        published_at: days(-30),
        created_at: now,
      },
      now,
    )
    const common = {
      raceid: 2029,
      state: 'normal',
      signup_from: days(-7),
      signup_until: days(24),
      start_at: days(78),
      created_at: now,
    } as const
    const quiz = [
      question(
        'pain',
        '途中胸闷时应该怎么做？',
        '途中胸悶時應該怎麼做？',
        'What do you do when your chest feels tight?',
        [
          ['stop', '立即停下并求助', '立即停下並求助', 'Stop and ask for help', true],
          ['on', '放慢速度继续跑', '放慢速度繼續跑', 'Slow down and run on'],
        ],
      ),
      question('bib', '号码布可以转让吗？', '號碼布可以轉讓嗎？', 'May you pass your bib on?', [
        ['yes', '可以，本人同意即可', '可以，本人同意即可', 'Yes, if I agree'],
        ['no', '不可以', '不可以', 'No', true],
      ]),
    ]
    await saveEvent(
      tx,
      {
        ...common,
        id: 1,
        name: '马拉松',
        names: { en: 'Marathon', 'zh-tw': '馬拉松' },
        type: 'full',
        distance_cm: 4_219_500,
        price: 20_000,
        places: 200,
        colour: '#0f766e',
        sort: 1,
        form: {
          ask: { clothes: 'required', packagebus: 'optional' },
          packagebus: ['06:00 火车站', '06:30 博物馆'],
          quiz,
        },
      },
      now,
    )
    await saveEvent(
      tx,
      {
        ...common,
        id: 2,
        name: '亲子跑',
        names: { en: 'Family run', 'zh-tw': '親子跑' },
        type: 'fun_run',
        distance_cm: 500_000,
        price: 6_000,
        places: 300,
        colour: '#e0a100',
        sort: 2,
        form: { ask: { clothes: 'required' }, min_age: 6 },
      },
      now,
    )
    await saveEvent(
      tx,
      {
        ...common,
        id: 3,
        name: '半程马拉松',
        names: { en: 'Half marathon', 'zh-tw': '半程馬拉松' },
        type: 'half',
        distance_cm: 2_109_750,
        price: 12_000,
        places: 100,
        colour: '#1d4ed8',
        sort: 3,
        form: {
          ask: { email: 'optional' },
          qualifying: {
            ask: 'optional',
            since: '2024-01-01',
            standards: [
              { gender: 'male', age_from: 18, age_to: 44, seconds: 5_400 },
              { gender: 'female', age_from: 18, age_to: 44, seconds: 6_300 },
            ],
          },
        },
      },
      now,
    )
    const shirt = (name: string, most: number) => ({ kind: 'clothes' as const, name, shared: true, most })
    await saveEventStock(
      tx,
      2029,
      1,
      [
        shirt('S', 3),
        shirt('M', 12),
        shirt('L', 1),
        shirt('XS', 0),
        { kind: 'packagebus', name: '06:00 火车站', shared: false, most: 0 },
        { kind: 'packagebus', name: '06:30 博物馆', shared: false, most: 20 },
      ],
      now,
    )
    await tx
      .insertInto('invitations')
      .values([
        {
          raceid: 2029,
          id: 1,
          code: 'GARDEN2029',
          label: '合作夥伴名額',
          eventid: 1,
          uses: 2,
          used: 0,
          expires_at: days(20),
          price: 0,
          direct: true,
          created_at: now,
          updated_at: now,
        },
        {
          raceid: 2029,
          id: 2,
          code: 'CLUB50',
          label: 'Club rate',
          eventid: null,
          uses: null,
          used: 0,
          expires_at: null,
          price: 5_000,
          direct: false,
          created_at: now,
          updated_at: now,
        },
      ])
      .execute()
  })
}

export const proofPicture = (): Promise<Buffer> =>
  sharp(
    Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><rect width="640" height="400" fill="#0f766e"/><text x="320" y="190" font-size="64" fill="#fff" text-anchor="middle">1:28:40</text><text x="320" y="260" font-size="28" fill="#fff" text-anchor="middle">Half Marathon 2025</text></svg>',
    ),
  )
    .jpeg()
    .toBuffer()
