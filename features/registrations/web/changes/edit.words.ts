import { text } from '#contract/words.ts'

/** The texts of the pages for changing a registration. The fields have the same names as in the sign-up form. */
export const editWords = {
  title: text('修改资料', '修改資料', 'Edit registration'),
  mendTitle: text('补充资料', '補充資料', 'Correct and resubmit'),
  until: text('{time} 前可以修改', '{time} 前可以修改', 'Changes are possible until {time}'),
  reason: text('审核意见', '審核意見', 'What the review says'),
  mendHow: text(
    '请按审核意见修改后重新提交，提交后将再次审核。',
    '請依審核意見修改後重新送出，送出後將再次審核。',
    'Correct what the review asks for, then submit again. It will be reviewed anew.',
  ),
  fixed: text('不可修改', '不可修改', 'Cannot be changed'),
  fixedWhy: text(
    '证件、姓名、性别、生日和组别以报名时为准；填错了可在报名截止前删除后重新报名。',
    '證件、姓名、性別、生日和組別以報名時為準；填錯了可在報名截止前刪除後重新報名。',
    'Document, name, gender, birthday and event stay as signed up. If one is wrong, ' +
      'delete the registration and sign up again before sign-up closes.',
  ),
  event: text('报名组别', '報名組別', 'Event'),
  contact: text('联系方式', '聯絡方式', 'How to reach you'),
  emergency: text('紧急联系人', '緊急聯絡人', 'Emergency contact'),
  kit: text('装备与其他', '裝備與其他', 'Kit and more'),
  names: text('号码布与证书', '號碼布與證書', 'Bib and certificate'),
  proof: text('成绩证明', '成績證明', 'Qualifying run'),
  mobileHow: text('修改后请用新号码登录查看', '修改後請用新號碼登入查看', 'Log in with the new number from then on'),
  save: text('保存修改', '儲存修改', 'Save changes'),
  resubmit: text('重新提交审核', '重新送出審核', 'Submit again'),
  nothing: text('还没有修改内容', '尚未修改內容', 'Nothing has been changed yet'),
  saved: text('修改成功', '修改成功', 'Changes saved'),
  wrong: text('请先修改标出的内容', '請先修改標示的內容', 'Please correct what is marked'),
  restored: text('已恢复上次未保存的修改', '已還原上次未儲存的修改', 'We kept the changes you had not saved'),
  discard: text('放弃这些修改', '放棄這些修改', 'Discard them'),
  cannot: text('现在不能修改', '現在不能修改', 'It cannot be changed now'),
  toStatus: text('查看报名状态', '查看報名狀態', 'See the registration'),
  logIn: text('请先登录', '請先登入', 'Please log in'),
  logInHow: text(
    '请用报名时填写的手机号登录，验证后即可修改。',
    '請用報名時填寫的手機號碼登入，驗證後即可修改。',
    'Log in with the mobile number given at sign-up to make changes.',
  ),
  logInAction: text('手机号登录', '手機號碼登入', 'Log in with your mobile'),
  logInOther: text('换手机号登录', '換手機號碼登入', 'Use another number'),

  enTitle: text('英文姓名', '英文姓名', 'English name'),
  enLabel: text('英文姓名', '英文姓名', 'English name'),
  enHow: text(
    '与护照或拼音一致，只用英文字母，例如 ZHOU QIMING',
    '與護照或拼音一致，只用英文字母，例如 ZHOU QIMING',
    'As in your passport, in Latin letters, such as ZHOU QIMING',
  ),
  enWhere: text(
    '英文姓名会印在号码布和完赛证书上',
    '英文姓名會印在號碼布和完賽證書上',
    'Printed on your bib and on the finisher certificate',
  ),
  enPreviewBib: text('号码布', '號碼布', 'Bib'),
  enPreviewCertificate: text('完赛证书', '完賽證書', 'Certificate'),
  enCertificateLine: text('兹证明以下选手完成比赛', '茲證明以下選手完成比賽', 'This is to certify that'),
  enEmpty: text('您的英文姓名', '您的英文姓名', 'YOUR NAME'),
  enSave: text('保存英文姓名', '儲存英文姓名', 'Save the name'),
  enNotAsked: text('该组别不使用英文姓名', '該組別不使用英文姓名', 'This event does not use an English name'),
} as const
