import { text } from '#contract/words.ts'

export const checklistWords = {
  collect: text('领取参赛包', '領取參賽包', 'Pick up your race pack'),
  collected: text('参赛包已领取', '參賽包已領取', 'Race pack picked up'),
} as const
