import { refusal, text } from '#contract/words.ts'
import { groupWords } from '#features/fields/words.ts'

export const refusals = {
  nothing_held: refusal('404', '没有找到这项数据', '找不到這項資料', "We couldn't find this data"),
  consent_unknown: refusal('404', '没有这项同意', '沒有這項同意', "This consent doesn't exist"),
  consent_carries_race: refusal(
    '409',
    '比赛结束前，这项同意是参赛所必需的。请先退赛或删除报名，再撤回',
    '比賽結束前，這項同意是參賽所必需的。請先退賽或刪除報名，再撤回',
    "You can't take part without this consent until the race is over. Withdraw from the race or delete your entry first",
  ),
  no_mobile: refusal(
    '409',
    '账号没有绑定手机号，无法确认',
    '帳號沒有綁定手機號碼，無法確認',
    "Your account has no linked mobile number, so we can't confirm it's you",
  ),
  erasure_asked: refusal('409', '已经申请过删除', '已經申請過刪除', 'Deletion has already been requested'),
  erasure_over: refusal(
    '409',
    '这次删除已经完成或已撤回',
    '這次刪除已經完成或已撤回',
    'This deletion has already been done or cancelled',
  ),
} as const

export const classWords = {
  identity: groupWords.identity,
  contact: groupWords.contact,
  emergency: groupWords.emergency,
  health: groupWords.health,
  proofs: groupWords.proofs,
  messages: text('通知短信', '通知簡訊', 'Text messages'),
  log: text('操作日志', '操作紀錄', 'Staff activity log'),
} as const

/** The labels of data that the sign-up form does not ask for. */
export const besideWords = {
  health: text('健康回答', '健康回答', 'Health answers'),
  invoice_email: text('发票邮箱', '發票信箱', 'Invoice email'),
  parcel_to: text('邮寄地址', '郵寄地址', 'Postal address'),
} as const

/** The texts that tell a person how staff opened the personal data, by the action of the log. */
export const openings = {
  'registration opened': text('查看了证件与联系方式', '檢視了證件與聯絡方式', 'Viewed ID and contact details'),
  'declaration opened': text('查看了健康声明', '檢視了健康聲明', 'Viewed the health declaration'),
  'portrait opened': text('在领物台查看了您的照片', '在領物台檢視了您的照片', 'Viewed your photo at a desk'),
  'face checked': text('在领物台核验了人脸', '在領物台核驗了人臉', 'Face check at a desk'),
  'incident opened': text('查看了医疗事件记录', '檢視了醫療事件紀錄', 'Viewed a medical incident record'),
  'medical opened': text('查看了医疗信息', '檢視了醫療資訊', 'Viewed medical details'),
  'parcel opened': text('查看了邮寄地址', '檢視了郵寄地址', 'Viewed the postal address'),
  'invoice mail opened': text('查看了发票邮箱', '檢視了發票信箱', 'Viewed the invoice email'),
  'proof opened': text('查看了上传的证明', '檢視了上傳的證明', 'Viewed an uploaded proof'),
} as const
export const onePerson = { title: text('个人数据副本', '個人資料副本', 'Copy of personal data') } as const
export const someStaff = text('工作人员', '工作人員', 'Staff')

export const effects = {
  publication: text(
    '公开的成绩、排名、证书和名单中不再显示您的姓名和年龄组。',
    '公開的成績、排名、證書和名單中不再顯示您的姓名和年齡組。',
    'Public results, rankings, certificates and lists will no longer show your name and age group.',
  ),
  photos: text(
    '不再用您的人脸查找照片；仍可按参赛号查找。',
    '不再用您的人臉尋找照片；仍可按參賽號尋找。',
    'Your face will no longer be used to find photos. You can still search by bib.',
  ),
  face: text(
    '领物台不再核验您的人脸；凭证件或报名二维码领取。',
    '領物台不再核驗您的人臉；憑證件或報名 QR Code 領取。',
    "Desks will no longer check your face. Collect with your ID or your entry's QR code.",
  ),
  marketing: text(
    '不再向您发送赛事资讯；与报名有关的通知照常。',
    '不再向您傳送賽事資訊；與報名有關的通知照常。',
    'You will get no more race news. Notices about your entries still arrive.',
  ),
  health: text(
    '您的健康回答和签名将被删除；赛前须重新填写声明才能领取参赛物品。',
    '您的健康回答和簽名將被刪除；賽前須重新填寫聲明才能領取參賽物品。',
    'Your health answers and signature will be deleted. You must sign again before the race to collect your race pack.',
  ),
  carries: text(
    '没有这项同意就不能参赛：赛前请先退赛或删除报名；赛后撤回，本次报名的个人数据会在 {n} 天后删除。',
    '沒有這項同意就不能參賽：賽前請先退賽或刪除報名；賽後撤回，本次報名的個人資料會在 {n} 天後刪除。',
    "You can't take part without this consent. Before the race, withdraw or delete your entry first. If you withdraw it after the race, the personal data of this entry is deleted in {n} {n|day|days}.",
  ),
} as const
export const healthTitle = text('健康信息处理同意书', '健康資訊處理同意書', 'Consent to keep health data')

