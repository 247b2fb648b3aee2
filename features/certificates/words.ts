import { refusal, text } from '#contract/words.ts'

export const refusals = {
  certificate_not_found: refusal('404', '还没有证书', '還沒有證書', 'There is no certificate yet'),
  certificate_of_whom: refusal('422', '缺少证书编号或选手信息', '缺少證書編號或選手資訊', 'Whose certificate this is, is missing'),
  no_result_yet: refusal('404', '您还没有成绩信息~', '您還沒有成績資訊~', 'You have no result yet'),
  not_finished: refusal('404', '只有完赛选手才有完赛证书', '只有完賽選手才有完賽證書', 'Only finishers have a finisher’s certificate'),
  certificate_number_unknown: refusal('404', '查不到这个证书编号，请核对后再试', '查無此證書編號，請核對後再試', 'No certificate has this number. Please check it and try again'),
  certificate_empty: refusal('422', '请填写模板内容', '請填寫範本內容', 'Please enter the template'),
  event_unknown: refusal('422', '没有找到这个项目', '找不到這個項目', 'This event was not found'),
  picture_unknown: refusal('422', '没有找到背景图片，请重新上传', '找不到背景圖片，請重新上傳', 'The background was not found, please upload it again'),
} as const

export const words = {
  certificate: text('证书', '證書', 'Certificate'),
  certificates: text('证书', '證書', 'Certificates'),
  long_press: text('长按图片保存到相册', '長按圖片儲存到相簿', 'Press and hold the picture to save it'),
  long_press_photo: text('长按保存照片到相册', '長按儲存照片到相簿', 'Press and hold to save to your photos'),
  right_click: text('点击查看大图', '點擊檢視大圖', 'Click to enlarge'),
  regenerate: text('重新生成', '重新產生', 'Draw again'),
  drawing: text('生成中...', '產生中...', 'Drawing…'),
  save_picture: text('保存图片', '儲存圖片', 'Save picture'),
  save_pdf: text('保存 PDF', '儲存 PDF', 'Save PDF'),
  failed: text('证书没有生成成功', '證書沒有產生成功', 'The certificate could not be drawn'),
  failed_hint: text('请检查网络后重新生成', '請檢查網路後重新產生', 'Please check your connection and draw it again'),
  close: text('关闭', '關閉', 'Close'),
  open_large: text('查看大图', '檢視大圖', 'View full screen'),
  picture_of: text('{name}的证书', '{name}的證書', 'Certificate of {name}'),
  verify: text('证书查验', '證書查驗', 'Verify a certificate'),
  verify_hint: text('输入证书上的编号，或扫描证书上的二维码', '輸入證書上的編號，或掃描證書上的 QR Code', 'Enter the number on the certificate, or scan its code'),
  number: text('证书编号', '證書編號', 'Certificate number'),
  check: text('查验', '查驗', 'Verify'),
  genuine: text('证书真实有效', '證書真實有效', 'This certificate is genuine'),
  genuine_says: text('证书内容与官方成绩一致', '證書內容與官方成績一致', 'It agrees with the official result'),
  corrected: text('成绩在证书生成后有更正', '成績在證書產生後有更正', 'The result was corrected since'),
  corrected_says: text('请以下面的官方成绩为准', '請以下列官方成績為準', 'The official result below is what counts'),
  withdrawn: text('证书已失效', '證書已失效', 'This certificate is withdrawn'),
  withdrawn_says: text('该成绩已被取消或不再有效', '該成績已被取消或不再有效', 'The result no longer stands'),
  official_now: text('官方成绩', '官方成績', 'Official result'),
  name: text('姓名', '姓名', 'Name'),
  name_hidden: text('选手已隐藏姓名', '選手已隱藏姓名', 'Hidden by the runner'),
  bib: text('参赛号', '參賽號碼', 'Bib'),
  event: text('项目', '項目', 'Event'),
  gun: text('枪成绩', '槍成績', 'Gun time'),
  net: text('净成绩', '淨成績', 'Net time'),
  place: text('名次', '名次', 'Place'),
  place_n: text('第 {n} 名', '第 {n} 名', '{n}'),
  race_day: text('比赛日期', '比賽日期', 'Race day'),
  changed_at: text('更正时间', '更正時間', 'Corrected'),
} as const

/** What became of a runner, where a certificate no longer stands. */
export const outcomeWords: Readonly<Record<string, ReturnType<typeof text>>> = {
  finished: text('完赛', '完賽', 'Finished'),
  dnf: text('未完赛', '未完賽', 'Did not finish'),
  dns: text('未起跑', '未起跑', 'Did not start'),
  dsq: text('成绩取消', '成績取消', 'Disqualified'),
}
