import { refusal } from '#contract/words.ts'

export const refusals = {
  poster_not_found: refusal('404', '没有找到这条成绩', '找不到這筆成績', 'This result was not found'),
  poster_of_whom: refusal('422', '缺少赛事或活动编号', '缺少賽事或活動編號', 'Which race or activity is missing'),
} as const
