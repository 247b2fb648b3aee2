/** Traditional and Japanese characters in titles, each with the simplified character that replaces it for a look-up. */
const FOLDED = new Map(
  (
    '號号碼码參参賽赛編编選选運运動动員员時时計计聲声鳴鸣發发響响會会終终點点線线總总総总體体綜综絕绝對对場场齡龄' +
    '齢龄級级組组別别類类層层歲岁實实紀纪國国區区縣县團团隊队單单稱称間间績绩態态況况狀状結结標标記记備备註注證证' +
    '護护貼贴項项車车學学業业屬属樂乐長长罰罚積积獎奖輪轮關关門门達达衝冲開开訂订報报順顺與与電电話话機机郵邮說说' +
    '聯联連连絡络緊紧槍枪鎗枪淨净凈净際际資资環环錄录録录鐘钟鍾钟圖图壓压頭头處处條条籤签簽签書书師师適适獲获還还領领' +
    '應应產产當当個个從从來来兩两無无為为錶表現现戶户騎骑遲迟閒闲闊阔顯显種种數数據据齊齐廣广東东歷历裡里裏里滿满' +
    '絶绝氣气飛飞徑径馬马誌志裝装係系親亲檢检検检檔档醫医療疗過过藥药質质贊赞轉转補补給给鄉乡鎮镇鄰邻臺台灣湾認认' +
    '確确驗验繳缴費费額额價价帳账換换陸陆測测団团関关経经擊击繫系維维險险紋纹緣缘讀读務务優优術术'
  )
    .match(/../gu)!
    .map((pair) => [...pair] as [string, string]),
)

/** Writes a title in simplified characters. Other characters stay. */
export const simplifiedHan = (title: string): string =>
  title.replace(/\p{Script=Han}/gu, (letter) => FOLDED.get(letter) ?? letter)
