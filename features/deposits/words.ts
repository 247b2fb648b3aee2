import { refusal } from '#contract/words.ts'

export const refusals = {
  deposit_unknown: refusal('404', '没有找到这笔押金', '找不到這筆押金', "We couldn't find this deposit"),
  deposit_state: refusal(
    '409',
    '押金状态已变化，请刷新后再试',
    '押金狀態已變化，請重新整理後再試',
    'The deposit has changed. Please reload and try again',
  ),
  deposit_unpaid: refusal(
    '409',
    '押金没有入账，请重新收取',
    '押金沒有入帳，請重新收取',
    'The deposit was not booked. Take it again',
  ),
  thing_is_lent: refusal('409', '这个编号已借出', '這個編號已借出', 'This number is lent already'),
  thing_not_lent: refusal('404', '这个编号没有借出记录', '這個編號沒有借出紀錄', 'Nothing with this number is lent'),
  bib_unknown: refusal('404', '没有找到这个参赛号的选手', '找不到這個號碼的選手', 'No runner has this bib'),
} as const
