import { type Text, refusal, text } from '#contract/words.ts'
import type { Reason } from './contract.ts'

/** The version of the consent below. A change of its wording needs a new version. */
export const TRAIL_CONSENT_VERSION = '2026-11-27'
export const trailConsent = {
  title: text('路线打卡位置信息同意书', '路線打卡位置資訊同意書', 'Consent to use your location on a trail'),
  body: text(
    '行踪轨迹属于敏感个人信息。打卡时，我们会记录您手机的位置、时间，或您上传的轨迹，仅用于核实您到过各打卡点；他人看不到您的位置。排行榜公开您填写的名称、用时、积分和完成次数。打卡位置在 30 天后删除；为防止同一轨迹重复提交，轨迹的缩略数据在 400 天后删除。您可以随时撤回同意，撤回后打卡记录和轨迹立即删除，您也会退出排行榜。',
    '行蹤軌跡屬於敏感個人資料。打卡時，我們會記錄您手機的位置、時間，或您上傳的軌跡，僅用於核實您到過各打卡點；他人看不到您的位置。排行榜公開您填寫的名稱、用時、積分和完成次數。打卡位置在 30 天後刪除；為防止同一軌跡重複送出，軌跡的縮略資料在 400 天後刪除。您可以隨時撤回同意，撤回後打卡紀錄和軌跡立即刪除，您也會退出排行榜。',
    'Location tracks are sensitive personal data. When you check in, we record where your phone is and when, or the track that you upload. We use this only to verify that you were at each point. Nobody else sees your location. The leaderboard shows the name that you choose, your time, points and rounds. Positions are deleted after 30 days. A reduced copy of a track is deleted after 400 days; it prevents the same track from being submitted twice. You can withdraw your consent at any time. Your check-ins and tracks are then deleted at once, and you leave the leaderboard.',
  ),
} as const

export const refusals = {
  trail_not_found: refusal('404', '没有找到这条路线', '找不到這條路線', "We couldn't find this trail"),
  trail_over: refusal('409', '这条路线已结束', '這條路線已結束', 'This trail has ended'),
  trail_consent_outdated: refusal(
    '409',
    '同意书已更新，请重新阅读后同意',
    '同意書已更新，請重新閱讀後同意',
    'The consent has changed. Please read it again',
  ),
  trail_not_signed: refusal('403', '请先报名这条路线', '請先報名這條路線', 'Please join this trail first'),
  trail_point_unknown: refusal('404', '没有找到这个打卡点', '找不到這個打卡點', "We couldn't find this point"),
  trail_file_needed: refusal(
    '422',
    '请选择 GPX 或 FIT 文件',
    '請選擇 GPX 或 FIT 檔案',
    'Please choose a GPX or FIT file',
  ),
  trail_changed_meanwhile: refusal(
    '409',
    '其他人刚刚修改了这条路线，请刷新后再改',
    '其他人剛剛修改了這條路線，請重新整理後再改',
    'Somebody else has just changed this trail. Reload it first',
  ),
  trail_walked: refusal(
    '409',
    '已有人打卡，不能增减打卡点',
    '已有人打卡，不能增減打卡點',
    'People have checked in already, so no point can be added or removed',
  ),
  trail_check_not_found: refusal('404', '没有找到这条打卡记录', '找不到這筆打卡紀錄', 'This check was not found'),
  trail_check_cannot_count: refusal(
    '409',
    '这条打卡记录无法改为有效',
    '這筆打卡紀錄無法改為有效',
    'This check cannot be made to count',
  ),
}

