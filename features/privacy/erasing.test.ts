import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobs as certificateJobs } from '#features/certificates/jobs.ts'
import { consoleGamesImport, consoleGamesSave } from '#features/lookups/contract.ts'
import { registrationShow } from '#features/registrations/contract.ts'
import { userCurrent } from '#features/accounts/contract.ts'
import { RACE, idnumOf } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { mydataErase, mydataKeep, mydataPlan, mydataShow } from './contract.ts'
import { doErasure } from './erasing.service.ts'
import { world, runner, stranger, OVER, DAY, openPrivacy, signUp, rowOf, codeFor } from '#test/scenes/privacyDesk.ts'

beforeAll(openPrivacy)
afterAll(() => world?.close())

describe('erasing', () => {
  test('is explained beforehand, needs a code, waits a week and can be taken back; a coming race keeps the data that it needs', async () => {
    const key = await signUp(6)
    const plan = await world.ask(mydataPlan, { kind: 'registration', id: key }, { ...runner, lang: 'en' })
    expect(plan.due_at, '30 days after race day').toBe('2026-11-30T23:30:00.000Z')
    expect(plan.kept[0]).toContain('江城马拉松 is not over')
    expect(plan.kept.join()).toContain('accounting law')
    expect(await world.call(mydataErase, { kind: 'registration', id: key, code: '000000' }, runner)).toMatchObject({
      refusal: 'code_wrong',
    })
    const request = await world.ask(mydataErase, { kind: 'registration', id: key, code: await codeFor(runner) }, runner)
    expect(request).toMatchObject({ scope: 'registration', done_at: null, due_at: plan.due_at })
    expect(await world.call(mydataErase, { kind: 'registration', id: key, code: '000000' }, runner)).toMatchObject({
      refusal: 'erasure_asked',
    })
    expect(await world.call(mydataKeep, { id: request.id }, stranger)).toMatchObject({ refusal: 'erasure_over' })
    expect(await world.ask(mydataKeep, { id: request.id }, runner)).toMatchObject({
      withdrawn_at: world.clock.now().toISOString(),
    })
    await doErasure(world.parts, request.id, new Date('2027-06-01T00:00:00Z'))
    expect((await rowOf(RACE, key)).erased_at, 'what was taken back is not done').toBeNull()
  })

  test('after the week a saved person is erased, and nothing else', async () => {
    await signUp(2, { keep: true })
    const [person] = (await world.ask(mydataShow, {}, runner)).people
    const request = await world.ask(
      mydataErase,
      { kind: 'person', id: person!._key, code: await codeFor(runner) },
      runner,
    )
    const due = new Date(request.due_at)
    expect(due.getTime() - world.clock.now().getTime()).toBe(7 * DAY)
    await doErasure(world.parts, request.id, new Date(due.getTime() - 1))
    expect((await world.ask(mydataShow, {}, runner)).people).toHaveLength(1)
    await doErasure(world.parts, request.id, due)
    expect((await world.ask(mydataShow, {}, runner)).people).toEqual([])
  })

  test('an account whose race is over leaves a result without a name, an order without a person, and no way to log in', async () => {
    const leaver = await runnerSession(world, '13900003333')
    const key = await signUp(7, { raceid: OVER, mobile: '13900003333', name: '沈去去' }, leaver)
    const { id, orderid } = await rowOf(OVER, key)
    const now = world.clock.now()
    await world.db
      .insertInto('result_sheets')
      .values({ raceid: OVER, eventid: 1, published_at: now, updated_at: now })
      .execute()
    await world.db
      .insertInto('results')
      .values({
        raceid: OVER,
        _key: `${OVER.toString(36)}-${'a'.repeat(22)}`,
        eventid: 1,
        bib: '7',
        registrationid: id,
        name: '沈去去',
        gender: 'F',
        age: 30,
        outcome: 'finished',
        gun_ms: 3_000_000,
        created_at: now,
        updated_at: now,
      })
      .execute()
    // Organisers' lists hold the same person: a game's list by document number, a start list by bib. The certificates
    // of the whole event were drawn.
    const timer = await staffSession(world, [{ raceid: OVER, role: 'timer' }])
    const game = await world.ask(consoleGamesSave, { raceid: OVER, name: '亲子挑战', published: true }, timer)
    const bring = () =>
      world.ask(
        consoleGamesImport,
        {
          raceid: OVER,
          id: game.id,
          text: `编号,姓名,证件号码,项目,成绩\nF1,沈去去,${idnumOf(7)},亲子跑,20:10\nF2,周留留,${idnumOf(70)},亲子跑,21:10`,
        },
        timer,
      )
    await bring()
    await world.db
      .updateTable('registrations')
      .set({ prefix_bib: 'A', bib: '7' })
      .where('raceid', '=', OVER)
      .where('id', '=', id)
      .execute()
    await world.db
      .insertInto('timing_runners')
      .values([
        { raceid: OVER, bib: 'A7', eventid: 1, name: '沈去去', age: 30 },
        { raceid: OVER, bib: 'A8', eventid: 1, name: '周留留', age: 31 },
      ])
      .execute()
    const [{ id: resultid }] = (await world.db
      .selectFrom('results')
      .select('id')
      .where('raceid', '=', OVER)
      .execute()) as [{ id: number }]
    const { id: exportid } = await world.db
      .insertInto('certificate_exports')
      .values({
        raceid: OVER,
        eventid: 1,
        certificateid: 1,
        kind: 'timing',
        name: '完赛证书',
        format: 'jpg',
        version: 1,
        definition: '{}',
        state: 'ready',
        total: 2,
        began_at: now,
        created_at: now,
        ready_at: now,
        expires_at: new Date(now.getTime() + 7 * DAY),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const drawn = (holderid: number) => `private/exports/${OVER}/${exportid}/${holderid}.jpg`
    for (const holderid of [resultid, 5]) {
      await world.parts.integrations.files.write(drawn(holderid), Buffer.from('jpeg'))
      await world.db
        .insertInto('certificate_pictures')
        .values({ raceid: OVER, exportid, holderid, name: 'A7 沈去去', digest: 'x', bytes: 4, crc: 1, round: 1 })
        .execute()
    }
    const request = await world.ask(mydataErase, { kind: 'account', code: await codeFor(leaver) }, leaver)
    await doErasure(world.parts, request.id, new Date(request.due_at))
    const {
      rows: [forget],
    } = await sql<{
      payload: { raceid: number; registrations: number[]; results: number[]; holderids: number[] }
    }>`select payload
      from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'certificates forget'`.execute(world.db)
    expect(forget!.payload).toEqual({
      raceid: OVER,
      registrations: [id],
      results: [resultid],
      holderids: [id, resultid],
    })
    await certificateJobs
      .find(({ name }) => name === 'certificates forget')!
      .run(forget!.payload, { ...world.parts, now })
    expect([
      await world.parts.integrations.files.read(drawn(resultid)),
      (await world.parts.integrations.files.read(drawn(5)))?.toString(),
    ]).toEqual([undefined, 'jpeg'])
    expect(
      (await world.db.selectFrom('certificate_pictures').select('holderid').where('raceid', '=', OVER).execute()).map(
        ({ holderid }) => holderid,
      ),
    ).toEqual([5])
    expect(
      await world.db
        .selectFrom('timing_runners')
        .select(['bib', 'name', 'age'])
        .where('raceid', '=', OVER)
        .orderBy('bib')
        .execute(),
    ).toEqual([
      { bib: 'A7', name: null, age: null },
      { bib: 'A8', name: '周留留', age: 31 },
    ])
    await bring()
    expect(
      await world.db
        .selectFrom('game_runners')
        .select(['bib', 'name', 'event', 'time', 'idnum_ix'])
        .where('raceid', '=', OVER)
        .orderBy('bib')
        .execute(),
      'a list that is brought again gives no name back',
    ).toMatchObject([
      { bib: 'F1', name: '', event: '亲子跑', time: '20:10', idnum_ix: null },
      { bib: 'F2', name: '周留留', idnum_ix: expect.any(Buffer) },
    ])
    const row = await rowOf(OVER, key)
    expect(row).toMatchObject({
      name: '',
      idnum_mask: '',
      mobile: null,
      mobile_ix: null,
      email: null,
      emername: null,
      emertel: null,
      address: null,
      birth: null,
      answers: {},
      orderid,
    })
    expect(row.idnum).toHaveLength(0)
    expect(row.erased_at).not.toBeNull()
    expect(
      await world.db
        .selectFrom('results')
        .select(['name', 'age', 'gun_ms', 'bib'])
        .where('raceid', '=', OVER)
        .execute(),
    ).toEqual([{ name: null, age: null, gun_ms: 3_000_000, bib: '7' }])
    expect(await world.call(userCurrent, {}, leaver)).toMatchObject({ code: '10001' })
    expect(
      await world.db
        .selectFrom('accounts')
        .select(['mobile', 'erased_at'])
        .where('uid', '=', leaver.uid)
        .executeTakeFirstOrThrow(),
    ).toMatchObject({ mobile: null, erased_at: expect.any(Date) })
    expect(
      (await world.db.selectFrom('erasures').select('done_at').where('id', '=', request.id).executeTakeFirstOrThrow())
        .done_at,
    ).not.toBeNull()
    expect(await world.ask(registrationShow, { id: key }), 'the page says nothing of anybody').toMatchObject({
      name: '匿名选手',
      idnum: '',
      mobile: null,
    })
    const again = await runnerSession(world, '13900003333')
    expect(again.uid, 'the number makes a new account').not.toBe(leaver.uid)
    await doErasure(world.parts, request.id, new Date(request.due_at))
  })
})
