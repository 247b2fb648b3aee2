import { type Text, text } from '#contract/words.ts'
import type { TeamKind } from '../rules.ts'

export const teamKindWords: Record<TeamKind, Text> = {
  open: text('团队', '團隊', 'Teams'),
  women: text('女子团队', '女子團隊', "Women's teams"),
  men: text('男子团队', '男子團隊', "Men's teams"),
}

export const teamHeads = {
  kind: text('类别', '類別', 'Category'),
  place: text('名次', '名次', 'Place'),
  team: text('团队', '團隊', 'Team'),
  time: text('总用时', '總用時', 'Total time'),
  places: text('总积分', '總積分', 'Total points'),
  finished: text('计分人数', '計分人數', 'Scorers finished'),
  scorers: text('应计分人数', '應計分人數', 'Scorers needed'),
  bib: text('参赛号', '參賽號', 'Bib'),
  name: text('姓名', '姓名', 'Name'),
  hidden: text('匿名选手', '匿名選手', 'Anonymous runner'),
  gender: text('性别', '性別', 'Gender'),
  runner_time: text('成绩', '成績', 'Result'),
  points: text('计入', '計入', 'Counts'),
} as const
