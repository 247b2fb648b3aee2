import { type Text, text } from '#contract/words.ts'

export const storyWords = {
  asked: text('申请删除个人数据', '申請刪除個人資料', 'Requested deletion of their data'),
  withdrawn: text('撤回删除申请', '撤回刪除申請', 'Withdrew the deletion request'),
  consented: text('同意：{name}', '同意：{name}', 'Agreed to: {name}'),
  revoked: text('撤回同意：{name}', '撤回同意：{name}', 'Withdrew consent: {name}'),
} as const

export const consentNameWords: Readonly<Record<string, Text>> = {
  publication: text('成绩公示', '成績公示', 'publication of results'),
  photos: text('照片与人脸检索', '照片與人臉檢索', 'photos and face search'),
  face: text('领物现场人脸核验', '領物現場人臉核驗', 'face check at pick-up'),
  marketing: text('赛事资讯', '賽事資訊', 'news'),
  health: text('健康信息处理', '健康資訊處理', 'health data'),
}
