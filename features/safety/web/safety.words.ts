import { text } from '#contract/words.ts'

export const safetyWords = {
  label: text('安全通知', '安全通知', 'Safety message'),
  since: text('{when} 发布', '{when} 發布', 'Since {when}'),
  read: text('我知道了', '我知道了', 'I have read it'),
  again: text('再看一次', '再看一次', 'Read it again'),
  flags: text('天气与空气', '天氣與空氣', 'Heat and air'),
  advice: text('参赛建议', '參賽建議', 'Advice'),
} as const
