import { text } from './words.ts'

/** The states of a registration as staff read them, in the list and in the log. */
export const registrationStates = {
  normal: text('已报名', '已報名', 'Registered'),
  draw: text('待抽签', '待抽籤', 'Awaiting lottery'),
  undraw: text('未中签', '未中籤', 'Not drawn'),
  audit: text('待审核', '待審核', 'To review'),
  auditfail: text('审核未通过', '審核未通過', 'Refused'),
  wait: text('候补中', '候補中', 'Waitlisted'),
  waitfail: text('候补未成功', '候補未成功', 'No place'),
  delay: text('资格保留', '資格保留', 'Deferred'),
  left: text('已退出', '已退出', 'Left'),
  closed: text('超时未缴费', '逾時未繳費', 'Not paid in time'),
  deleted: text('已删除', '已刪除', 'Deleted'),
} as const
