import { createHash } from 'node:crypto'
import type { InputOf } from '#contract/endpoint.ts'
import type { Lang } from '#contract/words.ts'
import { setEventDrawAt } from '#features/events/service.ts'
import {
  consoleBallotsDeclare,
  consoleBallotsFreeze,
  consoleBallotsPublish,
  consoleBallotsSeed,
} from '#features/ballot/console.contract.ts'
import { freezeList } from '#features/ballot/list/freezing.service.ts'
import { drawLots } from '#features/ballot/draw/lots.service.ts'
import { publishOutcome } from '#features/ballot/publishing.service.ts'
import { type Values, valuesIn } from '#features/messages/rules.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

type Declared = InputOf<typeof consoleBallotsDeclare>['declared']
const day = 86_400_000
export const everybody = { name: 'open', says: { 'zh-cn': '公开' }, who: { is: 'everybody' as const } }

/** Opens a world for draws. The test runs the jobs by hand. */
export const openBallots = async (
  settings: Parameters<typeof makeWorld>[0] = {},
  race: Parameters<typeof openRace>[1] = {},
) => ballotsIn(await makeWorld(settings), race)
/** Prepares an existing world for draws. */
export const ballotsIn = async (world: World, race: Parameters<typeof openRace>[1] = {}) => {
  await openRace(world, race)
  const staff = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const runner = await runnerSession(world)
  // A draw takes weeks. In these tests people stay logged in until it is over.
  const later = new Date(world.clock.now().getTime() + 3_650 * day)
  await world.db.updateTable('sessions').set({ seen_at: later, expires_at: later }).execute()
  let people = 0
  let events = 0

  /** Makes an event that draws lots. Sign-up is open for a day. */
  const event = async (change: Parameters<typeof openEvent>[1] = {}) => {
    const id = ++events
    const now = world.clock.now()
    await openEvent(world, {
      id,
      state: 'draw',
      paystate: 'closed',
      places: 100,
      signup_until: new Date(now.getTime() + day),
      pay_end: new Date(now.getTime() + 20 * day),
      ...change,
    })
    return id
  }
  const signUp = async (eventid: number, change: Parameters<typeof entrant>[1] = {}) => {
    const n = ++people
    const { _key } = await world.ask(registrationSave, entrant(n, { eventid, ...change }), runner)
    return { n, ...(await rowOf(_key)) }
  }
  const rowOf = (key: string) =>
    world.db
      .selectFrom('registrations')
      .selectAll()
      .where('raceid', '=', RACE)
      .where('_key', '=', key)
      .executeTakeFirstOrThrow()
  const several = async (count: number, eventid: number, change: Parameters<typeof entrant>[1] = {}) => {
    const saved = []
    for (let n = 0; n < count; n++) saved.push(await signUp(eventid, change))
    return saved
  }
  /** Returns a source whose number appears shortly after the list is frozen. */
  const numberSoon = () => ({
    kind: 'number' as const,
    says: '当日收盘指数',
    at: new Date(world.clock.now().getTime() + day + 12 * 60_000).toISOString(),
  })
  const declare = (
    eventid: number,
    declared: Partial<Declared> = {},
    rest: { draw_at?: string | null; pay_end?: string | null } = {},
  ) =>
    world.ask(
      consoleBallotsDeclare,
      {
        raceid: RACE,
        eventid,
        declared: { places: 2, segments: [everybody], source: numberSoon(), ...declared },
        ...rest,
      },
      staff,
    )
  const key = (id: number) => ({ raceid: RACE, id })
  const freeze = async (id: number) => {
    world.clock.advance(day + 60_000)
    await world.ask(consoleBallotsFreeze, key(id), staff)
    await freezeList(world.parts, key(id))
  }
  const draw = async (id: number, number = '3847.52') => {
    world.clock.advance(12 * 60_000)
    await world.ask(consoleBallotsSeed, { ...key(id), number }, staff)
    await drawLots(world.parts, key(id))
  }
  const publish = async (id: number) => {
    await world.ask(consoleBallotsPublish, key(id), staff)
    await publishOutcome(world.parts, key(id))
  }
  const ballotOf = (id: number) =>
    world.db.selectFrom('ballots').selectAll().where('raceid', '=', RACE).where('id', '=', id).executeTakeFirstOrThrow()
  return {
    ...world,
    staff,
    runner,
    event,
    signUp,
    several,
    rowOf,
    declare,
    freeze,
    draw,
    publish,
    ballotOf,
    key,
    entries: (id: number) =>
      world.db
        .selectFrom('ballot_entries')
        .selectAll()
        .where('raceid', '=', RACE)
        .where('ballotid', '=', id)
        .orderBy('entry')
        .execute(),
    eventRow: (id: number) =>
      world.db
        .selectFrom('events')
        .selectAll()
        .where('raceid', '=', RACE)
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    file: async (path: string) => (await world.app.inject({ method: 'GET', url: path })).payload,
    sha256: (text: string) => createHash('sha256').update(text).digest('hex'),
    setDrawAt: (eventid: number, at: Date | null) =>
      world.db.transaction().execute((tx) => setEventDrawAt(tx, RACE, eventid, at, world.clock.now())),
    messagesOf: async (mobile: string) => {
      await world.parts.seal.prepare('accounts')
      const rows = await world.db
        .selectFrom('messages')
        .selectAll()
        .where('template', 'like', 'drawn%')
        .orderBy('id')
        .execute()
      return rows
        .filter((row) => world.parts.seal.open('accounts', 'message mobile', row.mobile!) === mobile)
        .map((row) => ({
          template: row.template,
          lang: row.lang,
          values: valuesIn(
            JSON.parse(world.parts.seal.open('accounts', 'message content', row.content)) as Values,
            row.lang as Lang,
          ),
        }))
    },
  }
}
export type OpenBallots = Awaited<ReturnType<typeof openBallots>>
