import { refusal, text } from '#contract/words.ts'

import { words as banWords } from '#features/bans/words.ts'

export const refusals = {
  /** The refusal for a banned runner, in the words of the sign-up. It does not mention the list of bans. */
  move_not_admitted: { code: '409', message: banWords.not_admitted },
  not_movable: refusal(
    '409',
    '该报名当前状态不能更换组别',
    '該報名目前狀態不能更換組別',
    "This entry can't change its event in its current state",
  ),
  move_pending: refusal(
    '409',
    '已有一次更换组别正在等待补缴，支付或到期后才能再次更换',
    '已有一次更換組別正在等待補繳，付款或到期後才能再次更換',
    'A change of event is waiting for its difference to be paid. Another one can follow once it is paid or has run out',
  ),
  move_changed: refusal(
    '409',
    '差额刚刚变为 {amount}，请核对后再确认',
    '差額剛剛變為 {amount}，請核對後再確認',
    'The difference has just become {amount}. Look at it and confirm again',
  ),
  moves_closed: refusal(
    '409',
    '本赛事现在不能自行更换组别',
    '本賽事現在不能自行更換組別',
    "You can't change your event in this race right now",
  ),
} as const

export const words = {
  same: text('当前组别', '目前組別', 'Your current event'),
  full: text('名额已满', '名額已滿', 'No places left'),
  too_young: text('年龄低于该组别要求', '年齡低於該組別要求', 'Below the minimum age for this event'),
  too_old: text('年龄高于该组别要求', '年齡高於該組別要求', 'Above the maximum age for this event'),
  idtype: text('该组别不接受此证件类型', '該組別不接受此證件類型', "This event doesn't accept this type of ID"),
  not_open: text('该组别不能自行更换', '該組別不能自行更換', "You can't change to this event yourself"),
  subject: text('更换组别补缴差额', '更換組別補繳差額', 'Difference for a change of event'),
} as const
