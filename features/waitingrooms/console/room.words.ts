import { text } from '#contract/words.ts'

export const roomWords = {
  description: text(
    '开放报名前先让选手排队：开始时随机排定先到的人，之后按到达先后，按设定的速度放行。',
    '開放報名前先讓選手排隊：開始時隨機排定先到的人，之後依到達先後，依設定的速度放行。',
    'Let runners line up before sign-up opens: those who come before the hour are put into ' +
      'random order, later ones follow as they arrive, and people are let in at the pace you set.',
  ),
  now: text('当前', '目前', 'Now'),
  none: text('已结束', '已結束', 'Over'),
  soon: text('未开放', '未開放', 'Not open yet'),
  gathering: text('排队中', '排隊中', 'Gathering'),
  open: text('放行中', '放行中', 'Letting in'),
  tickets: text('排队人数', '排隊人數', 'People in line'),
  admitted: text('已放行', '已放行', 'Let in'),
  waiting: text('等待中', '等待中', 'Waiting'),
  perSecond: text('每秒放行', '每秒放行', 'Let in per second'),
  paceSame: text('速度没有变化', '速度沒有變化', 'The pace is the same'),
  setPace: text('调整速度', '調整速度', 'Set pace'),
  pause: text('暂停放行', '暫停放行', 'Pause'),
  end: text('结束排队', '結束排隊', 'End the line'),
  endText: text(
    '结束后所有人都可以直接报名，仍在等待的{n}人不再排队。',
    '結束後所有人都可以直接報名，仍在等待的{n}人不再排隊。',
    'Everybody may then sign up at once; the {n} {n|person|people} who still {n|waits is|wait are} no longer in line.',
  ),
  setup: text('设置', '設定', 'Set up'),
  gathers: text('开放排队', '開放排隊', 'Gathers from'),
  opens: text('开始放行', '開始放行', 'Opens at'),
  closes: text('自动结束', '自動結束', 'Ends by itself at'),
  useMinutes: text('报名用时（分钟）', '報名用時（分鐘）', 'Minutes to sign up'),
  perNetwork: text('同一网络最多人数', '同一網路最多人數', 'Most people per network'),
  timesMissing: text(
    '请填写开放排队和开始放行的时间',
    '請填寫開放排隊和開始放行的時間',
    'Fill in when it gathers and when it opens',
  ),
  saved: text('已保存', '已儲存', 'Saved'),
} as const
