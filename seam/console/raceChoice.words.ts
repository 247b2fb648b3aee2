import { text } from '#contract/words.ts'

export const words = {
  race: text('赛事', '賽事', 'Race'),
}