/** The sentences that tell people why a check does not count. */
export const checkReasonWords: Readonly<Record<Reason, Text>> = {
  clock_ahead: text('手机时间比实际时间快', '手機時間比實際時間快', "Your phone's clock is ahead"),
  too_late: text('超过 48 小时才上传', '超過 48 小時才上傳', 'Uploaded more than 48 hours later'),
  trail_closed: text('不在路线开放时间内', '不在路線開放時間內', "The trail wasn't open"),
  point_closed: text('不在打卡点开放时间内', '不在打卡點開放時間內', "The point wasn't open"),
  way_not_offered: text(
    '这个打卡点不支持这种方式',
    '這個打卡點不支援這種方式',
    "This point doesn't support this way of checking in",
  ),
  code_wrong: text('二维码不属于这条路线', 'QR Code 不屬於這條路線', "This QR code doesn't belong to this trail"),
  code_old: text(
    '二维码已过期，请扫描屏幕上的新码',
    'QR Code 已過期，請掃描螢幕上的新碼',
    'This QR code has expired. Scan the new one on the screen',
  ),
  code_elsewhere: text('扫码时不在打卡点', '掃碼時不在打卡點', "You weren't at the point when you scanned"),
  code_two_places: text(
    '同一二维码同时在另一处使用',
    '同一 QR Code 同時在另一處使用',
    'The same QR code was used in another place at the same time',
  ),
  position_missing: text('没有取得位置', '沒有取得位置', 'No location'),
  inaccurate: text(
    '定位精度不足，请到开阔处重试',
    '定位精度不足，請到開闊處重試',
    "Your location isn't accurate enough. Try again in an open area",
  ),
  too_far: text('距离打卡点太远', '距離打卡點太遠', "You're too far from the point"),
  out_of_order: text('请按顺序打卡', '請按順序打卡', 'Please check in in order'),
  known: text('本轮已在这里打卡', '本輪已在這裡打卡', 'You have already checked in here in this round'),
  rounds_over: text('已完成全部轮次', '已完成全部輪次', 'You have completed all rounds'),
  too_fast: text(
    '两次打卡之间的速度不可能步行达到',
    '兩次打卡之間的速度不可能步行達到',
    'Nobody can walk between two points that fast',
  ),
  track_short: text('轨迹太短', '軌跡太短', 'The track is too short'),
  track_future: text('轨迹时间晚于当前时间', '軌跡時間晚於目前時間', "The track's time is in the future"),
  track_gap: text(
    '轨迹中断超过 2 小时，不像一次完成',
    '軌跡中斷超過 2 小時，不像一次完成',
    'The track pauses for more than 2 hours',
  ),
  track_impossible: text('轨迹中有不可能的速度', '軌跡中有不可能的速度', 'The track has impossible speeds'),
  track_bicycle: text('轨迹的速度像是骑行', '軌跡的速度像是騎行', 'The track looks like a bike ride'),
  track_beside: text('轨迹偏离路线', '軌跡偏離路線', 'The track leaves the route'),
  track_cut: text('轨迹漏掉了一段路线', '軌跡漏掉了一段路線', 'The track misses part of the route'),
  track_points: text(
    '轨迹没有经过可打卡的点',
    '軌跡沒有經過可打卡的點',
    "The track doesn't pass any point that counts",
  ),
  track_known: text('这条轨迹已经提交过', '這條軌跡已經送出過', 'This track has already been submitted'),
  undone: text('已由工作人员撤销', '已由工作人員撤銷', 'Removed by staff'),
}

export const checkWayWords = {
  code: text('扫码', '掃碼', 'Code'),
  position: text('定位', '定位', 'Position'),
  file: text('轨迹文件', '軌跡檔案', 'Track file'),
} as const
export const tableWords = {
  checks: text('路线打卡记录', '路線打卡紀錄', 'Checks on a trail'),
  ranks: text('路线排行榜', '路線排行榜', 'Ranking of a trail'),
  name: text('名称', '名稱', 'Name'),
  point: text('打卡点', '打卡點', 'Point'),
  way: text('方式', '方式', 'Way'),
  round: text('轮次', '輪次', 'Round'),
  at: text('打卡时间', '打卡時間', 'Time'),
  received_at: text('收到时间', '收到時間', 'Received'),
  reason: text('未计入的原因', '未計入的原因', 'Why it does not count'),
  rank: text('名次', '名次', 'Place'),
  seconds: text('用时（秒）', '用時（秒）', 'Time in seconds'),
  points: text('积分', '積分', 'Points'),
  repeats: text('完成轮数', '完成輪數', 'Complete rounds'),
} as const
