import { text } from '#contract/words.ts'

export const bulkWords = {
  move: text('更换组别', '更換組別', 'Move to another event'),
  move_text: text(
    '在新组别占用名额，原组别的名额、参赛号和出发区释放。差额逐份计算：低价退回，高价按下方选择补缴或免收。选手会收到通知。',
    '在新組別占用名額，原組別的名額、參賽號和出發區釋出。差額逐份計算：低價退回，高價按下方選擇補繳或免收。選手會收到通知。',
    'Each takes a place in the new event and gives up the old one, with bib and zone. The difference is worked out for ' +
      'each: a lower price is refunded, a higher one is asked for or waived. Runners are told.',
  ),
  to: text('新组别', '新組別', 'New event'),
  choose: text('请选择', '請選擇', 'Choose'),
  charge: text('新组别更贵时', '新組別較貴時', 'Where the new event costs more'),
  charge_ask: text('补缴差额后更换', '補繳差額後更換', 'Ask for the difference first'),
  charge_waive: text('免收差额，立即更换', '免收差額，立即更換', 'Waive the difference'),
  reason: text('原因', '原因', 'Reason'),
  clothes_gone: text('该尺码在新组别已无库存', '該尺碼在新組別已無庫存', 'The size is gone in the new event'),
  bus_full: text('该班次接驳车在新组别已满', '該班次接駁車在新組別已滿', 'The bus is full in the new event'),
} as const
