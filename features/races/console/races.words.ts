import { text } from '#contract/words.ts'

export const words = {
  races: text('赛事', '賽事', 'Races'),
  published: text('已发布', '已發布', 'Published'),
  hidden: text('未发布', '未發布', 'Not published'),
  runner_page: text('选手看到的页面', '選手看到的頁面', 'The page that runners see'),
}
