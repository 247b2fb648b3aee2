import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { consoleRegistrationsStory } from '#features/registrations/story/story.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { numbered } from '#test/numbered.ts'
import { staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'
import { bibAlloc, bibGenerate } from '../contract.ts'
import { consoleBibsRenumber, consoleBibsRuns, consoleBibsUndo } from './runs.contract.ts'

let world: World
let director: { token: string }
let registrar: { token: string }
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await openEvent(world)
  director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  registrar = await staffSession(world, [{ raceid: RACE, role: 'registrar' }])
})
beforeEach(async () => {
  for (const table of ['bib_runs', 'bib_run_rows', 'bib_prints', 'registrations', 'log'] as const)
    await world.db.deleteFrom(table).where('raceid', '=', RACE).execute()
})
afterAll(() => world?.close())

const range = { eventid: 1, prefix: 'A', from: 1, to: 9999, width: 3, order: 'signup' } as const
const renumbering = { raceid: RACE, eventid: 1, prefix: 'A', from: 101, width: 3 }
const bibs = async () =>
  (
    await world.db
      .selectFrom('registrations')
      .select(['prefix_bib', 'bib'])
      .where('raceid', '=', RACE)
      .orderBy('id')
      .execute()
  ).map(({ prefix_bib, bib }) => `${prefix_bib ?? ''}${bib ?? '–'}`)
const runs = async (as = director) => (await world.ask(consoleBibsRuns, { raceid: RACE }, as)).items
const unnumber = () =>
  world.db.updateTable('registrations').set({ bib: null, prefix_bib: null }).where('raceid', '=', RACE).execute()

describe('consoleBibsRenumber', () => {
  test('refuses strangers, an empty selection, unknown things, and too few numbers', async () => {
    await numbered(world, ['A|001'])
    const cashier = await staffSession(world, [{ raceid: RACE, role: 'cashier' }])
    const elsewhere = await staffSession(world, [{ raceid: RACE + 1, role: 'director' }])
    const refused = async (input: object, as: { token: string } = director) =>
      (await world.call(consoleBibsRenumber, { ...renumbering, ...input }, as)).refusal
    expect(await refused({}, cashier)).toBe('no_permission')
    expect(await refused({}, elsewhere)).toBe('no_permission')
    expect(await refused({ eventid: undefined })).toBe('bibs_of_whom')
    expect(await refused({ runid: 1 })).toBe('bibs_of_whom')
    expect(await refused({ eventid: 99 })).toBe('event_not_found')
    expect(await refused({ eventid: undefined, runid: 99 })).toBe('bib_run_not_found')
    expect(await refused({ from: 9_999_999, reserved: '9999999' })).toBe('bibs_too_few')
    expect(await refused({ prefix: 'A B' })).toBe('field_wrong')
  })
  test('an event: the order stays, gaps close; the preview warns and writes nothing; the run can be undone', async () => {
    await numbered(world, ['A|009', 'A|002', 'A|120'], { names: ['甲', '乙', '䶮😀'] })
    await world.db
      .insertInto('bib_prints')
      .values({ raceid: RACE, eventid: null, staffid: null, rows: 3, at: new Date('2100-01-01') })
      .execute()
    await world.db.updateTable('registrations').set({ bib_at: world.clock.now() }).where('bib', '<>', '120').execute()
    const preview = await world.ask(consoleBibsRenumber, renumbering, director)
    expect(preview).toMatchObject({ changed: 3, same: 0, first: 'A101', last: 'A103', shown: 3, printed: 2 })
    expect(preview).toMatchObject({ chips: 0, results: 0 })
    expect(preview.sample.map(({ name, was, bib }) => `${name} ${was} ${bib}`)).toEqual([
      '乙 A002 A101',
      '甲 A009 A102',
      '䶮😀 A120 A103',
    ])
    expect(await bibs()).toEqual(['A009', 'A002', 'A120'])
    await world.ask(consoleBibsRenumber, { ...renumbering, changed: 3, dry: false }, director)
    expect(await bibs()).toEqual(['A102', 'A101', 'A103'])
    const [run] = await runs()
    expect(run).toMatchObject({ kind: 'renumbered', count: 3, first: 'A101', last: 'A103', undone: false })
    expect(await world.ask(consoleBibsUndo, { raceid: RACE, id: run!.id }, director)).toMatchObject({
      back: 3,
      left: 0,
    })
    await world.ask(consoleBibsUndo, { raceid: RACE, id: run!.id, dry: false }, director)
    expect(await bibs()).toEqual(['A009', 'A002', 'A120'])
    expect(await runs()).toMatchObject([
      { kind: 'undone', can: { undo: false } },
      { undone: true, can: { undo: false } },
    ])
    const again = await world.call(consoleBibsUndo, { raceid: RACE, id: run!.id, dry: false }, director)
    expect(again.refusal).toBe('bib_run_undone_before')
    const log = await world.db.selectFrom('log').select('what').where('raceid', '=', RACE).execute()
    expect(log.filter(({ what }) => what === 'bib changed')).toHaveLength(6)
    expect(log.map(({ what }) => what)).toEqual(expect.arrayContaining(['bibs renumbered', 'bibs taken back']))
  })
  test('nothing is written if somebody changed a number after the preview', async () => {
    const [one] = await numbered(world, ['A|001', 'A|002'])
    await world.ask(bibAlloc, { raceid: RACE, id: one!.id, clear: true }, director)
    const sent = { ...renumbering, changed: 2, dry: false }
    expect((await world.call(consoleBibsRenumber, sent, director)).refusal).toBe('bibs_changed_meanwhile')
    expect(await bibs()).toEqual(['–', 'A002'])
  })
  test('two simultaneous runs: each number is worn once, whichever run comes first', async () => {
    await numbered(
      world,
      Array.from({ length: 40 }, (_, n) => `A|${String(n + 1).padStart(3, '0')}`),
    )
    await Promise.all(
      [20, 30].map((from) => world.call(consoleBibsRenumber, { ...renumbering, from, dry: false }, director)),
    )
    expect(new Set(await bibs()).size).toBe(40)
  })
})

