import { text } from '#contract/words.ts'

export const storyWords = {
  joined: text('加入团队“{team}”', '加入團隊「{team}」', 'Joined the team “{team}”'),
  founded: text('创建团队“{team}”', '建立團隊「{team}」', 'Created the team “{team}”'),
} as const
