import { refusal } from '#contract/words.ts'

export const refusals = {
  race_day_past: refusal(
    '422',
    '比赛时间已经过去，请选择将来的时间',
    '比賽時間已經過去，請選擇將來的時間',
    'This race day has passed. Choose one that lies ahead',
  ),
  race_to_copy_gone: refusal('404', '没有找到要复制的赛事', '找不到要複製的賽事', 'The race to copy was not found'),
  staff_not_yours: refusal(
    '403',
    '只有可以管理工作人员的人才能一并复制工作人员',
    '只有可以管理工作人員的人才能一併複製工作人員',
    'Only somebody who manages staff can copy their roles',
  ),
  race_not_over: refusal(
    '409',
    '赛事还没有结束，且对选手公开，不能归档。请等赛事结束，或先取消公开',
    '賽事尚未結束且對選手公開，不能封存。請等賽事結束，或先取消公開',
    'This race is published and not over yet. Archive it after the race day, or unpublish it first',
  ),
  race_not_empty: refusal(
    '409',
    '已有人报名、下单或有成绩，不能删除。可以归档',
    '已有人報名、下單或有成績，不能刪除。可以封存',
    'Somebody has signed up, ordered or got a result, so this race cannot be deleted. You can archive it',
  ),
} as const
