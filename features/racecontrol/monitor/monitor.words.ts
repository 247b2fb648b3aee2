import { type Text, text } from '#contract/words.ts'
import type { AlarmKind } from './alarms.rules.ts'

export const alarmKindWords: Record<AlarmKind, Text> = {
  sos: text('求助', '求助', 'SOS'),
  still: text('停止移动', '停止移動', 'Not moving'),
  back: text('折返', '折返', 'Turned back'),
  off: text('偏离赛道', '偏離賽道', 'Off the course'),
  silent: text('失去联系', '失去聯絡', 'No contact'),
  overdue: text('超过预计到站时间', '超過預計到站時間', 'Overdue at the next point'),
  cutoff: text('落后关门时间', '落後關門時間', 'Behind the cut-off'),
  battery: text('电量低', '電量低', 'Battery low'),
}
export const alarmTableWords = {
  title: text('告警记录', '警報紀錄', 'Record of alarms'),
  number: text('编号', '編號', 'Number'),
  kind: text('告警', '警報', 'Alarm'),
  carried: text('对象', '對象', 'Carrier'),
  bib: text('参赛号', '參賽號', 'Bib'),
  place: text('地点', '地點', 'Place'),
  metres: text('赛道距离（米）', '賽道距離（公尺）', 'Distance on the course (m)'),
  lat: text('纬度', '緯度', 'Latitude'),
  lon: text('经度', '經度', 'Longitude'),
  value: text('数值', '數值', 'Value'),
  since: text('开始时间', '開始時間', 'Since'),
  raised_at: text('告警时间', '警報時間', 'Raised at'),
  taken_by: text('处理人', '處理人', 'Taken by'),
  taken_at: text('接手时间', '接手時間', 'Taken at'),
  ended_by: text('结束人', '結束人', 'Ended by'),
  ended_at: text('结束时间', '結束時間', 'Ended at'),
  notes: text('备注', '備註', 'Notes'),
} as const
