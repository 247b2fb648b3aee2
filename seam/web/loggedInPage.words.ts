import { text } from '#contract/words.ts'

export const words = {
  heading: text('登录后查看', '登入後檢視', 'Log in to view'),
  action: text('登录', '登入', 'Log in'),
}
