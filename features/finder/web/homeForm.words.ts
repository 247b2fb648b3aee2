import { text } from '#contract/words.ts'

/** The texts of the home page's three forms: before the race, on race day, after the race. */
export const homeFormWords = {
  enter: text('去报名', '去報名', 'Sign up'),
  enter_draw: text('报名抽签', '報名抽籤', 'Enter the ballot'),
  enter_wait: text('加入候补', '加入候補', 'Join the waitlist'),
  starts: text('起点与交通', '起點與交通', 'Start and transport'),
  zone: text('{name} 区', '{name} 區', 'Zone {name}'),
  starts_all: text('查看起点详情', '檢視起點詳情', 'All about the start'),
  mine: text('查找我的成绩', '查詢我的成績', 'Find my result'),
  mine_field: text('姓名或参赛号', '姓名或參賽號', 'Name or bib'),
  mine_go: text('查找', '查詢', 'Find'),
  winners: text('冠军', '冠軍', 'Winners'),
  winners_live: text('暂列第一', '暫列第一', 'Leaders so far'),
  women: text('女子', '女子', 'Women'),
  men: text('男子', '男子', 'Men'),
  hidden: text('匿名选手', '匿名選手', 'Anonymous runner'),
  all_results: text('查看完整成绩', '檢視完整成績', 'All results'),
} as const
