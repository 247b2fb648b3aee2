import { refusal } from '#contract/words.ts'

export const refusals = {
  hall_changed_meanwhile: refusal(
    '409',
    '大厅设置刚被别人修改过，您的修改还没有保存',
    '大廳設定剛被別人修改過，您的修改還沒有儲存',
    'Somebody else has just changed the hall. Your changes are not saved yet',
  ),
  hall_closed: refusal('409', '成绩大厅现在没有开放', '成績大廳目前沒有開放', "The results hall isn't open right now"),
  hall_client_unknown: refusal(
    '404',
    '这块屏幕或打印机已停用，请重新扫码',
    '這個螢幕或印表機已停用，請重新掃碼',
    'This screen or printer is no longer in use. Please scan again',
  ),
  hall_station_unknown: refusal(
    '404',
    '这台设备不在大厅里了，请向工作人员要新的链接',
    '這台裝置已不在大廳裡，請向工作人員索取新的連結',
    'This device is no longer in the hall. Ask staff for a new link',
  ),
  hall_not_finished: refusal(
    '422',
    '这里只展示本场比赛完赛选手的成绩',
    '這裡只展示本場比賽完賽選手的成績',
    'Only finishers of this race are shown here',
  ),
  hall_blocked: refusal(
    '409',
    '暂时不能投屏或打印，请联系现场工作人员',
    '暫時無法投放或列印，請洽現場工作人員',
    "You can't cast or print right now. Please speak to staff",
  ),
  hall_limit: refusal(
    '409',
    '您的次数已经用完，把机会留给其他选手吧',
    '您的次數已經用完，把機會留給其他選手吧',
    'You have used all your turns. Please leave some for other runners',
  ),
  hall_full: refusal(
    '409',
    '排队的人太多了，请稍后再来',
    '排隊的人太多了，請稍後再來',
    'The queue is full. Please come back later',
  ),
  hall_already: refusal('409', '您的图片已经在排队了', '您的圖片已經在排隊了', 'Your picture is already in the queue'),
  hall_no_photos: refusal(
    '422',
    '这个大厅只展示证书，不接收照片',
    '這個大廳只展示證書，不接收照片',
    'This hall shows certificates only, not photos',
  ),
  hall_no_printer: refusal('409', '现在没有可用的打印机', '目前沒有可用的印表機', 'No printer is available right now'),
  hall_under_rule: refusal(
    '409',
    '您的成绩正在公示，暂时不能投屏或打印',
    '您的成績正在公示，暫時無法投放或列印',
    "Your result is under review and can't be cast or printed yet",
  ),
  hall_job_unknown: refusal('404', '没有找到这张图片', '找不到這張圖片', "We couldn't find this picture"),
  hall_picture_gone: refusal(
    '409',
    '这张照片已过保存期，不能重印，请选手重新发送',
    '這張照片已過保存期，不能重印，請選手重新傳送',
    "The runner's photo is no longer stored, so it can't be printed again. Ask the runner to send it again",
  ),
  hall_job_elsewhere: refusal(
    '409',
    '这张图片的状态已经变了，请刷新后再看',
    '這張圖片的狀態已經變了，請重新整理後再看',
    'The status of this picture has changed. Please reload',
  ),
  hall_wrong_station: refusal(
    '409',
    '这张图片不在这台设备上',
    '這張圖片不在這台裝置上',
    'This picture is not at this device',
  ),
} as const
