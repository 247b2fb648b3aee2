import { text } from '#contract/words.ts'

export const reviewRefusalReasons = [
  text('证件信息与照片不符', '證件資訊與照片不符', "The ID details don't match the photo"),
  text(
    '成绩证明不清晰，请重新上传',
    '成績證明不清晰，請重新上傳',
    "The proof of time isn't legible. Please upload it again",
  ),
  text('成绩不在认可的赛事范围内', '成績不在認可的賽事範圍內', "The time isn't from a recognised race"),
] as const
