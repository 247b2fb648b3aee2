import { refusal, text } from '#contract/words.ts'

/** The version of the consent below. A change of its wording needs a new version. */
export const SHARE_CONSENT_VERSION = '2026-11-27'
export const shareConsent = {
  title: text('位置共享同意书', '位置分享同意書', 'Consent to share your location'),
  body: text(
    '行踪轨迹属于敏感个人信息。开始共享后，我们会记录您手机的位置和时间，并按您的选择向公众或仅向持有链接的人显示，同时供赛事安全保障使用。位置在最后一次上传的 72 小时后删除；您主动保存的路线归您所有，直到您删除为止。不同意不影响参赛；您可以随时停止共享或撤回同意，撤回后位置立即删除。',
    '行蹤軌跡屬於敏感個人資料。開始分享後，我們會記錄您手機的位置和時間，並按您的選擇向公眾或僅向持有連結的人顯示，同時供賽事安全維護使用。位置在最後一次上傳的 72 小時後刪除；您主動保存的路線歸您所有，直到您刪除為止。不同意不影響參賽；您可以隨時停止分享或撤回同意，撤回後位置立即刪除。',
    'Location tracks are sensitive personal data. While you share, we record where your phone is and when. As you choose, we show it to everyone or only to people with your link, and race control uses it for your safety. Positions are deleted 72 hours after the last one arrives. A route that you save is yours until you delete it. You can take part without this consent. You can stop sharing or withdraw your consent at any time, and your positions are then deleted at once.',
  ),
} as const

export const refusals = {
  share_needs_entry: refusal(
    '403',
    '您在本赛事没有有效报名，无法共享',
    '您在本賽事沒有有效報名，無法分享',
    "You have no valid entry in this race, so you can't share",
  ),
  share_not_yet: refusal(
    '409',
    '出发前 24 小时起可以共享',
    '出發前 24 小時起可以分享',
    'You can share from 24 hours before the start',
  ),
  share_over: refusal(
    '409',
    '比赛已结束，不能再开始共享',
    '比賽已結束，不能再開始分享',
    "The race is over, so you can't start sharing",
  ),
  consent_outdated: refusal(
    '409',
    '同意书已更新，请重新阅读后同意',
    '同意書已更新，請重新閱讀後同意',
    'The consent has changed. Please read it again',
  ),
  run_not_found: refusal('404', '没有找到这次共享', '找不到這次分享', "We couldn't find this shared run"),
  run_stopped: refusal('409', '这次共享已结束', '這次分享已結束', 'This shared run has ended'),
  cheers_off: refusal('409', '选手关闭了加油留言', '選手關閉了加油留言', 'The runner has turned off cheers'),
  cheer_unfit: refusal(
    '422',
    '加油留言不能包含链接、联系方式或不文明用语',
    '加油留言不能包含連結、聯絡方式或不文明用語',
    "Cheers can't contain links, contact details or offensive words",
  ),
  route_empty: refusal('409', '还没有可保存的路线', '還沒有可保存的路線', 'There is no route to save yet'),
  track_file_too_large: refusal(
    '422',
    '文件过大，GPX 最大 15 MB，FIT 最大 5 MB',
    '檔案過大，GPX 上限 15 MB，FIT 上限 5 MB',
    'The file is too large: at most 15 MB for GPX and 5 MB for FIT',
  ),
  track_file_unreadable: refusal(
    '422',
    '无法读取这个文件，请上传 GPX 或 FIT 文件',
    '無法讀取這個檔案，請上傳 GPX 或 FIT 檔案',
    'This file cannot be read. Please choose a GPX or FIT file',
  ),
  track_file_without_times: refusal(
    '422',
    '文件中没有时间，无法补全轨迹',
    '檔案中沒有時間，無法補全軌跡',
    'The file has no times, so it cannot fill gaps',
  ),
  track_file_other_day: refusal(
    '422',
    '文件中的时间与这次跑步不符',
    '檔案中的時間與這次跑步不符',
    'The times in the file do not belong to this run',
  ),
}
