import { text } from '#contract/words.ts'

/** The texts of `Checklist` and of `BibTicket` at the top of the status page. */
export const nextWords = {
  title: text('接下来', '接下來', "What's next"),
  todo: text('{n} 项待办', '{n} 項待辦', '{n} to do'),
  later: text('可选与稍后', '可選與稍後', 'Optional and later'),
  done: text('已完成 {n} 项', '已完成 {n} 項', '{n} done'),
  isDone: text('已完成', '已完成', 'done'),
  nothing: text('没有待办事项', '沒有待辦事項', 'Nothing left to do'),
  until: text('{when} 前', '{when} 前', 'by {when}'),
  span: text('{from} 至 {until}', '{from} 至 {until}', '{from} to {until}'),
  zone: text('出发区', '出發區', 'Start zone'),
  arrived: text('名额到手，告诉朋友', '名額到手，告訴朋友', "You're in! Tell your friends"),
  invite: text('邀请朋友', '邀請朋友', 'Invite a friend'),
  calendar: text('添加到日历', '加入行事曆', 'Add to calendar'),
  share: text('制作参赛海报', '製作參賽海報', 'Make a poster to share'),
  copied: text('链接已复制', '連結已複製', 'Link copied'),
} as const
