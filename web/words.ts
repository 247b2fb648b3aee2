import { text } from '#contract/words.ts'

export const words = {
  finder: text('全部赛事', '全部賽事', 'All races'),
  home: text('首页', '首頁', 'Home'),
  events: text('赛事信息', '賽事資訊', 'Event info'),
  query: text('报名查询', '報名查詢', 'Find my entry'),
  report: text('成绩', '成績', 'Results'),
  me: text('我的账号', '我的帳號', 'My account'),
  legal: text('协议与隐私', '協議與隱私', 'Legal'),
  mine: text('我的报名', '我的報名', 'My entries'),
  navigation: text('主导航', '主導航', 'Main'),

  foot: text('把每一次起跑，都准备好', '把每一次起跑，都準備好', 'Ready for every start'),
} as const
