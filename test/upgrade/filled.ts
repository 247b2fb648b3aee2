import sharp from 'sharp'
import { raceScope } from '#db/sealing/seal.ts'
import { ballotShow } from '#features/ballot/contract.ts'
import { certificateShow } from '#features/certificates/contract.ts'
import { giveStandardCertificates } from '#features/certificates/service.ts'
import { saveEvent } from '#features/events/service.ts'
import { keepFile } from '#features/files/service.ts'
import { consoleInvitationsSave } from '#features/invitations/contract.ts'
import { consoleNoticesSave } from '#features/notices/contract.ts'
import { registrationPay } from '#features/registrations/contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { importResults, publishResults } from '#features/results/service.ts'
import { teamCreate } from '#features/teams/contract.ts'
import { ballotsIn } from '#test/ballot/ballots.ts'
import { RACE, entrant, idnumOf, openEvent } from '#test/entrants.ts'
import type { World } from '#test/world.ts'

/** The public random number that decides the draw. */
export const SOURCE = '3847.52'

/** Facts of a filled database that every later version must still find. */
export type Expected = {
  /** The number of rows in each table. Empty tables are left out. */
  counts: Record<string, number>
  sealed: { key: string; idnum: string; mobile: string }
  certificate: { number: string; name: string }
  ballot: { id: number; source: string; list: string; outcome: string }
}

const table =
  'bib,name,gender,age,gun,net\nA1,李小满,M,36,3:25:41,3:24:18\nA2,韩立夏,F,31,3:40:00,3:39:00\nA3,王处暑,M,40,DNF,\n'

const payInvited = async (world: World, key: string, as: { token: string }): Promise<void> => {
  await world.ask(registrationPay, { id: key, payment: 'wechat', way: 'native' }, as)
  const { tradeno } = await world.db
    .selectFrom('payments')
    .select('tradeno')
    .where('raceid', '=', RACE)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const gateway = world.parts.integrations.sandbox.wechatpay!
  gateway.pay(tradeno)
  await gateway.deliver('all')
}

const importFinishers = async (world: World, eventid: number, token: string): Promise<Expected['certificate']> => {
  const now = world.clock.now()
  await world.db
    .transaction()
    .execute((tx) =>
      saveEvent(
        tx,
        { raceid: RACE, id: eventid, name: '全程马拉松', type: 'full', places: 100, distance_cm: 4_219_500 },
        now,
      ),
    )
  const imported = await importResults(world.parts, {
    raceid: RACE,
    eventid,
    filename: 'results.csv',
    bytes: Buffer.from(table),
    staffid: null,
    now,
  } as never)
  if ('refused' in imported) throw new Error(JSON.stringify(imported))
  await world.db.transaction().execute((tx) => publishResults(tx, RACE, eventid, now, now))
  const { id } = await world.db
    .selectFrom('results')
    .select('id')
    .where('raceid', '=', RACE)
    .where('bib', '=', 'A1')
    .executeTakeFirstOrThrow()
  const shown = await world.ask(certificateShow, { scoreid: id } as never, { token })
  return { number: shown.number!, name: '李小满' }
}

/**
 * Lets invented people sign up, pay, found a team, take part in a draw and finish. An upgrade must keep all of this
 * data.
 */
export const fill = async (world: World): Promise<Omit<Expected, 'counts'>> => {
  const ballots = await ballotsIn(world, { settings: { unpaid_most: 1000, teams: true, team_least: 2, team_most: 3 } })
  const { staff, runner } = ballots
  const draw = await ballots.event({ places: 3 })
  await ballots.several(8, draw)
  const { id } = await ballots.declare(draw, { places: 3 })
  await openEvent(world, { id: 7, price: 12_000, signup_until: new Date(world.clock.now().getTime() + 864e6) })
  const paid = await world.ask(registrationSave, entrant(101, { eventid: 7 }), runner)
  await payInvited(world, paid._key, runner)
  await world.ask(registrationSave, entrant(102, { eventid: 7 }), runner)
  await openEvent(world, { id: 8, price: 0, signup_until: new Date(world.clock.now().getTime() + 864e6) })
  const free = await world.ask(registrationSave, entrant(103, { eventid: 8 }), runner)
  const cover = await keepFile(world.parts, {
    raceid: RACE,
    bytes: await sharp({ create: { width: 60, height: 30, channels: 3, background: '#357' } })
      .png()
      .toBuffer(),
    name: 'cover.png',
  })
  if (typeof cover === 'string') throw new Error(cover)
  const team = { name: '西湖跑团', profile: '一起跑', cover: cover.path, password: 'run-together' }
  await world.ask(teamCreate, { id: free._key, ...team }, runner)
  await ballots.freeze(id)
  await ballots.draw(id, SOURCE)
  await ballots.publish(id)
  const ballot = await world.ask(ballotShow, ballots.key(id))
  await giveStandardCertificates(world.parts, { raceid: RACE, primary: '#c8102e', city: '江城' })
  const certificate = await importFinishers(world, 9, runner.token)
  await world.ask(
    consoleNoticesSave,
    { raceid: RACE, kind: 'notice', title: '开跑须知', content: '<p>请提前到场</p>' } as never,
    staff,
  )
  await world.ask(
    consoleInvitationsSave,
    { raceid: RACE, code: 'WELCOME', label: '伙伴', uses: 3, price: 0, direct: true } as never,
    staff,
  )
  await world.parts.seal.prepare(raceScope(RACE))
  return {
    sealed: { key: paid._key, idnum: idnumOf(101), mobile: '13900000101' },
    certificate,
    ballot: {
      id,
      source: SOURCE,
      list: await ballots.file(ballot.list_path!),
      outcome: await ballots.file(ballot.outcome_path!),
    },
  }
}
