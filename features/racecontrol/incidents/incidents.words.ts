import { type Text, text } from '#contract/words.ts'
import type { DetailName, IncidentState } from './incidents.contract.ts'

export const incidentStateWords: Record<IncidentState, Text> = {
  open: text('待处置', '待處置', 'Waiting for help'),
  treating: text('处置中', '處置中', 'Being treated'),
  hospital: text('已送医', '已送醫', 'In hospital'),
  closed: text('已结案', '已結案', 'Closed'),
}
export const detailWords: Record<DetailName, Text> = {
  happened: text('伤病情况', '傷病情況', 'What happened'),
  measure: text('处置措施', '處置措施', 'Treatment given'),
  hospital: text('送往医院', '送往醫院', 'Hospital'),
  family: text('告知了哪位家属，由谁告知', '告知了哪位家屬，由誰告知', 'Who was told, and by whom'),
  notes: text('备注', '備註', 'Notes'),
}
export const tableWords = {
  title: text('医疗事件登记', '醫療事件登記', 'Medical incidents'),
  number: text('编号', '編號', 'Number'),
  at: text('发生时间', '發生時間', 'Time'),
  event: text('组别', '組別', 'Event'),
  metres: text('赛道距离（米）', '賽道距離（公尺）', 'Metres on the course'),
  place: text('地点', '地點', 'Place'),
  lat: text('纬度', '緯度', 'Latitude'),
  lon: text('经度', '經度', 'Longitude'),
  bib: text('参赛号', '參賽號', 'Bib'),
  name: text('姓名', '姓名', 'Name'),
  state: text('状态', '狀態', 'State'),
  family_at: text('告知家属时间', '告知家屬時間', 'Family told at'),
  changed_by: text('最后修改人', '最後修改人', 'Changed by'),
  updated_at: text('最后修改时间', '最後修改時間', 'Changed at'),
} as const
