import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '#db/random.ts'
import { runnerSession } from '#test/people.ts'
import { consoleCertificatesExport } from './exports.contract.ts'
import { world, editor, ids, openExports, lineOf, drawAll } from '#test/scenes/exportedCertificates.ts'

beforeAll(openExports)
afterAll(() => world?.close())

test("an archive of entrants' certificates is out of date when an entrant changes, not when somebody without a certificate does", async () => {
  const { db } = world
  const { uid } = await runnerSession(world)
  const enter = async (n: number, pay_at: Date | null) => {
    const proof = Buffer.of(70, n)
    const now = world.clock.now()
    return (
      await db
        .insertInto('registrations')
        .values({
          raceid: 7,
          _key: newKey(7),
          eventid: 2,
          uid,
          state: 'normal',
          name: `跑者${n}`,
          gender: 'male',
          age_on_race_day: 30,
          price: 100,
          idtype: 'passport',
          idnum: proof,
          idnum_mask: '*',
          idnum_ix: proof,
          document_ix: proof,
          pay_at,
          created_at: now,
          updated_at: now,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  }
  const [paid, unpaid] = [await enter(1, world.clock.now()), await enter(2, null)]
  world.clock.advance(60_000)
  const { id } = await world.ask(consoleCertificatesExport, { raceid: 7, id: ids.reg, eventid: 2 }, editor)
  await drawAll()
  world.clock.advance(60_000)
  const touch = (registrationid: number, set: object) =>
    db
      .updateTable('registrations')
      .set({ ...set, updated_at: world.clock.now() })
      .where('raceid', '=', 7)
      .where('id', '=', registrationid)
      .execute()
  await touch(unpaid, { closed_at: world.clock.now() })
  expect(await lineOf(id)).toMatchObject({ state: 'ready', pictures: 1, changed: false })
  await touch(paid, { name: '跑者一' })
  expect(await lineOf(id)).toMatchObject({ changed: true })
})
