import { refusal, text } from '#contract/words.ts'

export const runRefusals = {
  bib_run_not_found: refusal('404', '没有这次号码变更', '沒有這次號碼變更', 'There is no such change of bibs'),
  bib_run_undoes: refusal('409', '撤销操作不能再撤销', '復原操作不能再復原', 'An undo cannot be undone'),
  bib_run_undone_before: refusal('409', '这次变更已经撤销过', '這次變更已經復原過', 'This change was undone before'),
  bibs_of_whom: refusal(
    '422',
    '请选择一个组别，或一次号码分配',
    '請選擇一個組別，或一次號碼分配',
    'Choose an event or one assignment of bibs',
  ),
  bibs_changed_meanwhile: refusal(
    '409',
    '号码刚刚有变动，请重新预览',
    '號碼剛剛有變動，請重新預覽',
    'The bibs have changed meanwhile. Please preview again',
  ),
} as const

export const runWords = {
  title: text('号码变更记录', '號碼變更紀錄', 'Changes of bibs'),
  none: text('还没有批量分配或重新编号', '還沒有批次分配或重新編號', 'No bulk assignment or renumbering yet'),
  given: text('分配 {n} 个', '分配 {n} 個', '{n} assigned'),
  given_in_story: text('分配参赛号 {bib}', '分配參賽號 {bib}', 'Bib {bib} assigned'),
  renumbered: text('重新编号 {n} 人', '重新編號 {n} 人', '{n} renumbered'),
  undone: text('撤销，恢复 {n} 人', '復原，恢復 {n} 人', 'Undo, {n} put back'),
  is_undone: text('已撤销', '已復原', 'Undone'),
  by_bulk: text('批量操作', '批次操作', 'Bulk action'),
  undo: text('撤销', '復原', 'Undo'),
  undo_of: text('撤销 {when} 的变更', '復原 {when} 的變更', 'Undo the change of {when}'),
  undo_title: text('撤销号码变更', '復原號碼變更', 'Undo a change of bibs'),
  undo_back: text(
    '{n} 人恢复原来的号码',
    '{n} 人恢復原來的號碼',
    '{n} {n|runner gets|runners get} their former bib back',
  ),
  undo_left: text(
    '{n} 人保持现在的号码：后来又改过，或原号码已有人用',
    '{n} 人保持現在的號碼：後來又改過，或原號碼已有人用',
    '{n} {n|runner keeps|runners keep} their present bib: it was changed since, or somebody wears the former one',
  ),
  undo_nobody: text('没有可以恢复的号码', '沒有可以恢復的號碼', 'No bib can be put back'),
  undo_done: text('已恢复 {n} 人的号码', '已恢復 {n} 人的號碼', '{n} {n|bib|bibs} put back'),
  renumber: text('重新编号', '重新編號', 'Renumber'),
  renumber_of: text('对 {when} 的号码重新编号', '對 {when} 的號碼重新編號', 'Renumber the bibs of {when}'),
  renumber_text: text(
    '保持现在的先后顺序，从新的起始号开始连续编号，空号会补上。可以撤销。',
    '保持現在的先後順序，從新的起始號開始連續編號，空號會補上。可以復原。',
    'Runners keep their order and get consecutive numbers from a new first one. Gaps close. This can be undone.',
  ),
  whom: text('范围', '範圍', 'Scope'),
  of_event: text('组别：{event}', '組別：{event}', 'Event: {event}'),
  of_run: text('{when}：{first} 至 {last}', '{when}：{first} 至 {last}', '{when}: {first} to {last}'),
  from: text('新的起始号', '新的起始號', 'New first number'),
  changed: text(
    '{n} 人换号，{same} 人不变',
    '{n} 人換號，{same} 人不變',
    '{n} {n|gets|get} a new bib, {same} {same|keeps|keep} theirs',
  ),
  shown: text(
    '其中 {n} 人已能在报名页看到现在的号码。换号后请通知他们。',
    '其中 {n} 人已能在報名頁看到現在的號碼。換號後請通知他們。',
    '{n} of these runners can already see their present bib. Tell them about the new one.',
  ),
  printed: text(
    '其中 {n} 个号码已经导出过印刷文件，需要重新印制。',
    '其中 {n} 個號碼已經匯出過印刷檔案，需要重新印製。',
    '{n} of these bibs {n|is|are} in an exported print file and {n|needs|need} printing again.',
  ),
  chips: text(
    '{n} 个芯片仍对应旧号码，换号后请重新导入芯片表。',
    '{n} 個晶片仍對應舊號碼，換號後請重新匯入晶片表。',
    '{n} {n|chip still belongs to an old bib|chips still belong to the old bibs}. Import the chips again afterwards.',
  ),
  results: text(
    '{n} 条成绩仍使用旧号码。',
    '{n} 條成績仍使用舊號碼。',
    '{n} {n|result still names an old bib|results still name the old bibs}.',
  ),
  was: text('原号码', '原號碼', 'Was'),
  now: text('新号码', '新號碼', 'New'),
  more: text('另有 {n} 人', '另有 {n} 人', '{n} more'),
  go: text('给 {n} 人换号', '給 {n} 人換號', 'Renumber {n} {n|runner|runners}'),
  nobody: text('没有人需要换号', '沒有人需要換號', 'Nobody gets a new bib'),
  done: text('已给 {n} 人换号', '已給 {n} 人換號', '{n} {n|runner|runners} renumbered'),
} as const
