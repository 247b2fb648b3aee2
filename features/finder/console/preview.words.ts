import { text } from '#contract/words.ts'

export const previewWords = {
  title: text('手机预览', '手機預覽', 'Phone preview'),
  open: text('预览选手页面', '預覽選手頁面', "Preview the runner's page"),
  language: text('预览语言', '預覽語言', 'Language of the preview'),
  frame: text('选手看到的赛事主页', '選手看到的賽事主頁', 'Race page as runners see it'),
} as const
