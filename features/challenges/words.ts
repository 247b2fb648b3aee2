import { type Text, refusal, text } from '#contract/words.ts'
import { checkReasonWords as trackWords } from '#features/trails/words.ts'
import type { ProofReason } from './contract.ts'

/** The version of the consent below. A change of its wording needs a new version. */
export const CHALLENGE_CONSENT_VERSION = '2026-11-27'
export const challengeConsent = {
  title: text('打卡轨迹与照片同意书', '打卡軌跡與照片同意書', 'Consent to use tracks and photos of a challenge'),
  body: text(
    '您上传的轨迹属于敏感个人信息。我们只用它核实您当天的运动，并记录距离和用时；他人看不到您去过哪里。为防止同一轨迹重复提交，轨迹的缩略数据保存到挑战结束后 30 天。照片仅您本人和赛事工作人员可见。排行榜公开您填写的名称、打卡天数和距离。您可以随时退出，退出后打卡记录立即删除。',
    '您上傳的軌跡屬於敏感個人資料。我們只用它核實您當天的運動，並記錄距離和用時；他人看不到您去過哪裡。為防止同一軌跡重複送出，軌跡的縮略資料保存到挑戰結束後 30 天。照片僅您本人和賽事工作人員可見。排行榜公開您填寫的名稱、打卡天數和距離。您可以隨時退出，退出後打卡紀錄立即刪除。',
    "A track that you upload is sensitive personal data. We use it only to verify your activity that day, and record its distance and time. Nobody else sees where you were. A reduced copy of the track is kept until 30 days after the challenge, so that the same track can't be submitted twice. Only you and race staff see your photos. The leaderboard shows the name that you choose, your days and your distance. You can leave at any time, and your check-ins are then deleted at once.",
  ),
} as const

export const refusals = {
  challenge_not_found: refusal('404', '没有找到这个挑战', '找不到這個挑戰', "We couldn't find this challenge"),
  challenge_over: refusal('409', '这个挑战已结束', '這個挑戰已結束', 'This challenge has ended'),
  challenge_consent_outdated: refusal(
    '409',
    '同意书已更新，请重新阅读后同意',
    '同意書已更新，請重新閱讀後同意',
    'The consent has changed. Please read it again',
  ),
  challenge_not_joined: refusal('403', '请先参加这个挑战', '請先參加這個挑戰', 'Please join this challenge first'),
  challenge_group_not_found: refusal('404', '没有找到这个小组', '找不到這個小組', "We couldn't find this group"),
  challenge_group_full: refusal('409', '这个小组已满', '這個小組已滿', 'This group is full'),
  challenge_file_needed: refusal(
    '422',
    '请选择轨迹文件或照片',
    '請選擇軌跡檔案或照片',
    'Please choose a track or a photo',
  ),
  challenge_changed_meanwhile: refusal(
    '409',
    '其他人刚刚修改了这个挑战，请刷新后再改',
    '其他人剛剛修改了這個挑戰，請重新整理後再改',
    'Somebody else has just changed this challenge. Reload it first',
  ),
  challenge_days_wrong: refusal(
    '422',
    '结束日期不能早于开始日期，最长 366 天',
    '結束日期不能早於開始日期，最長 366 天',
    'The last day is before the first, or more than 366 days after it',
  ),
  challenge_target_too_far: refusal(
    '422',
    '目标天数多于挑战的天数',
    '目標天數多於挑戰的天數',
    'The goal has more days than the challenge',
  ),
  challenge_proof_not_found: refusal('404', '没有找到这条打卡', '找不到這筆打卡', 'This proof was not found'),
  challenge_proof_again: refusal(
    '409',
    '同一张照片已有一条有效打卡',
    '同一張照片已有一筆有效打卡',
    'The same photo counts already',
  ),
}

const { track_short, track_future, track_gap, track_impossible, track_bicycle, track_beside, track_cut, track_points } =
  trackWords
export const proofReasonWords: Readonly<Record<ProofReason, Text>> = {
  not_begun: text('挑战还没有开始', '挑戰還沒有開始', "The challenge hasn't started"),
  over: text('不在挑战的日期内', '不在挑戰的日期內', 'This day is outside the challenge'),
  ahead: text('这一天还没有到', '這一天還沒有到', "This day hasn't come yet"),
  not_missed: text('这一天不需要补卡', '這一天不需要補卡', "This day doesn't need a make-up"),
  makeup_none: text('补卡次数已用完', '補卡次數已用完', 'No make-up days are left'),
  makeup_late: text('已超过补卡期限', '已超過補卡期限', "It's too late to make up this day"),
  late_track: text('轨迹超过 2 天才上传', '軌跡超過 2 天才上傳', 'The track was uploaded more than 2 days later'),
  track_short,
  track_future,
  track_gap,
  track_impossible,
  track_bicycle,
  track_beside,
  track_cut,
  track_points,
  track_known: text('这条轨迹已经提交过', '這條軌跡已經送出過', 'This track has already been submitted'),
  proof_kind: text(
    '这个挑战不支持这种打卡方式',
    '這個挑戰不支援這種打卡方式',
    "This challenge doesn't accept this kind of check-in",
  ),
  photo_known: text('这张照片已经提交过', '這張照片已經送出過', 'This photo has already been submitted'),
  staff: text('工作人员未认可', '工作人員未認可', 'Not accepted by staff'),
}
export const tableWords = {
  proofs: text('打卡记录', '打卡紀錄', 'Proofs of a challenge'),
  ranks: text('挑战排行榜', '挑戰排行榜', 'Ranking of a challenge'),
  name: text('名称', '名稱', 'Name'),
  group: text('小组', '小組', 'Group'),
  day: text('日期', '日期', 'Day'),
  made_up: text('补卡', '補卡', 'Made up'),
  proof: text('方式', '方式', 'Proof'),
  metres: text('距离（米）', '距離（公尺）', 'Metres'),
  seconds: text('用时（秒）', '用時（秒）', 'Seconds'),
  state: text('状态', '狀態', 'State'),
  reason: text('未认可的原因', '未認可的原因', 'Why it does not count'),
  created_at: text('提交时间', '送出時間', 'Submitted'),
  rank: text('名次', '名次', 'Place'),
  days: text('打卡天数', '打卡天數', 'Days'),
} as const
export const proofWords = {
  track: text('轨迹', '軌跡', 'Track'),
  photo: text('照片', '照片', 'Photo'),
} as const
export const proofStateWords = {
  counts: text('有效', '有效', 'Counts'),
  waiting: text('待审核', '待審核', 'Waits for staff'),
  refused: text('未认可', '未認可', 'Not counted'),
} as const
