import { type Lang, text } from '#contract/words.ts'
import { fieldWords } from './words.ts'

/** What the fields of a copy are called where a person reads them (data.html); data.json keeps the names of the API. */
const said = {
  ...fieldWords,
  made_at: text('生成时间', '產生時間', 'Made at'), account: text('账号', '帳號', 'Account'), registrations: text('报名', '報名', 'Registrations'), people: text('常用报名人', '常用報名人', 'Saved people'),
  orders: text('订单', '訂單', 'Orders'), messages: text('消息', '訊息', 'Messages'), sessions: text('登录', '登入', 'Log-ins'), files: text('上传的图片', '上傳的圖片', 'Uploaded pictures'),
  invoices: text('发票', '發票', 'Invoices'), parcels: text('邮寄', '郵寄', 'Parcels'), shifts: text('志愿服务', '志工服務', 'Volunteer shifts'), photos: text('照片', '照片', 'Photos'), erasures: text('删除申请', '刪除申請', 'Erasures asked for'),
  uid: text('账号编号', '帳號編號', 'Account number'), created_at: text('建立时间', '建立時間', 'Created'), hide_name: text('公开处不显示姓名', '公開處不顯示姓名', 'Name hidden in public'), hide_age: text('公开处不显示年龄组', '公開處不顯示年齡組', 'Age group hidden in public'),
  _key: text('查询码', '查詢碼', 'Key'), raceid: text('赛事编号', '賽事編號', 'Race number'), race: text('赛事', '賽事', 'Race'), event: text('组别', '組別', 'Event'), time: text('比赛时间', '比賽時間', 'Race day'), zone: text('时区', '時區', 'Time zone'),
  erased_at: text('删除时间', '刪除時間', 'Erased'), result: text('有成绩', '有成績', 'Has a result'), classes: text('保存期限', '保存期限', 'How long it is kept'), class: text('数据类别', '資料類別', 'Class'), held: text('是否保存', '是否保存', 'Held'), until: text('保存至', '保存至', 'Until'),
  opened: text('谁查看过', '誰檢視過', 'Opened by'), at: text('时间', '時間', 'At'), what: text('内容', '內容', 'What'), roles: text('角色', '角色', 'Roles'),
  consents: text('同意书', '同意書', 'Consents'), consent_history: text('同意的变更', '同意的變更', 'Changes of consents'), title: text('标题', '標題', 'Title'), version: text('版本', '版本', 'Version'), body: text('原文', '原文', 'Wording'), hash: text('原文校验值（SHA-256）', '原文雜湊值（SHA-256）', 'Hash of the wording (SHA-256)'),
  withdrawn_at: text('撤回时间', '撤回時間', 'Taken back'), choice: text('可选', '可選', 'Optional'), effect: text('撤回的后果', '撤回的後果', 'What taking it back does'), given: text('是否同意', '是否同意', 'Given'),
  state: text('状态', '狀態', 'State'), bib: text('参赛号', '參賽號', 'Bib'), idtype: text('证件类型', '證件類型', 'Document'), country: text('签发国家', '簽發國家', 'Issuing country'), gender: text('性别', '性別', 'Gender'),
  emerrelationship: text('与紧急联系人的关系', '與緊急聯絡人的關係', 'Relationship'), province: text('省份', '省份', 'Province'), city: text('城市', '城市', 'City'), area: text('区县', '區縣', 'District'), clothes: text('衣服尺码', '衣服尺碼', 'Shirt size'), packagebus: text('班车', '接駁車', 'Bus'), answers: text('填写的问题', '填寫的問題', 'Answers'),
  values: text('填写的信息', '填寫的資料', 'What you filled in'), label: text('名称', '名稱', 'Name'), value: text('值', '值', 'Value'), results: text('成绩', '成績', 'Results'), outcome: text('完赛状态', '完賽狀態', 'Outcome'), gun_ms: text('枪成绩（毫秒）', '槍成績（毫秒）', 'Gun time (ms)'), net_ms: text('净成绩（毫秒）', '淨成績（毫秒）', 'Net time (ms)'), place: text('名次或地点', '名次或地點', 'Place'),
  tradeno: text('订单号', '訂單號', 'Order number'), subject: text('内容', '內容', 'Subject'), amount: text('金额（分）', '金額（分）', 'Amount (fen)'), currency: text('币种', '幣別', 'Currency'), payment: text('支付方式', '付款方式', 'Payment'), pay_at: text('支付时间', '付款時間', 'Paid'), refunded: text('已退款（分）', '已退款（分）', 'Refunded (fen)'),
  text: text('正文', '內文', 'Text'), seen_at: text('最近使用', '最近使用', 'Last used'), user_agent: text('浏览器', '瀏覽器', 'Browser'), private: text('加密保存', '加密保存', 'Sealed'), file: text('文件', '檔案', 'File'),
  kind: text('种类', '種類', 'Kind'), tax_number: text('税号', '稅號', 'Tax number'), number: text('号码', '號碼', 'Number'), issued_at: text('开具时间', '開立時間', 'Issued'), link: text('链接', '連結', 'Link'), size: text('尺码', '尺碼', 'Size'), contact: text('收件人', '收件人', 'Sent to'), carrier: text('快递公司', '快遞公司', 'Carrier'), sent_at: text('寄出时间', '寄出時間', 'Sent'),
  claims: text('提交的成绩', '送出的成績', 'Handed-in results'), leavings: text('退赛与退款申请', '退賽與退款申請', 'Leaving and refunds'), cause: text('原因', '原因', 'Reason'), note: text('说明', '說明', 'Note'), share: text('费用（分）', '費用（分）', 'Fee (fen)'), time_ms: text('用时（毫秒）', '用時（毫秒）', 'Time (ms)'), reason: text('理由', '理由', 'Reason'),
  post: text('岗位', '崗位', 'Post'), team: text('小组', '小組', 'Team'), starts_at: text('开始', '開始', 'Starts'), ends_at: text('结束', '結束', 'Ends'), notes: text('备注', '備註', 'Notes'), followed: text('关注的参赛号', '追蹤的參賽號', 'Followed bibs'), kept: text('收藏', '收藏', 'Kept'), reported: text('举报', '檢舉', 'Reported'),
  scope: text('范围', '範圍', 'Scope'), asked_at: text('申请时间', '申請時間', 'Asked'), due_at: text('删除日期', '刪除日期', 'Due'), done_at: text('完成时间', '完成時間', 'Done'), relationship: text('关系', '關係', 'Relationship'), used_at: text('最近使用', '最近使用', 'Last used'),
} as const

/** A field's label; what has none keeps its name. */
export const labelOf = (field: string, lang: Lang): string => (Object.hasOwn(said, field) ? said[field as keyof typeof said][lang] : field)
export const yesNo = { yes: text('是', '是', 'Yes'), no: text('否', '否', 'No') } as const
