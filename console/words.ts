import { text } from '#contract/words.ts'

export const words = {
  title: text('Startline · 主办方', 'Startline · 主辦方', 'Startline · Organisers'),
  races: text('赛事', '賽事', 'Races'),
  no_races: text('还没有您可以管理的赛事', '還沒有您可以管理的賽事', 'There is no race for you to manage yet'),
  no_races_says: text('请让赛事所有者为您开通权限', '請讓賽事擁有者為您開通權限', 'Ask an owner to give you a role'),
  published: text('已发布', '已發布', 'Published'),
  hidden: text('未发布', '未發布', 'Not published'),
  runner_page: text('选手看到的页面', '選手看到的頁面', 'The page that runners see'),
  navigation: text('主导航', '主導航', 'Main'),
  staff: text('工作人员', '工作人員', 'Staff'),
  log: text('操作日志', '操作紀錄', 'Log'),
  notices: text('公告', '公告', 'Notices'),
  certificates: text('证书', '證書', 'Certificates'),
  results: text('成绩', '成績', 'Results'),
  registrations: text('报名', '報名', 'Registrations'),
  orders: text('订单', '訂單', 'Orders'),
  outbox: text('模拟短信', '模擬簡訊', 'Outbox'),
} as const
