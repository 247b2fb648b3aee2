import { text } from '#contract/words.ts'

export const noteWords = {
  title: text('备注与跟进', '備註與跟進', 'Comments and follow-ups'),
  none: text('还没有备注', '還沒有備註', 'No comments yet'),
  body: text('备注（选手看不到）', '備註（選手看不到）', 'Comment, which payers never see'),
  follow_on: text('跟进日期（选填）', '跟進日期（選填）', 'Follow up on, if any'),
  write_first: text('请先填写备注', '請先填寫備註', 'Write a comment first'),
  add: text('添加备注', '新增備註', 'Add the comment'),
  added: text('已添加', '已新增', 'Added'),
  due: text('待跟进订单', '待跟進訂單', 'Orders to follow up'),
  due_none: text('没有到期的跟进', '沒有到期的跟進', 'Nothing is due'),
  due_none_text: text(
    '在订单里写备注并选择跟进日期，到期后会列在这里。',
    '在訂單裡寫備註並選擇跟進日期，到期後會列在這裡。',
    'Add a comment with a follow-up date to an order. It appears here from that day on.',
  ),
  on_day: text('跟进：{day}', '跟進：{day}', 'Follow up on {day}'),
  done: text('已处理', '已處理', 'Done'),
  is_settled: text('已处理', '已處理', 'Done'),
  to_orders: text('全部订单', '全部訂單', 'All orders'),
} as const
