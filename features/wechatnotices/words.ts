import { refusal, text } from '#contract/words.ts'

export const refusals = {
  wechat_notice_off: refusal(
    '409',
    '平台暂未开通这项微信通知',
    '平台暫未開通這項微信通知',
    'This notice is not offered through WeChat yet',
  ),
  wechat_notice_enough: refusal('409', '这项通知已经开启', '這項通知已經開啟', 'This notice is already on'),
  wechat_code_wrong: refusal(
    '422',
    '微信身份已失效，请重试',
    '微信身分已失效，請重試',
    'WeChat did not recognise you. Please try again',
  ),
  wechat_down: refusal(
    '500',
    '微信没有回应，请稍后再试',
    '微信沒有回應，請稍後再試',
    'WeChat did not answer. Please try again later',
  ),
  wechat_notice_changed: refusal(
    '409',
    '模板刚刚被其他人修改，请刷新后再试',
    '範本剛剛被其他人修改，請重新整理後再試',
    'Somebody else has just changed the templates. Please reload',
  ),
}

export const noticeWords = {
  title: text('微信通知', '微信通知', 'WeChat notices'),
  how: text(
    '每次开启只发送一条，发送后可再次开启',
    '每次開啟只傳送一則，傳送後可再次開啟',
    'Each tap allows one notice. You can turn it on again afterwards',
  ),
  moment: {
    payment: text('支付截止前提醒我', '付款期限前提醒我', 'Before a payment is due'),
    draw: text('抽签、审核和候补结果', '抽籤、審核和候補結果', 'Ballot, review and waitlist results'),
    pickup: text('领取参赛包前一天提醒我', '領取參賽包前一天提醒我', 'The day before race pack pick-up'),
    start: text('起跑前一天提醒我', '起跑前一天提醒我', 'The day before the start'),
    result: text('成绩公布后通知我', '成績公布後通知我', 'When results are out'),
  },
  turn_on: text('开启', '開啟', 'Turn on'),
  turn_on_one: text('开启：{moment}', '開啟：{moment}', 'Turn on: {moment}'),
  is_on: text('已开启', '已開啟', 'On'),
  now_on: text('已开启微信通知', '已開啟微信通知', 'WeChat notice is on'),
  not_on: text('没有开启', '沒有開啟', 'Not turned on'),
  sandbox: text('模拟微信，仅供演示', '模擬微信，僅供示範', 'Sandbox WeChat, for demonstration only'),
} as const

export const consoleWords = {
  title: text('微信通知', '微信通知', 'WeChat notices'),
  description: text(
    '选手每点一次“开启”，微信允许我们发送一条通知。没有开启或发送失败时，改发短信。',
    '選手每點一次「開啟」，微信允許我們傳送一則通知。沒有開啟或傳送失敗時，改發簡訊。',
    'Each tap of a runner allows one notice. Without a consent, or where WeChat refuses, a text message goes out instead.',
  ),
  counts: {
    open: text('待发送的许可', '待傳送的許可', 'Consents left'),
    sent: text('24 小时已发送', '24 小時已傳送', 'Sent in 24 hours'),
    refused: text('24 小时被拒绝', '24 小時被拒絕', 'Refused in 24 hours'),
  },
  apps: text('应用', '應用程式', 'Apps'),
  app: {
    mini: text('小程序订阅消息', '小程式訂閱訊息', 'Mini-program notices'),
    account: text('服务号一次性订阅消息', '服務號一次性訂閱訊息', 'One-time messages of the official account'),
  },
  state: {
    real: text('已接入', '已接上', 'Connected'),
    sandbox: text('模拟', '模擬', 'Sandbox'),
    off: text('未设置', '未設定', 'Not set'),
  },
  test: text('测试', '測試', 'Test'),
  test_ok: text('凭证和模板均正确', '憑證和範本均正確', 'Credentials and templates are right'),
  test_failed: text('测试未通过：{why}', '測試未通過：{why}', 'The test failed: {why}'),
  fault: {
    missing: text(
      '{moment}：小程序后台没有这个模板',
      '{moment}：小程式後台沒有這個範本',
      '{moment}: the account has no such template',
    ),
    keywords: text(
      '{moment}：关键词不一致（{keywords}）',
      '{moment}：關鍵詞不一致（{keywords}）',
      '{moment}: the keywords differ ({keywords})',
    ),
  },
  templates: text('模板', '範本', 'Templates'),
  templates_text: text(
    '在微信公众平台选用模板后，把模板 ID 和关键词填在这里。关键词写法：thing1=race, time2=when。可用的值：race 赛事、event 组别、title 标题、text 正文、when 时间、place 地点、bib 参赛号。',
    '在微信公眾平台選用範本後，把範本 ID 和關鍵詞填在這裡。關鍵詞寫法：thing1=race, time2=when。可用的值：race 賽事、event 組別、title 標題、text 內文、when 時間、place 地點、bib 參賽號。',
    'Choose templates in the WeChat platform, then write their ids and keywords here, such as thing1=race, time2=when. The values are race, event, title, text, when, place and bib.',
  ),
  usual: text(
    '目前使用模拟微信自带的模板。',
    '目前使用模擬微信自帶的範本。',
    'The templates of the sandbox are in use.',
  ),
  template_of: text('{moment}：模板 ID', '{moment}：範本 ID', '{moment}: template id'),
  fields_of: text('{moment}：关键词', '{moment}：關鍵詞', '{moment}: keywords'),
  moment: {
    payment: text('支付', '付款', 'Payment'),
    draw: text('抽签结果', '抽籤結果', 'Ballot'),
    pickup: text('领物', '領物', 'Pick-up'),
    start: text('起跑', '起跑', 'Start'),
    result: text('成绩', '成績', 'Result'),
  },
  account_template: text('一次性订阅消息模板 ID', '一次性訂閱訊息範本 ID', 'Template id of one-time messages'),
  template_wrong: text('模板 ID 不正确', '範本 ID 不正確', 'This is no template id'),
  fields_wrong: text(
    '请写成 thing1=race, time2=when，最多 5 个关键词',
    '請寫成 thing1=race, time2=when，最多 5 個關鍵詞',
    'Please write thing1=race, time2=when, with at most 5 keywords',
  ),
  failures: text(
    '昨天以来失败 {n} 次：{said}',
    '昨天以來失敗 {n} 次：{said}',
    'Failures since yesterday: {n} ({said})',
  ),
  save: text('保存', '儲存', 'Save'),
  saved: text('模板已保存', '範本已儲存', 'Templates saved'),
} as const
