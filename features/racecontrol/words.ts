import { refusal } from '#contract/words.ts'

export const refusals = {
  alarm_not_found: refusal('404', '没有找到这条告警', '找不到這筆警報', 'This alarm was not found'),
  alarm_taken: refusal('409', '{who}已在处理', '{who}已在處理', '{who} has taken it'),
  alarm_ended: refusal('409', '这条告警已经结束', '這筆警報已經結束', 'This alarm has ended'),
  alarm_not_mine: refusal('409', '这条告警不是您在处理', '這筆警報不是您在處理', 'You have not taken this alarm'),
  alarm_there: refusal(
    '409',
    '这位选手已有一条未结束的求助',
    '這位選手已有一筆未結束的求助',
    'This runner already has an open call for help',
  ),
  alarm_where: refusal(
    '422',
    '请填写参赛号、距离或地点',
    '請填寫參賽號、距離或地點',
    'Please give a bib, a distance or a place',
  ),
  incident_not_found: refusal('404', '没有找到这条医疗事件', '找不到這筆醫療事件', 'This incident was not found'),
  incident_changed: refusal(
    '409',
    '这条医疗事件刚被别人修改过，请重新打开',
    '這筆醫療事件剛被別人修改過，請重新開啟',
    'Somebody else has just changed this incident. Please open it again',
  ),
} as const
