import { text } from '#contract/words.ts'
import type { HandoutKind } from '../entries.rules.ts'

export const handoutKindWords: Readonly<Record<HandoutKind, ReturnType<typeof text>>> = {
  pack: text('参赛包', '參賽包', 'Race pack'),
  size: text('换衣服尺码', '換衣服尺碼', 'Shirt exchanged'),
  bag: text('存包', '寄存物品', 'Bag dropped'),
  bagback: text('取包', '領回物品', 'Bag returned'),
  shirt: text('完赛服', '完賽服', 'Finisher shirt'),
  medal: text('奖牌', '獎牌', 'Medal'),
  undo: text('撤销', '復原', 'Undone'),
}

/** The rules that an entry of a device broke, or that staff set aside. */
export const handoutDoubtWords: Readonly<Record<string, ReturnType<typeof text>>> = {
  pack_barred: text('选手当时不能领取', '選手當時不能領取', 'The runner had no valid entry'),
  pack_incomplete: text('领取前还有事项未完成', '領取前還有事項未完成', 'Something was still missing'),
  handed_already: text('参赛包已在别处发放', '參賽包已在別處發放', 'The pack was already handed out'),
  not_handed: text('参赛包当时还没有发放', '參賽包當時還沒有發放', 'The pack had not been handed out yet'),
  other_desk: text('号码属于别的领物台', '號碼屬於別的領物台', 'The bib belongs to another desk'),
  size_gone: text('该尺码已发完', '該尺碼已發完', 'No shirts of this size were left'),
  size_same: text('选手手里就是这个尺码', '選手手上就是這個尺碼', 'The runner already had this size'),
  bag_here: text('已经存过包', '已經寄存過物品', 'A bag was already stored'),
  bag_none: text('当时没有存包', '當時沒有寄存物品', 'No bag was stored'),
  tag_used: text('包牌号正在使用', '物品牌號正在使用', 'The bag tag was in use'),
  handed_thing: text('已经领过了', '已經領過了', 'This was already handed out'),
  signature_needed: text('没有签名', '沒有簽名', 'The signature is missing'),
  proxy_withdrawn: text('代领授权无效或已撤回', '代領授權無效或已撤回', 'The authorisation was not valid'),
  bib_held: text('选手已有别的参赛号', '選手已有別的參賽號', 'The runner had another bib'),
  bib_taken: text('参赛号属于别人', '參賽號屬於別人', 'The bib belonged to somebody else'),
  bib_kept_before: text('参赛号为嘉宾保留', '參賽號為嘉賓保留', 'The bib is kept for a guest'),
  bib_not_due: text('选手不能分配参赛号', '選手不能分配參賽號', 'The runner is not due a bib'),
  bibs_too_few: text('号码不够', '號碼不夠', 'The bibs ran out'),
  entry_not_found: text('要撤销的记录没有到达', '要復原的紀錄沒有送達', 'The entry to undo has not arrived'),
  undone_already: text('这条记录已撤销过', '這筆紀錄已復原過', 'The entry was already undone'),
  undo_not_own: text('撤销了别的领物台的记录', '復原了別的領物台的紀錄', 'Another desk wrote the undone entry'),
  undo_newest_first: text('没有先撤销后来的记录', '沒有先復原後來的紀錄', 'A later entry was not undone first'),
  moment_unsure: text(
    '时间不确定：设备的时钟被改过',
    '時間不確定：裝置的時鐘被改過',
    "The time is uncertain: the device's clock was changed",
  ),
  device_revoked: text('设备当时已停用', '裝置當時已停用', 'The device was switched off'),
  disclaimer: text('未签免责声明', '未簽免責聲明', 'Disclaimer not signed'),
  health: text('未签健康声明', '未簽健康聲明', 'Health declaration not signed'),
  guardian: text('没有监护人', '沒有監護人', 'No guardian'),
  bib: text('没有参赛号', '沒有參賽號', 'No bib'),
  proxy: text('离线时未能核对代领授权', '離線時未能核對代領授權', 'The device could not check the authorisation'),
}

export const tableWords = {
  title: text('领物台发放记录', '領物台發放紀錄', 'Hand-outs at the desks'),
  at: text('时间', '時間', 'Time'),
  received: text('服务器收到时间', '伺服器收到時間', 'Received'),
  kind: text('事项', '事項', 'Entry'),
  desk: text('领物台', '領物台', 'Desk'),
  staff: text('工作人员', '工作人員', 'Staff'),
  bib: text('参赛号', '參賽號', 'Bib'),
  size_out: text('发出尺码', '發出尺碼', 'Size handed out'),
  size_in: text('收回尺码', '收回尺碼', 'Size brought back'),
  tag: text('包牌号', '物品牌號', 'Bag tag'),
  proxy: text('代领人', '代領人', 'Collected by'),
  undone: text('已撤销', '已復原', 'Undone'),
  yes: text('是', '是', 'Yes'),
  despite: text('工作人员放行', '工作人員放行', 'Waived by staff'),
  doubts: text('疑点', '疑點', 'Doubts'),
  entry: text('记录编号', '紀錄編號', 'Entry number'),
  undoes: text('撤销的记录', '復原的紀錄', 'Undoes entry'),
} as const
