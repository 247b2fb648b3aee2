import { text } from '#contract/words.ts'

/** The texts that every request for a log-in shares. Each page gives its own reason. */
export const words = {
  heading: text('登录后查看', '登入後檢視', 'Log in to view'),
  action: text('登录', '登入', 'Log in'),
  entry_number: text(
    '请用报名时填写的手机号登录',
    '請用報名時填寫的手機號碼登入',
    'Use the mobile number on the entry',
  ),
}
