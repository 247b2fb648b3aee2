import { refusal, text } from '#contract/words.ts'
import type { ProtestState } from './protests.rules.ts'

export const refusals = {
  protest_not_yours: refusal(
    '404',
    '没有找到您的这条成绩，请用报名时的账号登录',
    '找不到您的這筆成績，請用報名時的帳號登入',
    "We couldn't find this result of yours. Log in with the account you entered with",
  ),
  protests_closed: refusal(
    '409',
    '这份成绩现在不受理抗议',
    '這份成績現在不受理抗議',
    "Protests aren't open for these results",
  ),
  protest_late: refusal('409', '抗议时间已过', '抗議時間已過', 'The deadline for protests has passed'),
  protest_open: refusal(
    '409',
    '这条成绩已有一项抗议等待裁定',
    '這筆成績已有一項抗議等待裁定',
    'This result already has a protest waiting for a decision',
  ),
  picture_not_yours: refusal('422', '请重新上传图片', '請重新上傳圖片', 'Please upload the picture again'),
  protest_not_found: refusal('404', '没有找到这项抗议', '找不到這項抗議', "We couldn't find this protest"),
  protest_decided: refusal('409', '这项抗议已经裁定', '這項抗議已經裁定', 'This protest has already been decided'),
} as const

export const protestStateWords: Record<ProtestState, ReturnType<typeof text>> = {
  open: text('待裁定', '待裁定', 'Open'),
  upheld: text('抗议成立', '抗議成立', 'Upheld'),
  dismissed: text('抗议不成立', '抗議不成立', 'Dismissed'),
}
