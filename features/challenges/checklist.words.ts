import { text } from '#contract/words.ts'

export const checklistWords = {
  today: text('今日打卡：{name}', '今日打卡：{name}', 'Check in today: {name}'),
  done: text('今日已打卡：{name}', '今日已打卡：{name}', 'Checked in today: {name}'),
} as const
