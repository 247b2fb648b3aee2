import { text } from '#contract/words.ts'

export const safetyWords = {
  label: text('安全通知', '安全通知', 'Safety message'),
  since: text('{when} 发布', '{when} 發布', 'Issued {when}'),
  read: text('我知道了', '我知道了', 'Got it'),
  again: text('再看一次', '再看一次', 'Read again'),
  flags: text('天气与空气', '天氣與空氣', 'Heat and air quality'),
  advice: text('参赛建议', '參賽建議', 'Advice'),
} as const
