import { text } from '#contract/words.ts'

export const storyWords = {
  disclaimer: text('签署免责声明', '簽署免責聲明', 'Signed the disclaimer'),
  health: text('签署健康声明', '簽署健康聲明', 'Signed the health declaration'),
  gear: text('勾选必备装备 {n} 件', '勾選必備裝備 {n} 件', 'Ticked {n} {n|item|items} of mandatory gear'),
} as const
