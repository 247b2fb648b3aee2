import { text } from '#contract/words.ts'

export const storyWords = {
  pack: text('领取参赛包（{where}）', '領取參賽包（{where}）', 'Race pack handed out ({where})'),
  proxied: text(
    '由{proxy}代领参赛包（{where}）',
    '由{proxy}代領參賽包（{where}）',
    'Race pack collected by {proxy} ({where})',
  ),
  size: text('换成 {size} 码（{where}）', '換成 {size} 碼（{where}）', 'Shirt exchanged for size {size} ({where})'),
  bag: text('存包，牌号 {tag}', '寄存物品，牌號 {tag}', 'Bag stored, tag {tag}'),
  bagback: text('取回存包', '取回寄存物品', 'Bag given back'),
  shirt: text('领取完赛服', '領取完賽衣', 'Finisher shirt handed out'),
  medal: text('领取奖牌', '領取獎牌', 'Medal handed out'),
  settled: text('重复发放已了结', '重複發放已了結', 'A pack that was handed out twice was settled'),
  undo: text('撤销一条发放记录（{where}）', '復原一筆發放紀錄（{where}）', 'An entry of the desk was undone ({where})'),
} as const
