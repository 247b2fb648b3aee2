import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Page } from 'playwright-core'
import { openDeskPage } from '#bench/desks/deskPage.ts'
import type { OpenDevice, ReopenDevice } from '#bench/desks/deskEntry.ts'
import type { EntryToWrite } from '#features/desks/console/offline/judging.rules.ts'
import { bibOf, sizeOfRunner, sizes } from '#test/scenes/manyPacks.ts'
import { type Chance, chanceFrom } from '#tools/demo/chance.ts'

/** An entry that a desk acknowledged to its runner. */
export type Acknowledged = {
  entry: string
  kind: 'pack' | 'size' | 'undo'
  id: number
  deskid: number
  undoes: string | null
  size_out: string | null
  size_in: string | null
}
type Device = Awaited<ReturnType<OpenDevice>>
type InPage = { openDevice: OpenDevice; reopenDevice: ReopenDevice; device: Device; meeting: number }
type Enrolled = { deskid: number; key: string; deviceid: number }

/** The state of a hall that all its desks share. */
export type Hall = {
  raceid: number
  origin: string
  code: string
  /** The number of packs to hand out. */
  handouts: number
  runners: number
  packs: number
  next: number
  /** The runners whom the desks served last. A second desk may hand them a pack again. */
  latest: number[]
  acknowledged: Acknowledged[]
  refused: Record<string, number>
  cuts: number
  reloads: number
  over: boolean
}

const MEET_MS = 700
/**
 * Opens the device in a new page. The first time the page enrols the device. Later the device opens its own store with
 * the PIN.
 */
const openDevice = async (context: BrowserContext, hall: Hall, enrolled?: Enrolled): Promise<Page> => {
  const page = await openDeskPage(context, hall.origin, hall.code)
  await page.evaluate(
    async ([raceid, given, every]) => {
      const kept = globalThis as unknown as InPage
      kept.device = given ? await kept.openDevice(raceid, given.key, given.deviceid) : await kept.reopenDevice(raceid)
      if (given) await kept.device.keeper.meet()
      kept.meeting = setInterval(() => void kept.device.keeper.meet().catch(() => undefined), every) as never
    },
    [hall.raceid, enrolled, MEET_MS] as const,
  )
  return page
}
/**
 * Finds a runner and writes an entry. Returns undefined if the desk acknowledged the entry, or the reason of the
 * failure.
 */
const write = (page: Page, given: EntryToWrite): Promise<string | undefined> =>
  page.evaluate(
    async ([entry, bib]) => {
      const { device } = globalThis as unknown as InPage
      try {
        const found = await device.source.find(bib)
        if (!found.items.some((one) => one.bib === bib)) return 'not found'
        await device.source.show(Number(entry.id))
        await device.source.sign(entry)
        return undefined
      } catch (thrown) {
        const { refusal, code } = thrown as { refusal?: string; code?: string }
        return refusal ?? code ?? String(thrown)
      }
    },
    [given, bibOf(Number(given.id))] as const,
  )

/** Cuts the network of a desk at random, and mends it at random. */
const cutNetwork = async (context: BrowserContext, hall: Hall, seed: number): Promise<void> => {
  const chance = chanceFrom(seed + 1000)
  while (!hall.over) {
    await wait(chance.whole(200, 4000))
    if (hall.over) return
    await context.setOffline(true)
    hall.cuts += 1
    await wait(chance.whole(200, 4000))
    if (hall.over) return
    await context.setOffline(false)
  }
}
/**
 * Connects a desk to the server until no entry waits, but for at most two minutes. Returns the number of entries that
 * still wait.
 */
const sendRest = async (context: BrowserContext, page: Page): Promise<number> => {
  await context.setOffline(false)
  const until = Date.now() + 120_000
  for (;;) {
    const left = await page.evaluate(async () => {
      const { keeper } = (globalThis as unknown as InPage).device
      await keeper.meet().catch(() => undefined)
      return keeper.books.waiting.size
    })
    if (left === 0 || Date.now() > until) return left
    await wait(300)
  }
}

/** Opens a desk of the hall in a browser of its own, with a network of its own. */
export const openHallDesk = async (context: BrowserContext, hall: Hall, enrolled: Enrolled, seed: number) => {
  const { deskid } = enrolled
  let page = await openDevice(context, hall, enrolled)
  const act = async (given: EntryToWrite, change: Partial<Acknowledged>): Promise<boolean> => {
    const why = await write(page, given)
    if (why !== undefined) {
      hall.refused[why] = (hall.refused[why] ?? 0) + 1
      return false
    }
    const none = { undoes: null, size_out: null, size_in: null }
    const { entry, kind } = given as Pick<Acknowledged, 'entry' | 'kind'>
    hall.acknowledged.push({ entry, kind, id: Number(given.id), deskid, ...none, ...change })
    return true
  }
  /** Hands a pack out. Some runners exchange the shirt at once, and some packs were taken by mistake and go back. */
  const serve = async (chance: Chance, id: number): Promise<void> => {
    const entry = crypto.randomUUID()
    const size_out = sizeOfRunner(id)
    const then = chance.next()
    const other = sizes[(sizes.indexOf(size_out) + chance.whole(1, 3)) % sizes.length]!
    if (!(await act({ kind: 'pack', entry, id }, { size_out }))) return
    hall.packs += 1
    if (then < 0.06)
      await act({ kind: 'size', entry: crypto.randomUUID(), id, size: other }, { size_out: other, size_in: size_out })
    else if (then < 0.09) await act({ kind: 'undo', entry: crypto.randomUUID(), id, undoes: entry }, { undoes: entry })
  }
  const reload = async () => {
    await page.close()
    page = await openDevice(context, hall)
    hall.reloads += 1
  }
  return {
    work: async (): Promise<void> => {
      const chance = chanceFrom(seed)
      while (hall.packs < hall.handouts && !hall.over) {
        const again = chance.next() < 0.12 ? chance.pick(hall.latest) : undefined
        if (again === undefined && hall.next > hall.runners) return
        const id = again ?? hall.next++
        if (again === undefined) hall.latest = [...hall.latest.slice(-15), id]
        await serve(chance, id)
        if (chance.next() < 0.004) await reload()
        await wait(chance.whole(0, 20))
      }
    },
    cut: () => cutNetwork(context, hall, seed),
    sendRest: () => sendRest(context, page),
  }
}
