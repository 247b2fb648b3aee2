import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Browser, chromium } from 'playwright-core'
import { buildDeskPage } from '#bench/desks/deskPage.ts'
import { type Db, openDb } from '#db/db.ts'
import { keptKey } from '#db/sealing/keyFile.ts'
import { openSeal } from '#db/sealing/keys.ts'
import { type DeskFigures, consoleDesksFigures } from '#features/desks/figures/figures.contract.ts'
import { consoleDesksEnrol, consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { type SizeLine, consoleDesksStock, consoleDesksStockChange } from '#features/desks/stock/stock.contract.ts'
import { RACE, openEvent, openRace } from '#test/entrants.ts'
import { staffSession } from '#test/people.ts'
import { fillPacks, sizes } from '#test/scenes/manyPacks.ts'
import { chromiumFlags, chromiumPath } from '#tools/screens.ts'
import { type Acknowledged, type Hall, openHallDesk } from './deskHall.ts'
import { type Killed, freePort, killHard, startServer } from '../killed.ts'

/**
 * A proof in which several desks in browsers hand packs out. The network of each desk is cut and mended at random,
 * pages are closed and opened again, and the server is killed in between. Afterwards the proof compares the
 * acknowledged entries with the database, with the clashes that the supervisor sees, and with the stock.
 */
export type DeskProof = {
  handouts: number
  desks: number
  kills: readonly Killed[]
  seed: number
  folder: string
  say: (line: string) => void
}
export type DesksProved = {
  seed: number
  packs: number
  acknowledged: number
  clashes: number
  refused: Record<string, number>
  cuts: number
  reloads: number
  kills: number
  seconds: number
  wrong: string[]
}

type Ask = <Data>(path: string, body: object) => Promise<Data>
const askAt =
  (origin: string, token: string): Ask =>
  async <Data>(path: string, body: object): Promise<Data> => {
    const answer = await fetch(origin + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ raceid: RACE, ...body }),
      signal: AbortSignal.timeout(60_000),
    })
    const { code, data } = (await answer.json()) as { code: string; data: Data }
    if (code !== '200') throw new Error(`${path} answered ${code}: ${JSON.stringify(data)}`)
    return data
  }

const liveIn = (acknowledged: readonly Acknowledged[]): Acknowledged[] => {
  const undone = new Set(acknowledged.map(({ undoes }) => undoes))
  return acknowledged.filter(({ kind, entry }) => kind !== 'undo' && !undone.has(entry))
}
type Clashes = Map<number, Acknowledged[]>
const clashesOf = (acknowledged: readonly Acknowledged[]): Clashes =>
  new Map(
    [
      ...Map.groupBy(
        liveIn(acknowledged).filter(({ kind }) => kind === 'pack'),
        ({ id }) => id,
      ),
    ].filter(([, packs]) => packs.length > 1),
  )

/** Compares the database with all that the desks acknowledged. */
const faultsOfEntries = async (db: Db, acknowledged: readonly Acknowledged[]): Promise<string[]> => {
  const { rows } = await sql<Acknowledged>`select entry, kind, registrationid as id, deskid, undoes, size_out, size_in
    from handouts where raceid = ${RACE}`.execute(db)
  const kept = new Map(rows.map((row) => [row.entry, row]))
  const known = new Set(acknowledged.map(({ entry }) => entry))
  const factsOf = ({ kind, id, deskid, undoes, size_out, size_in }: Acknowledged) =>
    [kind, Number(id), Number(deskid), undoes, size_out, size_in].join(' ')
  const wrong: string[] = []
  for (const one of acknowledged) {
    const row = kept.get(one.entry)
    if (!row) wrong.push(`an acknowledged entry is lost: ${factsOf(one)}`)
    else if (factsOf(row) !== factsOf(one)) wrong.push(`an entry was ${factsOf(one)} and is kept as ${factsOf(row)}`)
  }
  for (const row of rows) if (!known.has(row.entry)) wrong.push(`nobody acknowledged an entry: ${factsOf(row)}`)
  return wrong
}
/** Compares the supervisor's list with the packs that were handed out more than once. */
const faultsOfClashes = (expected: Clashes, shown: DeskFigures['clashes'], names: ReadonlyMap<number, string>) => {
  const wrong: string[] = []
  const told = (packs: readonly { entry: string; desk: string | null }[]) =>
    packs
      .map(({ entry, desk }) => `${entry} at ${desk}`)
      .toSorted()
      .join(', ')
  const seen = new Map(shown.map(({ id, packs }) => [id, told(packs)]))
  for (const [id, packs] of expected) {
    const mine = told(packs.map(({ entry, deskid }) => ({ entry, desk: names.get(deskid) ?? null })))
    if (seen.get(id) !== mine) wrong.push(`the clash of pack ${id} (${mine}) is shown as ${seen.get(id)}`)
  }
  for (const id of seen.keys()) if (!expected.has(id)) wrong.push(`pack ${id} is shown as a clash and is none`)
  return wrong
}
const faultsOfStock = (came: number, acknowledged: readonly Acknowledged[], shown: readonly SizeLine[]): string[] =>
  sizes.flatMap((size) => {
    const live = liveIn(acknowledged)
    const out = live.filter(({ size_out }) => size_out === size).length
    const back = live.filter(({ size_in }) => size_in === size).length
    const left = shown.find((line) => line.size === size)?.left
    return left === came - out + back ? [] : [`size ${size}: ${left} left, and ${came - out + back} are in the hall`]
  })

