import { text } from '#contract/words.ts'

export const pointsWords = {
  title: text('虚拟点', '虛擬點', 'Virtual points'),
  about: text(
    '没有计时毯的位置，按选手携带的设备推算经过时间，只供参考，不进入成绩。',
    '沒有計時墊的位置，依選手攜帶的裝置推算經過時間，僅供參考，不列入成績。',
    'Places without a mat. Devices give times there for information; no result uses them.',
  ),
  event: text('组别', '組別', 'Event'),
  label: text('名称', '名稱', 'Name'),
  metres: text('距起点', '距起點', 'From the start'),
  unit: text('米', '公尺', 'm'),
  add: text('添加虚拟点', '新增虛擬點', 'Add a virtual point'),
  remove: text('删除第 {n} 个虚拟点', '刪除第 {n} 個虛擬點', 'Remove virtual point {n}'),
  passed: text('{n} 台设备已通过', '{n} 台裝置已通過', '{n} {n|device|devices} passed'),
  none: text('还没有虚拟点', '還沒有虛擬點', 'No virtual points yet'),
  save: text('保存', '儲存', 'Save'),
  saved: text('已保存', '已儲存', 'Saved'),
} as const
