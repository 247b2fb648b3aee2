import { refusal, text } from '#contract/words.ts'

export const bulkRefusals = {
  bulk_action_unknown: refusal('404', '没有这项批量操作', '沒有這項批次操作', 'There is no such bulk action'),
  bulk_nobody: refusal('409', '没有符合条件的报名', '沒有符合條件的報名', 'No registration matches'),
  bulk_selection_changed: refusal(
    '409',
    '符合条件的报名刚刚有变动，现在共 {n} 份，请核对后再确认',
    '符合條件的報名剛剛有變動，現在共 {n} 份，請核對後再確認',
    'The registrations that match have just changed: there {n|is|are} {n} now. Please look again',
  ),
  bulk_not_found: refusal('404', '没有找到这次批量操作', '找不到這次批次操作', 'This bulk action was not found'),
  bulk_amount_changed: refusal(
    '409',
    '退款金额刚刚有变动，现在共 {amount}，请核对后再确认',
    '退款金額剛剛有變動，現在共 {amount}，請核對後再確認',
    'The amounts have just changed: they come to {amount} now. Please look again',
  ),
  bulk_not_waiting: refusal(
    '409',
    '这项操作不在等待批准',
    '這項操作不在等待核准',
    'This action does not wait for approval',
  ),
  bulk_same_person: refusal(
    '403',
    '发起人不能批准自己的操作，请由另一位有退款权限的人批准',
    '發起人不能核准自己的操作，請由另一位有退款權限的人核准',
    'You began this action, so somebody else with the right to refund must approve it',
  ),
  bulk_not_running: refusal('409', '这次批量操作已经结束', '這次批次操作已經結束', 'This bulk action is over already'),
  bulk_still_running: refusal(
    '409',
    '请等这次批量操作结束，或先停止它',
    '請等這次批次操作結束，或先停止它',
    'Wait until this bulk action is over, or stop it first',
  ),
  bulk_not_undoable: refusal('409', '这项操作不能撤销', '這項操作無法復原', 'This action cannot be undone'),
  bulk_undone_before: refusal(
    '409',
    '这次批量操作已经撤销过',
    '這次批次操作已經復原過',
    'This bulk action was undone before',
  ),
} as const

export const bulkWords = {
  approve: text('通过审核', '通過審核', 'Approve'),
  approve_text: text(
    '名额为其保留。需要支付的会生成订单，并以短信告知支付截止时间。名额用完后，其余的会留在待审核。',
    '名額為其保留。需要付款的會產生訂單，並以簡訊告知付款截止時間。名額用完後，其餘的會留在待審核。',
    'Their places are kept. Where a fee is due an order opens, and a text message says until when to pay. Once the ' +
      'places are gone, the rest stay under review.',
  ),
  refuse: text('不通过', '不通過', 'Reject'),
  refuse_text: text(
    '原因会以短信告知，并显示在报名状态页。名额随即释放；截止前对方可修改后重新提交。',
    '原因會以簡訊告知，並顯示在報名狀態頁。名額隨即釋出；截止前對方可修改後重新送出。',
    'The reason is sent by text message and shown on the status page. The place is free at once. Until changes close, runners may correct their entry and submit it again.',
  ),
  refuse_undo: text(
    '恢复为待审核，原来占有的名额会重新占用。对方已收到的短信无法收回。',
    '恢復為待審核，原來占有的名額會重新占用。對方已收到的簡訊無法收回。',
    'They are under review again, with their places where there is room. Text messages that were sent stay sent.',
  ),
  reason: text('原因', '原因', 'Reason'),
  reason_hint: text('选手会收到这句话', '選手會收到這句話', 'Runners are sent this text'),
  tag: text('设置标签', '設定標籤', 'Tag'),
  tag_text: text(
    '替换原有的标签和说明。两者都会显示在选手的报名状态页。',
    '取代原有的標籤和說明。兩者都會顯示在選手的報名狀態頁。',
    'Replaces tag and description. Runners see both on their status page.',
  ),
  tag_undo: text('恢复原来的标签和说明。', '恢復原來的標籤和說明。', 'Former tags and descriptions come back.'),
  tag_name: text('标签', '標籤', 'Tag'),
  description: text('说明', '說明', 'Description'),
  untag: text('去掉标签', '移除標籤', 'Remove tag'),
  untag_text: text('标签和说明都会去掉。', '標籤和說明都會移除。', 'Tag and description are taken away.'),
  delay: text('保留资格', '保留資格', 'Defer to next edition'),
  delay_text: text(
    '名额释放，参赛号收回，报名费不退。标签和说明留空则使用赛事设置的文字。',
    '名額釋出，參賽號收回，報名費不退。標籤和說明留空則使用賽事設定的文字。',
    'Places are free, bibs are taken back, nothing is refunded. Empty fields take the words of the race.',
  ),
  zone: text('分配出发区', '分配出發區', 'Set start zone'),
  zone_text: text(
    '只有占有名额的报名可以分区；出发区满员后，其余的保持不变。留空则取消分区。',
    '只有占有名額的報名可以分區；出發區額滿後，其餘的保持不變。留空則取消分區。',
    'Only registrations with a place have a zone. Once it is full, the rest stay as they are. Empty takes zones away.',
  ),
  zone_undo: text('恢复原来的出发区。', '恢復原來的出發區。', 'Former zones come back.'),
  zone_name: text('出发区', '出發區', 'Start zone'),
  failed: text(
    '处理时出错，请单独处理',
    '處理時發生錯誤，請單獨處理',
    'Something went wrong: handle it on its own page',
  ),
  table: text('批量操作结果', '批次操作結果', 'Bulk action report'),
  outcome: text('处理结果', '處理結果', 'Outcome'),
  outcomes: {
    done: text('已处理', '已處理', 'Done'),
    unchanged: text('无需处理', '無需處理', 'No change needed'),
    left: text('未处理', '未處理', 'Skipped'),
    waiting: text('等待处理', '等待處理', 'Waiting'),
  },
  amount: text('应退（元）', '應退（元）', 'To refund (yuan)'),
  back: text('已发起退款（元）', '已發起退款（元）', 'Refund begun (yuan)'),
  why: text('原因', '原因', 'Reason'),
  handled_at: text('处理时间', '處理時間', 'Handled at'),
  undo_of: text('撤销：{action}', '復原：{action}', 'Undo: {action}'),
} as const