const openDesks = async (browser: Browser, hall: Hall, ask: Ask, { desks, seed }: DeskProof) => {
  const names = new Map<number, string>()
  const open = []
  for (let n = 1; n <= desks; n++) {
    const name = `${n}号台`
    const { id: deskid } = await ask<{ id: number }>(consoleDesksSave.path, { name })
    const { id: deviceid, key } = await ask<{ id: number; key: string }>(consoleDesksEnrol.path, { deskid, name })
    names.set(deskid, name)
    open.push(await openHallDesk(await browser.newContext(), hall, { deskid, key, deviceid }, seed * 100 + n))
  }
  return { names, open }
}

type DeviceServer = ReturnType<typeof startServer>
const endServer = async ({ child }: DeviceServer): Promise<void> => {
  child.kill('SIGTERM')
  if (child.exitCode === null && child.signalCode === null) await new Promise((ended) => child.once('close', ended))
}
/** Fills the race with runners and shirts. Returns the function that makes the supervisor's calls. */
const openHall = async (
  db: Db,
  folder: string,
  { origin, runners, handouts }: Pick<Hall, 'origin' | 'runners' | 'handouts'>,
): Promise<Ask> => {
  const clock = { now: () => new Date(), set: () => undefined, advance: () => undefined }
  await openRace({ db, clock })
  await openEvent({ db, clock }, { price: 0, places: runners })
  await fillPacks(db, await openSeal(db, keptKey(folder).key, clock.now), runners)
  const { token } = await staffSession({ db, clock }, [{ raceid: RACE, role: 'director' }])
  const ask = askAt(origin, token)
  const stock = sizes.map((size) => ({ size, change: handouts }))
  await ask(consoleDesksStockChange.path, { changes: stock, note: '到货' })
  return ask
}
type Seen = { db: Db; ask: Ask; handouts: number; names: ReadonlyMap<number, string> }
const faultsIn = async ({ db, ask, handouts, names }: Seen, acknowledged: Acknowledged[], clashes: Clashes) => {
  const figures = await ask<DeskFigures>(consoleDesksFigures.path, {})
  const { sizes: shown } = await ask<{ sizes: SizeLine[] }>(consoleDesksStock.path, {})
  return [
    ...(await faultsOfEntries(db, acknowledged)),
    ...faultsOfClashes(clashes, figures.clashes, names),
    ...faultsOfStock(handouts, acknowledged, shown),
  ]
}
/** Lets all desks work while the server is killed. Returns the time that the work took, in seconds. */
const workAll = async (
  hall: Hall,
  open: Awaited<ReturnType<typeof openDesks>>['open'],
  kill: (what: Killed) => Promise<void>,
  { kills, handouts, say }: DeskProof,
): Promise<number> => {
  const began = performance.now()
  const killing = (async () => {
    for (const [at, what] of kills.entries()) {
      while (hall.packs < ((at + 1) * handouts) / (kills.length + 1) && !hall.over) await wait(20)
      say(`kill -9 of ${what === 'both' ? 'server and database' : what} after ${hall.packs} packs`)
      await kill(what)
    }
  })()
  // After a fault the browsers close, so the network cuts fail too. The proof reports only the fault itself.
  const cutting = Promise.allSettled(open.map(({ cut }) => cut()))
  await Promise.all([killing, ...open.map(({ work }) => work())])
  hall.over = true
  await cutting
  return Math.round((performance.now() - began) / 1000)
}

const emptyHall = async (origin: string, handouts: number): Promise<Hall> => ({
  raceid: RACE,
  origin,
  code: await buildDeskPage(),
  handouts,
  runners: handouts + 200,
  packs: 0,
  next: 1,
  latest: [],
  acknowledged: [],
  refused: {},
  cuts: 0,
  reloads: 0,
  over: false,
})

export const proveDesks = async (given: DeskProof): Promise<DesksProved> => {
  const { handouts, kills, seed, folder, say } = given
  const port = await freePort()
  const origin = `http://localhost:${port}`
  let server = startServer(folder, port)
  await server.up
  const db = openDb(
    { host: join(folder, 'postgres'), port: 5432, user: 'startline', database: 'startline' },
    { patienceMs: 60_000 },
  )
  const hall = await emptyHall(origin, handouts)
  const { runners } = hall
  const wrong: string[] = []
  const browser = await chromium.launch({ executablePath: chromiumPath()!, args: chromiumFlags })
  try {
    const ask = await openHall(db, folder, { origin, runners, handouts })
    const { names, open } = await openDesks(browser, hall, ask, given)
    say(`seed ${seed}: ${open.length} desks have loaded ${runners} runners`)
    const kill = async (what: Killed) => {
      server = await killHard(what, server, folder, port)
      await server.up
    }
    const seconds = await workAll(hall, open, kill, given)
    for (const { sendRest } of open) {
      const left = await sendRest()
      if (left > 0) wrong.push(`${left} entries still wait on a desk`)
    }
    const { acknowledged, packs, refused, cuts, reloads } = hall
    const clashes = clashesOf(acknowledged)
    wrong.push(...(await faultsIn({ db, ask, handouts, names }, acknowledged, clashes)))
    for (const line of wrong.slice(0, 20)) say(line)
    return {
      seed,
      packs,
      acknowledged: acknowledged.length,
      clashes: clashes.size,
      refused,
      cuts,
      reloads,
      kills: kills.length,
      seconds,
      wrong,
    }
  } finally {
    hall.over = true
    await browser.close()
    await db.destroy()
    await endServer(server)
  }
}
