import { text } from '#contract/words.ts'

export const checklistWords = {
  share: text('共享比赛位置', '分享比賽位置', 'Share your run live'),
  share_why: text('让亲友看到您跑到哪里', '讓親友看到您跑到哪裡', 'Let family and friends follow you'),
} as const
