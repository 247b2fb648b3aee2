import { type Text, refusal, text } from '#contract/words.ts'
import type { AlarmCarrierKind } from '../monitor/alarms.rules.ts'
import type { LiveDeviceState } from './devices.rules.ts'

export const carrierWords: Record<AlarmCarrierKind, Text> = {
  runner: text('选手', '選手', 'Runner'),
  pacer: text('配速员', '配速員', 'Pacer'),
  sweeper: text('收容', '收容', 'Sweeper'),
  vehicle: text('车辆', '車輛', 'Vehicle'),
}
export const deviceStateWords: Record<LiveDeviceState, Text> = {
  free: text('在库', '在庫', 'In stock'),
  out: text('已发放', '已發放', 'Handed out'),
  lost: text('丢失', '遺失', 'Lost'),
}
/** The words of the table and of the list that staff import. */
export const deviceTableWords = {
  title: text('定位设备', '定位裝置', 'Tracking devices'),
  code: text('设备编号', '裝置編號', 'Device code'),
  model: text('型号', '型號', 'Model'),
  state: text('状态', '狀態', 'State'),
  kind: text('携带者', '攜帶者', 'Carrier'),
  bib: text('参赛号', '參賽號', 'Bib'),
  name: text('名称', '名稱', 'Name'),
  event: text('组别', '組別', 'Event'),
  target: text('目标成绩', '目標成績', 'Target time'),
  given_at: text('发放时间', '發放時間', 'Handed out at'),
  given_by: text('发放人', '發放人', 'Handed out by'),
  contact_at: text('最近上报', '最近回報', 'Last contact'),
  battery: text('电量（%）', '電量（%）', 'Battery (%)'),
  lost_at: text('丢失时间', '遺失時間', 'Lost at'),
  notes: text('备注', '備註', 'Notes'),
  token: text('上报标识', '回報識別碼', 'Device identifier'),
  list_text: text(
    '一行一台设备。填写参赛号即发放给该选手，只有赛道监控能看到位置。',
    '一列一台裝置。填寫參賽號即發放給該選手，只有賽道監控能看到位置。',
    'One device a row. A bib hands the device to that runner; only race control sees its positions.',
  ),
  row_code: text('设备编号不正确', '裝置編號不正確', 'The device code is not valid'),
  row_twice: text('文件里已有这个设备编号', '檔案裡已有這個裝置編號', 'This device code is in the file already'),
  row_name: text(
    '上报标识至少 20 位字母和数字，且不能全是数字',
    '回報識別碼至少 20 位字母和數字，且不能全是數字',
    'A device identifier has at least 20 letters and figures, and not figures alone',
  ),
  row_name_known: text(
    '另一台设备已用这个上报标识',
    '另一台裝置已用這個回報識別碼',
    'Another device has this identifier',
  ),
  row_bib: text('没有参赛号为 {bib} 的选手', '沒有參賽號為 {bib} 的選手', 'No runner has the bib {bib}'),
  row_shared: text(
    '几个组别都用参赛号 {bib}，请在发放页选择组别后发放',
    '幾個組別都用參賽號 {bib}，請在發放頁選擇組別後發放',
    'Several events use bib {bib}. Hand this device out on the page, where you choose the event',
  ),
  row_has: text('{bib} 号选手已有另一台设备', '{bib} 號選手已有另一台裝置', 'Runner {bib} has another device'),
  row_out: text(
    '设备已发放给 {who}，请先收回',
    '裝置已發放給 {who}，請先收回',
    '{who} has this device. Take it back first',
  ),
} as const

export const deviceRefusals = {
  tracker_not_found: refusal('404', '没有找到这台定位设备', '找不到這台定位裝置', 'This tracking device was not found'),
  tracker_known: refusal(
    '409',
    '已有编号为 {code} 的设备',
    '已有編號為 {code} 的裝置',
    'A device {code} is there already',
  ),
  tracker_name_weak: refusal(
    '422',
    '上报标识至少 20 位字母和数字，且不能全是数字',
    '回報識別碼至少 20 位字母和數字，且不能全是數字',
    'A device identifier has at least 20 letters and figures, and not figures alone',
  ),
  tracker_name_known: refusal(
    '409',
    '另一台设备已用这个上报标识',
    '另一台裝置已用這個回報識別碼',
    'Another device has this identifier',
  ),
  tracker_used: refusal(
    '409',
    '这台设备发放过，不能删除',
    '這台裝置發放過，不能刪除',
    'This device was handed out before, so it cannot be removed',
  ),
  tracker_out: refusal(
    '409',
    '设备已发放给 {who}，请先收回',
    '裝置已發放給 {who}，請先收回',
    '{who} has this device. Take it back first',
  ),
  tracker_in: refusal('409', '这台设备在库', '這台裝置在庫', 'This device is in stock'),
  tracker_runner_unknown: refusal(
    '404',
    '没有参赛号为 {bib} 的选手',
    '沒有參賽號為 {bib} 的選手',
    'No runner has the bib {bib}',
  ),
  tracker_runner_has: refusal(
    '409',
    '{bib} 号选手已有设备 {code}',
    '{bib} 號選手已有裝置 {code}',
    'Runner {bib} has the device {code}',
  ),
  tracker_carrier_unnamed: refusal(
    '422',
    '请填写名称，配速员还要填组别和目标成绩',
    '請填寫名稱，配速員還要填組別和目標成績',
    'Please give a name, and for a pacer the event and the target time',
  ),
} as const
