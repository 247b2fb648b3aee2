import { text } from '#contract/words.ts'

/**
 * The texts about a draw's state. They have a file of their own, so that a page with only a link to the draw loads no
 * other texts about draws.
 */
export const ballotStateWords = {
  title: text('抽签公示', '抽籤公示', 'Ballot'),
  state_declared: text('规则已公布', '規則已公布', 'Rules published'),
  state_frozen: text('名单已冻结', '名單已凍結', 'List frozen'),
  state_seeded: text('正在抽签', '正在抽籤', 'Drawing'),
  state_drawn: text('等待公布', '等待公布', 'Awaiting publication'),
  state_publishing: text('正在公布', '正在公布', 'Publishing'),
  state_published: text('结果已公布', '結果已公布', 'Results published'),
  state_cancelled: text('已取消', '已取消', 'Cancelled'),
} as const
