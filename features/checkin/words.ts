import { refusal, text } from '#contract/words.ts'

export const refusals = {
  declaration_not_found: refusal(
    '404',
    '这场赛事没有需要签署的声明',
    '這場賽事沒有需要簽署的聲明',
    'This race has nothing to sign',
  ),
  declaration_soon: refusal('409', '还没有到签署时间', '還沒有到簽署時間', 'Signing has not opened yet'),
  declaration_over: refusal('409', '签署时间已过', '簽署時間已過', 'Signing has closed'),
  declaration_changed: refusal(
    '409',
    '声明内容已更新，请重新阅读后签署',
    '聲明內容已更新，請重新閱讀後簽署',
    'The text has changed. Please read it again and sign',
  ),
  not_entered: refusal(
    '409',
    '报名成功并完成支付后才能办理',
    '報名成功並完成付款後才能辦理',
    'Available once your entry is confirmed and paid',
  ),
  already_applied: refusal('409', '您已经提交过了', '您已經送出過了', 'Already applied'),
  thing_not_found: refusal('404', '没有找到这一项', '找不到這一項', "We couldn't find this"),
} as const

export const words = {
  unanswered: text('您还有题目未作答', '您還有題目未作答', "You haven't answered the question"),
  note_needed: text('请补充说明', '請補充說明', 'Please give details'),
  typed_differs: text('输入不一致', '輸入不一致', "Type the signer's name exactly as shown"),
  signature_missing: text('请签名', '請簽名', 'Please sign here'),
  signature_short: text(
    '签名太短，请完整书写姓名',
    '簽名太短，請完整書寫姓名',
    'The signature is too short. Please write your full name',
  ),
  consent_needed: text('请阅读并同意', '請閱讀並同意', 'Please read and agree'),
  guardian_needed: text('请填写监护人姓名', '請填寫監護人姓名', "Please enter the guardian's name"),
  position_half: text('请同时填写纬度和经度', '請同時填寫緯度和經度', 'Give both latitude and longitude'),
  window_wrong: text('结束时间应晚于开始时间', '結束時間應晚於開始時間', 'The end must be after the start'),
  question_twice: text('题目的名称重复了', '題目的名稱重複了', 'Two questions have the same name'),
  health_consent_title: text('健康信息处理同意书', '健康資料處理同意書', 'Consent to keep health data'),
  health_consent: text(
    '您填写的健康情况属于敏感个人信息。我们仅用于判断您是否适合参赛，以及比赛当天的医疗救护：内容加密保存，只有医疗与检录负责人可以打开，每次打开都会留下记录，赛后按保存期限删除。您可以不同意并改在现场由医疗人员当面确认，也可以随时撤回同意。',
    '您填寫的健康情況屬於敏感個人資料。我們僅用於判斷您是否適合參賽，以及比賽當天的醫療救護：內容加密保存，只有醫療與檢錄負責人可以開啟，每次開啟都會留下紀錄，賽後依保存期限刪除。您可以不同意並改在現場由醫療人員當面確認，也可以隨時撤回同意。',
    'What you tell us about your health is sensitive personal data. We use it only to judge whether you are fit to take part, and for medical help on race day. It is stored encrypted, only the medical and check-in leads can open it, and each opening is logged. It is deleted after the race when the retention period ends. You can decline and see the medical desk in person instead, and you can withdraw this consent at any time.',
  ),
} as const

/** The version of the consent's wording. After a change of the wording, people must give their consent again. */
export const HEALTH_CONSENT = '2026-11'