describe('consoleBibsUndo', () => {
  test('staff who may give bibs may take them back; the run of a bulk action needs its right too', async () => {
    await numbered(world, ['A|001'])
    await unnumber()
    await world.ask(bibGenerate, { raceid: RACE, ranges: [range], dry: false }, registrar)
    const [run] = await runs(registrar)
    expect(run!.can).toEqual({ undo: true, renumber: true })
    const undo = (as: { token: string }, raceid = RACE) =>
      world.call(consoleBibsUndo, { raceid, id: run!.id, dry: false }, as)
    const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
    expect((await undo(gate)).refusal).toBe('no_permission')
    const elsewhere = await staffSession(world, [{ raceid: RACE + 1, role: 'director' }])
    expect((await undo(elsewhere)).refusal).toBe('no_permission')
    expect((await undo(elsewhere, RACE + 1)).refusal).toBe('bib_run_not_found')
    const ofBulk = (bulkid: number | null) =>
      world.db.updateTable('bib_runs').set({ bulkid }).where('raceid', '=', RACE).where('id', '=', run!.id).execute()
    await ofBulk(5)
    expect((await runs(registrar))[0]!.can).toMatchObject({ undo: false })
    expect((await runs(director))[0]!.can).toMatchObject({ undo: true })
    expect((await undo(registrar)).refusal).toBe('no_permission')
    await ofBulk(null)
    expect((await undo(registrar)).code).toBe('200')
  })
  test('of a run that was renumbered, the renumbering is undone first, then the run itself', async () => {
    await numbered(world, ['X|1', 'X|2', 'X|3'])
    await unnumber()
    await world.ask(bibGenerate, { raceid: RACE, ranges: [range], dry: false }, director)
    const [given] = await runs()
    const of = { raceid: RACE, runid: given!.id, prefix: 'B', from: 7, width: 2 }
    await world.ask(consoleBibsRenumber, { ...of, dry: false }, director)
    expect(await bibs()).toEqual(['B07', 'B08', 'B09'])
    expect(await world.ask(consoleBibsUndo, { raceid: RACE, id: given!.id }, director)).toMatchObject({
      back: 0,
      left: 3,
    })
    const early = await world.call(consoleBibsUndo, { raceid: RACE, id: given!.id, dry: false }, director)
    expect(early.refusal).toBe('bibs_changed_meanwhile')
    const [again] = await runs()
    await world.ask(consoleBibsUndo, { raceid: RACE, id: again!.id, dry: false }, director)
    expect(await bibs()).toEqual(['A001', 'A002', 'A003'])
    await world.ask(consoleBibsUndo, { raceid: RACE, id: given!.id, dry: false }, director)
    expect(await bibs()).toEqual(['–', '–', '–'])
  })
  test('thousands of runners are renumbered and get their former numbers back', async () => {
    const all = Array.from({ length: 3000 }, (_, n) => `A|${String(n + 1).padStart(5, '0')}`)
    for (let at = 0; at < all.length; at += 1000) await numbered(world, all.slice(at, at + 1000))
    await world.ask(consoleBibsRenumber, { ...renumbering, from: 2, width: 5, dry: false }, director)
    expect(new Set(await bibs()).size).toBe(3000)
    const [run] = await runs()
    await world.ask(consoleBibsUndo, { raceid: RACE, id: run!.id, dry: false }, director)
    expect((await bibs()).slice(0, 2)).toEqual(['A00001', 'A00002'])
  })
})

test('the story of a runner names the person who gave the bib, and keeps the former bibs', async () => {
  const [runner] = await numbered(world, ['A|001'])
  await unnumber()
  await world.ask(bibGenerate, { raceid: RACE, ranges: [range], dry: false }, director)
  const bibsTold = async () =>
    (await world.ask(consoleRegistrationsStory, { raceid: RACE, id: runner!.id }, director)).items.filter(
      ({ kind }) => kind === 'number',
    )
  const given = { says: '分配参赛号 A001', by: 'staff', who: '工作人员' }
  expect(await bibsTold()).toMatchObject([given])
  world.clock.advance(60_000)
  await world.ask(consoleBibsRenumber, { ...renumbering, changed: 1, dry: false }, director)
  expect(await bibsTold()).toMatchObject([{ who: '工作人员', after: { bib: '101' } }, given])
  world.clock.advance(60_000)
  const [run] = await runs()
  await world.ask(consoleBibsUndo, { raceid: RACE, id: run!.id, dry: false }, director)
  const told = await bibsTold()
  expect(told).toHaveLength(3)
  expect(told.filter(({ who }) => who === null)).toEqual([])
})
