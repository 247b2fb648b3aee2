import { text } from '#contract/words.ts'

export const checklistWords = {
  today: text('今日打卡：{name}', '今日打卡：{name}', 'Clock in today: {name}'),
  done: text('今日已打卡：{name}', '今日已打卡：{name}', 'Clocked in today: {name}'),
} as const
