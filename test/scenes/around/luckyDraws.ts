import type { InputOf } from '#contract/endpoint.ts'
import { consoleLuckydrawsPublish, consoleLuckydrawsSave } from '#features/luckydraws/console.contract.ts'
import { RACE } from '../../entrants.ts'
import type { World } from '../../world.ts'

type SavedDraw = InputOf<typeof consoleLuckydrawsSave>
export const gift = (change: object = {}) => ({
  name: '冠军背包',
  names: { en: 'Finisher bag' },
  icon: '🎒',
  value: 20_000,
  pieces: 3,
  odds: 500_000,
  way: 'scan' as const,
  ...change,
})
export const draft = (change: object = {}): SavedDraw => ({
  raceid: RACE,
  kind: 'wheel',
  name: '完赛大转盘',
  names: { en: 'Finish wheel' },
  chances: { everybody: 3 },
  wins_each: 100,
  gifts: [gift()],
  ...change,
})

export const openDraw = async (world: World, director: { token: string }, change: object = {}): Promise<number> => {
  const { draw } = await world.ask(consoleLuckydrawsSave, draft(change), director)
  await world.ask(consoleLuckydrawsPublish, { raceid: RACE, id: draw.id }, director)
  return draw.id
}
/** Reads a public file of a draw. Returns the status of the answer if there is no such file. */
export const fileOfDraw = async (world: World, id: number, name: string): Promise<string | number> => {
  const { statusCode, payload } = await world.app.inject({ url: `/luckydraws/${RACE}/${id}/${name}.txt` })
  return statusCode === 200 ? payload : statusCode
}
