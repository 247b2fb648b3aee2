import { text } from '#contract/words.ts'

export const tableWords = {
  for_federation: text('田协成绩册', '田協成績冊', 'Federation'),
  for_press: text('媒体榜单', '媒體榜單', 'Press'),
  for_groups: text('年龄段颁奖', '年齡段頒獎', 'Age group awards'),
  title: text('成绩', '成績', 'Results'),
  event: text('组别', '組別', 'Event'),
  M: text('男', '男', 'Men'),
  F: text('女', '女', 'Women'),
  X: text('其他', '其他', 'Other'),
  age: text('年龄', '年齡', 'Age'),
  gun_gender: text('枪成绩性别排名', '槍成績性別排名', 'Gender place by gun time'),
  net_gender: text('净成绩性别排名', '淨成績性別排名', 'Gender place by net time'),
  gun_agegroup: text('枪成绩年龄段排名', '槍成績年齡段排名', 'Age group place by gun time'),
  net_agegroup: text('净成绩年龄段排名', '淨成績年齡段排名', 'Age group place by net time'),
  country: text('国家／地区', '國家／地區', 'Country'),
  club: text('俱乐部', '俱樂部', 'Club'),
  team: text('团队', '團隊', 'Team'),
  reason: text('原因', '原因', 'Reason'),
  hidden: text('不公开姓名', '不公開姓名', 'Hides the name'),
} as const
