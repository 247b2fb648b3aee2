import { text } from '#contract/words.ts'

export const storyWords = {
  frozen: text(
    '列入抽签名单（参签编号 {entry}…）',
    '列入抽籤名單（參籤編號 {entry}…）',
    'On the frozen ballot list (entry {entry}…)',
  ),
} as const
