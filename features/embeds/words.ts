import { text } from '#contract/words.ts'

export const words = {
  sign_up: text('立即报名', '立即報名', 'Enter now'),
  see: text('查看赛事', '檢視賽事', 'View race'),
  results: text('查看成绩', '檢視成績', 'View results'),
  not_yet: text('成绩尚未公布', '成績尚未公布', 'Results are not out yet'),
  events: text('组别', '組別', 'Events'),
  left: text('剩余 {n} 个名额', '剩餘 {n} 個名額', '{n} {n|place|places} left'),
  free: text('免费', '免費', 'Free'),
  cancelled: text('已取消', '已取消', 'Cancelled'),
  phase: {
    open: text('报名中', '報名中', 'Open'),
    soon: text('即将开始', '即將開始', 'Opens soon'),
    wait: text('候补中', '候補中', 'Waitlist'),
    full: text('已报满', '已額滿', 'Full'),
    over: text('已截止', '已截止', 'Closed'),
  },
  winner: {
    F: text('女子冠军', '女子冠軍', 'First woman'),
    M: text('男子冠军', '男子冠軍', 'First man'),
  },
  find: text('查成绩：参赛号或姓名', '查成績：參賽號或姓名', 'Find a result: bib or name'),
  go: text('查询', '查詢', 'Search'),
  new_window: text('（在新窗口打开）', '（在新視窗開啟）', ' (opens in a new window)'),
} as const
