import { bibAlloc } from '#features/bibs/contract.ts'
import { checkinRunnerSign } from '#features/desks/contract.ts'
import { consoleDesksSave } from '#features/desks/setup/setup.contract.ts'
import { registrationSave } from '#features/registrations/signup/signup.contract.ts'
import { RACE, entrant, openEvent, openRace } from '#test/entrants.ts'
import { runnerSession, staffSession } from '#test/people.ts'
import { type World, makeWorld } from '#test/world.ts'

export type Runner = { id: number; key: string; bib: string }
export type HandoutDesk = {
  world: World
  director: { token: string; staffid: number }
  gate: { token: string; staffid: number }
  runner: Awaited<ReturnType<typeof runnerSession>>
  /** Signs a person up and gives the person the bib `A000n`. */
  enter: (n: number, change?: Parameters<typeof entrant>[1]) => Promise<Runner>
  addDesk: (change?: object) => Promise<number>
  sign: (
    change: { id: number; entry?: string } & Record<string, unknown>,
    as?: { token: string },
  ) => ReturnType<World['call']>
}

/** Opens a race with desks, some days before its start. */
export const openHandoutDesk = async (): Promise<HandoutDesk> => {
  const world = await makeWorld({ now: '2026-10-30T04:00:00Z' })
  await openRace(world)
  await openEvent(world, { price: 0, places: 100_000 })
  const director = await staffSession(world, [{ raceid: RACE, role: 'director' }])
  const gate = await staffSession(world, [{ raceid: RACE, role: 'gate' }])
  const runner = await runnerSession(world)
  return {
    world,
    director,
    gate,
    runner,
    enter: async (n, change = {}) => {
      const { _key: key } = await world.ask(registrationSave, entrant(n, change), runner)
      const { id } = await world.db
        .selectFrom('registrations')
        .select('id')
        .where('raceid', '=', RACE)
        .where('_key', '=', key)
        .executeTakeFirstOrThrow()
      const bib = String(n).padStart(4, '0')
      await world.ask(bibAlloc, { raceid: RACE, id, prefix: 'A', bib }, director)
      return { id, key, bib: `A${bib}` }
    },
    addDesk: async (change = {}) =>
      (await world.ask(consoleDesksSave, { raceid: RACE, name: '一号台', ...change }, director)).id,
    sign: (change, as = gate) =>
      world.call(checkinRunnerSign, { raceid: RACE, kind: 'pack', entry: crypto.randomUUID(), ...change } as never, as),
  }
}
