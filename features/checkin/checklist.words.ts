import { text } from '#contract/words.ts'

export const checklistWords = {
  health: text('签署健康声明', '簽署健康聲明', 'Sign the health declaration'),
  health_done: text('健康声明已签署', '健康聲明已簽署', 'Health declaration signed'),
  disclaimer: text('签署参赛声明', '簽署參賽聲明', 'Sign the disclaimer'),
  disclaimer_done: text('参赛声明已签署', '參賽聲明已簽署', 'Disclaimer signed'),
  gear: text('备齐必备装备', '備齊必備裝備', 'Pack your mandatory gear'),
  gear_done: text('必备装备已备齐', '必備裝備已備齊', 'Mandatory gear packed'),
  gear_count: text('已备 {n}/{of} 项', '已備 {n}/{of} 項', '{n} of {of} packed'),
} as const
