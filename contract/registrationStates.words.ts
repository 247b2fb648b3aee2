import { text } from './words.ts'

/** The states of a registration as staff read them, in the list and in the log. */
export const registrationStateWords = {
  normal: text('已报名', '已報名', 'Registered'),
  draw: text('待抽签', '待抽籤', 'Awaiting ballot'),
  undraw: text('未中签', '未中籤', 'Not drawn'),
  audit: text('待审核', '待審核', 'Under review'),
  auditfail: text('审核未通过', '審核未通過', 'Not approved'),
  wait: text('候补中', '候補中', 'Waitlisted'),
  waitfail: text('候补未成功', '候補未成功', 'No place'),
  delay: text('资格保留', '資格保留', 'Deferred'),
  left: text('已退赛', '已退賽', 'Withdrawn'),
  closed: text('超时未支付', '逾時未付款', 'Not paid in time'),
  deleted: text('已删除', '已刪除', 'Deleted'),
} as const
