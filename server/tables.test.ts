import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { langs } from '#contract/words.ts'
import { raceScope } from '#db/sealing/seal.ts'
import { consoleApikeysMake } from '#features/apikeys/contract.ts'
import { cellKinds } from '#features/exports/rules.ts'
import type { TableSource, Writing } from '#seam/server/tables.ts'
import { consoleGoodsSave } from '#features/sales/goods/goods.contract.ts'
import { ticketBuy } from '#features/tickets/contract.ts'
import { consoleScenesCreate } from '#features/scenes/console.contract.ts'
import { consoleVolunteersSave } from '#features/volunteers/contract.ts'
import { RACE, idnumOf, openRace } from '#test/entrants.ts'
import { consoleWebhooksMake, consoleWebhooksTest } from '#features/webhooks/contract.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { fillAroundRace } from '#test/scenes/aroundRace.ts'
import { fillAround } from '#test/scenes/around/tableRows.ts'
import { fill } from '#test/upgrade/filled.ts'
import { type World, makeWorld } from '#test/world.ts'
import { rooms } from './features.ts'

const tables = rooms.flatMap((room) => room.tables ?? []) as unknown as TableSource<unknown, object>[]
/** Tables that the scene leaves empty. */
const empty: Readonly<Record<string, true>> = {
  accounting_month: true,
  bib_print: true,
  disruption_choices: true,
  announcement_readers: true,
  bulk_rows: true,
  refunds: true,
  appointments: true,
  waitlist: true,
  handouts: true,
  pack_labels: true,
  pack_list: true,
  start_list: true,
  aid_entries: true,
  incidents: true,
}
/** The filters of tables that list the rows of one part of a race, such as one trail. */
let filters: Readonly<Record<string, object>> = {}
let world: World
beforeAll(async () => {
  world = await makeWorld()
  await openRace(world)
  await fill(world)
  const desk = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  for (const n of [201, 202, 203])
    await world.ask(
      consoleVolunteersSave,
      { raceid: RACE, name: '周小满', idnum: idnumOf(n), mobile: `13900000${n}`, post: '补给站', from: '', until: '' },
      desk,
    )
  const stock = [{ pieces: 9 }]
  const kind = { raceid: RACE, room: 'tickets', name: '看台', open: '1' as const, variants: [{ price: 0, stock }] }
  const { variants } = await world.ask(consoleGoodsSave, kind, desk)
  const lines = [{ variantid: variants[0]!.id, n: 3 }]
  await world.ask(ticketBuy, { raceid: RACE, lines }, await runnerSession(world))
  await world.ask(consoleScenesCreate, { raceid: RACE, labels: ['A 区', 'B 区'], page: `/race/${RACE}` }, desk)
  for (const name of ['甲', '乙', '丙'])
    await world.ask(consoleApikeysMake, { raceid: RACE, name, rights: ['registrations.read'] }, desk)
  const hook = { raceid: RACE, name: '数据平台', url: 'http://127.0.0.1:9/', events: ['results.published' as const] }
  const { item } = await world.ask(consoleWebhooksMake, hook, desk)
  for (const _ of hook.name) await world.ask(consoleWebhooksTest, { raceid: RACE, id: item.id }, desk)
  const { trail, challenge } = await fillAroundRace(world, desk)
  filters = {
    stock_movements: { room: 'tickets' },
    trail_checks: { id: String(trail) },
    trail_ranks: { id: String(trail) },
    challenge_proofs: { id: String(challenge) },
    challenge_ranks: { id: String(challenge) },
  }
  await fillAround(world, desk)
  await world.parts.seal.prepare(raceScope(RACE))
})
afterAll(() => world?.close())

test('each table has a name of its own', () => {
  expect(new Set(tables.map(({ name }) => name)).size).toBe(tables.length)
})

describe.each(tables)('$name', (table) => {
  const reading = () => ({ ...world.parts, now: world.clock.now(), lang: 'en' as const })
  const pagesOf = async (limit: number): Promise<unknown[]> => {
    const rows: unknown[] = []
    let after: string | undefined
    for (let page = 0; page < 1000; page++) {
      const read = await table.read(reading(), {
        raceid: RACE,
        filter: table.filter.parse(filters[table.name] ?? {}),
        after,
        limit,
      })
      expect(read.rows.length).toBeLessThanOrEqual(limit)
      rows.push(...read.rows)
      if (read.after === null) return rows
      after = read.after
    }
    throw new Error('The pages never end')
  }

  test('has its columns in three languages, each once, and its layouts name them', async () => {
    const columns = await table.columns(reading(), RACE)
    const names = columns.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const { label, kind, name } of columns) {
      expect(cellKinds, name).toContain(kind)
      for (const lang of langs) expect(label[lang], name).not.toBe('')
    }
    for (const layout of table.layouts ?? []) expect(names).toEqual(expect.arrayContaining([...layout.columns]))
  })

  test('is read page by page without a row missed or read twice', async () => {
    const whole = await pagesOf(1000)
    expect(await pagesOf(1)).toEqual(whole)
    expect(await pagesOf(2)).toEqual(whole)
  })

  test('each cell has its kind, and sealed cells show nothing while they are closed', async () => {
    const columns = await table.columns(reading(), RACE)
    const rows = await pagesOf(1000)
    expect(rows.length).toBeGreaterThanOrEqual(table.name in empty ? 0 : 1)
    const writing: Writing = { lang: 'en', zone: 'Asia/Shanghai', now: world.clock.now(), seal: null }
    for (const row of rows)
      for (const { name, kind, sealed, cell } of columns) {
        const value = cell(row, writing)
        const open = cell(row, { ...writing, seal: world.parts.seal })
        if (value !== null && kind === 'moment') expect(value, name).toBeInstanceOf(Date)
        if (value !== null && ['number', 'money', 'span'].includes(kind)) expect(typeof value, name).toBe('number')
        if (sealed && value !== null) expect(String(value), name).toContain('*')
        if (!sealed) expect(open, name).toEqual(value)
      }
  })
})
