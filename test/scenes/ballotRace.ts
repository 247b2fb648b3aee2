import { type OpenBallots, everybody, openBallots } from '#test/ballot/ballots.ts'

export let world: OpenBallots
export const openBallot = async (): Promise<void> => {
  world = await openBallots()
}

export const minutes = (n: number) => new Date(world.clock.now().getTime() + n * 60_000).toISOString()
export const number = { kind: 'number' as const, says: '当日收盘指数', at: '2030-01-01T00:00:00Z' }
export const rules = { places: 2, segments: [everybody], source: number }
