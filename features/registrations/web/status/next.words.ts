import { text } from '#contract/words.ts'

/** The texts of the check list and of the ticket at the head of the status page. */
export const nextWords = {
  title: text('接下来', '接下來', "What's next"),
  todo: text('{n} 项待办', '{n} 項待辦', '{n} to do'),
  done: text('已完成 {n} 项', '已完成 {n} 項', '{n} done'),
  isDone: text('已完成', '已完成', 'done'),
  nothing: text('没有待办事项', '沒有待辦事項', 'Nothing left to do'),
  until: text('{when} 前', '{when} 前', 'by {when}'),
  span: text('{from} 至 {until}', '{from} 至 {until}', '{from} to {until}'),
  zone: text('出发区', '出發區', 'Start zone'),
  details: text('报名与订单', '報名與訂單', 'Entry and order'),
} as const
