import { text } from '#contract/words.ts'

export const answeredWords = { yes: text('是', '是', 'Yes'), no: text('否', '否', 'No') } as const

export const words = {
  title: text('医疗台', '醫療台', 'Medical desk'),
  about: text(
    '每次打开都会记录打开人和原因，选手本人可以看到。',
    '每次開啟都會記錄開啟人和原因，選手本人可以看到。',
    'Each opening is logged with your name and reason, and the runner can see it.',
  ),
  start: text('请查找选手', '請查找選手', 'Find a runner'),
  start_text: text(
    '扫描号码布，或输入参赛号、姓名。',
    '掃描號碼布，或輸入參賽號、姓名。',
    'Scan the bib, or type a bib or a name.',
  ),
  why: text('打开原因', '開啟原因', 'Reason'),
  why_hint: text('选择或填写', '選擇或填寫', 'Choose one, or type it'),
  reason_treat: text('现场伤病处置', '現場傷病處置', 'Treating the runner'),
  reason_ask: text('赛前健康问诊', '賽前健康問診', 'Check before the start'),
  reason_contact: text('联系家属', '聯絡家屬', 'Calling the family'),
  open: text('打开医疗信息', '開啟醫療資訊', 'Open medical details'),
  close: text('关闭', '關閉', 'Close'),
  closes: text('{n} 分钟后自动关闭', '{n} 分鐘後自動關閉', 'Closes by itself after {n} {n|minute|minutes}'),
  emergency: text('紧急联系人', '緊急聯絡人', 'Emergency contact'),
  emergency_none: text('没有填写紧急联系人', '沒有填寫緊急聯絡人', 'No emergency contact was given'),
  guardian: text('监护人', '監護人', 'Guardian'),
  runner: text('选手手机', '選手手機', "Runner's mobile"),
  person: text('性别与年龄', '性別與年齡', 'Gender and age'),
  years: text('{n} 岁', '{n} 歲', '{n}'),
  bloodtype: text('血型', '血型', 'Blood type'),
  answers: text('报名时填写的健康信息', '報名時填寫的健康資訊', 'Health answers at sign-up'),
  declaration: text('健康声明', '健康聲明', 'Health declaration'),
  declaration_none: text('没有签署健康声明', '沒有簽署健康聲明', 'No health declaration was signed'),
  doctor: text('声明建议由医生确认', '聲明建議由醫師確認', 'The declaration asks for a doctor'),
  signed_at: text('{time} 签署', '{time} 簽署', 'Signed at {time}'),
} as const
