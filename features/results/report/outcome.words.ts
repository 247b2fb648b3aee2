import { type Text, text } from '#contract/words.ts'
import type { ResultOutcome } from '../rules.ts'

export const resultOutcomeWords: Record<ResultOutcome, Text> = {
  finished: text('完赛', '完賽', 'Finished'),
  running: text('比赛中', '比賽中', 'On the course'),
  dnf: text('未完赛', '未完賽', 'DNF'),
  dns: text('未起跑', '未起跑', 'DNS'),
  dsq: text('成绩取消', '成績取消', 'DSQ'),
}
