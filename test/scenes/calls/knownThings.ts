import type { World } from '#test/world.ts'

const RACE = 2026
/** A race that is over. Its runners have photos. */
const OVER = 226
type Note = (value: string, of: string) => void
type Given = Pick<World, 'db' | 'clock'>

/** Adds two members of a club: one with an account, and one who has not yet completed the sign-up. */
const addMembers = async ({ db, clock }: Given, note: Note): Promise<void> => {
  const now = clock.now()
  const { clubid, eventid } = await db
    .selectFrom('club_quotas')
    .select(['clubid', 'eventid'])
    .where('raceid', '=', RACE)
    .orderBy('clubid')
    .executeTakeFirstOrThrow()
  const { uid } = await db.selectFrom('orders').select('uid').where('raceid', '=', RACE).executeTakeFirstOrThrow()
  for (const at of [1, 2]) {
    const member = { name: `藏名团员${at}号`, idnum_mask: `3301**********藏${at}`, mobile_mask: `139****藏${at}07` }
    for (const value of Object.values(member)) note(value, 'member of a club')
    await db
      .insertInto('club_members')
      .values({
        raceid: RACE,
        clubid,
        eventid,
        _key: `qk${at}-${'4715926038'.repeat(2)}${at}7`,
        ...member,
        document_ix: Buffer.from(`member ${at}`),
        draft: Buffer.from('sealed'),
        uid: at === 1 ? uid : null,
        created_at: now,
        updated_at: now,
      })
      .execute()
  }
}

/** Adds a booking of a hotel to an order that has no booking. */
const addStay = async ({ db, clock }: Given, note: Note): Promise<void> => {
  const now = clock.now()
  const order = await db
    .selectFrom('orders')
    .select(['id', 'uid'])
    .where('raceid', '=', RACE)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const hotel = await db
    .selectFrom('goods')
    .innerJoin('variants', (join) =>
      join.onRef('variants.raceid', '=', 'goods.raceid').onRef('variants.goodsid', '=', 'goods.id'),
    )
    .select(['goods.id as goodsid', 'variants.id as variantid'])
    .where('goods.raceid', '=', RACE)
    .where('goods.room', '=', 'hotels')
    .executeTakeFirstOrThrow()
  const [guest, wish, confirmation] = ['藏名住客一号', '藏言请安排低楼层', 'CANGMA-88213']
  for (const value of [guest, wish, confirmation]) note(value, 'booking of a hotel')
  await db
    .insertInto('hotel_stays')
    .values({
      raceid: RACE,
      _key: '90-3816250749381625074938',
      orderid: order.id,
      uid: order.uid,
      ...hotel,
      arrival: '2026-12-01',
      departure: '2026-12-03',
      rooms: 1,
      adults: 1,
      children: 0,
      guests: [guest],
      note: wish,
      state: 'booked',
      confirmation,
      confirmed_at: now,
      created_at: now,
      updated_at: now,
    })
    .execute()
}

/** Adds a person who takes part in a lucky draw and has won at the first try. */
const addWin = async ({ db, clock }: Given, drawid: number, uid: number): Promise<void> => {
  const now = clock.now()
  const { id: playerid } = await db
    .insertInto('luckydraw_players')
    .values({
      raceid: RACE,
      drawid,
      uid,
      person: Buffer.from('person'),
      used: 1,
      wins: 1,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('luckydraw_tries')
    .values({
      raceid: RACE,
      drawid,
      n: 1,
      playerid,
      k: 1,
      own: Buffer.from('own'),
      fell: 1,
      fate: 'won',
      chain: Buffer.from('chain'),
      at: now,
    })
    .execute()
}

/** Adds a runner who has won a prize at the wheel, and a runner on the list of the draw on the stage. */
const addPrizes = async ({ db, clock }: Given, note: Note): Promise<void> => {
  const now = clock.now()
  const draws = await db
    .selectFrom('luckydraws')
    .select(['id', 'kind', 'stage_key'])
    .where('raceid', '=', RACE)
    .execute()
  const [wheel, stage] = (['wheel', 'stage'] as const).map((kind) => draws.find((draw) => draw.kind === kind)!)
  for (const { stage_key } of draws) note(stage_key, 'stage of a draw')
  const runner = await db
    .selectFrom('registrations')
    .select(['id', 'uid'])
    .where('raceid', '=', RACE)
    .where('uid', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await addWin({ db, clock }, wheel!.id, runner.uid!)
  const salt = 'cangyan-salt-5172940'
  note(salt, 'entry of a draw')
  await db
    .insertInto('luckydraw_entries')
    .values({
      raceid: RACE,
      drawid: stage!.id,
      entry: Buffer.from('entry'),
      registrationid: runner.id,
      uid: runner.uid!,
      salt,
      rank: 1,
      fate: 'won',
      gift: 1,
      at: now,
    })
    .execute()
}

/** Adds an album with a photo that everybody sees, a hidden photo, and a report that led to its hiding. */
const addPhotos = async ({ db, clock }: Given, note: Note): Promise<void> => {
  const now = clock.now()
  const { id: albumid } = await db
    .insertInto('albums')
    .values({ raceid: OVER, name: '终点', published_at: now, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { bib } = await db
    .selectFrom('results')
    .select('bib')
    .where('raceid', '=', OVER)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  for (const state of ['ready', 'hidden'] as const) {
    const hash = (state === 'ready' ? '5e' : 'd7').repeat(32)
    const filename = `cangtu-${state}-${bib}.jpg`
    note(filename, 'file name of a photo')
    if (state === 'hidden') note(hash, 'address of a hidden photo')
    const { id: photoid } = await db
      .insertInto('photos')
      .values({
        raceid: OVER,
        albumid,
        sha256: Buffer.from(state),
        filename,
        state,
        hash,
        ext: 'jpg',
        width: 900,
        height: 600,
        bytes: 1000,
        created_at: now,
        ready_at: now,
        incoming: false,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('photo_bibs').values({ raceid: OVER, bib, photoid, source: 'hand', created_at: now }).execute()
    if (state === 'ready') continue
    const reason = '藏言这张照片里是我的孩子'
    note(reason, 'report of a photo')
    const { uid } = await db.selectFrom('orders').select('uid').orderBy('id').executeTakeFirstOrThrow()
    await db
      .insertInto('photo_reports')
      .values({ raceid: OVER, photoid, uid, own: true, reason, state: 'taken_down', created_at: now, closed_at: now })
      .execute()
  }
}

/**
 * Adds the things that the demo lacks: members of clubs, a booking of a hotel, won prizes and photos. `note` gets each
 * text in these things that nobody else may learn.
 */
export const addKnownThings = async (world: Given, note: Note): Promise<void> => {
  await addMembers(world, note)
  await addStay(world, note)
  await addPrizes(world, note)
  await addPhotos(world, note)
}