/** The effects of an erasure and the remaining data, in sentences. */
export const plan = {
  gone_sealed: text(
    '证件号码、出生日期、手机号、邮箱、地址；邮寄地址和发票邮箱',
    '證件號碼、出生日期、手機號碼、電子郵件、地址；郵寄地址和發票信箱',
    'ID number, date of birth, mobile number, email and address; postal and invoice addresses',
  ),
  gone_emergency: text(
    '紧急联系人、监护人、健康信息、上传的证明',
    '緊急聯絡人、監護人、健康資訊、上傳的證明',
    'Emergency contact, guardian, health data, uploaded proofs',
  ),
  gone_name: text('报名中的姓名和填写的问题', '報名中的姓名和填寫的問題', 'Name and answers on the entry'),
  gone_result: text(
    '已公布成绩中的姓名、年龄和年龄组',
    '已公布成績中的姓名、年齡和年齡組',
    'Name, age and age group on published results',
  ),
  gone_person: text('常用报名人的全部信息', '常用報名人的全部資料', 'Everything about the saved person'),
  gone_account: text(
    '账号的手机号、登录、常用报名人、消息和绑定',
    '帳號的手機號碼、登入、常用報名人、訊息和綁定',
    'Mobile number, logins, saved people, messages and linked accounts',
  ),
  kept_result: text(
    '成绩本身（参赛号、用时、名次）：赛事记录，不含姓名',
    '成績本身（參賽號、用時、名次）：賽事紀錄，不含姓名',
    'The result itself (bib, time, position): the race record, without your name',
  ),
  kept_result_named: text(
    '成绩及姓名：按您的选择继续公布',
    '成績及姓名：依您的選擇繼續公布',
    'Your result with your name stays published, as you chose',
  ),
  kept_orders: text(
    '订单、支付和退款：依会计法规保存 {n} 年，不含姓名和证件；已开具的发票连同抬头一并保存',
    '訂單、付款和退款：依會計法規保存 {n} 年，不含姓名和證件；已開立的發票連同抬頭一併保存',
    'Orders, payments and refunds: kept for {n} {n|year|years} as accounting law requires, without name or ID; issued invoices are kept with the name on them',
  ),
  kept_log: text(
    '工作人员操作日志：只记操作，不含您填写的内容',
    '工作人員操作紀錄：只記操作，不含您填寫的內容',
    'Staff activity log: only what was done, not what you entered',
  ),
  kept_parcels: text(
    '{race}尚未寄出的{things}：收货地址保留到寄出或取消之后，再自动删除。不想再收到，请先联系组委会',
    '{race}尚未寄出的{things}：收件地址保留到寄出或取消之後，再自動刪除。不想再收到，請先聯絡主辦單位',
    '{race}, not sent yet: {things}. The address is kept until this is sent or cancelled, and then erased. If you do not want it any more, contact the organisers first',
  ),
  kept_others: text('其他报名不受影响', '其他報名不受影響', 'Your other entries are not affected'),
  kept_settling: text(
    '{race}已结束：到 {day} 之前，保险和申诉仍需要这些数据',
    '{race}已結束：到 {day} 之前，保險和申訴仍需要這些資料',
    '{race} is over. Until {day}, insurance and protests still need this data',
  ),
  kept_race: text(
    '{race}尚未结束：到 {day} 之前，参赛、保险和申诉仍需要这些数据',
    '{race}尚未結束：到 {day} 之前，參賽、保險和申訴仍需要這些資料',
    '{race} is not over. Until {day}, the race, insurance and protests still need this data',
  ),
} as const
export const wholeAccount = text('整个账号', '整個帳號', 'The whole account')
