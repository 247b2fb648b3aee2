/**
 * Titles of columns that lists of several kinds have, as organisers and timing firms in China and elsewhere write them.
 * The import compares a title as the file has it, and also in the form that `plainTitle` returns. The import of results
 * has a fuller vocabulary (features/results/import/headers), because it must also tell times and ranks apart.
 */

/** Returns a title without spaces and punctuation, in narrow letters: `Bib No.`, `姓 名` and `参赛号（必填）`. */
const plainTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/\((必填|必填项|選填|选填|required|optional)\)/gi, '')
    .replaceAll(/[\s\p{P}\p{S}]/gu, '')

/** Returns the Chinese and the other part of a title that has both, such as `姓名 / Name`. */
const partsOf = (title: string): string[] => {
  const written = title.normalize('NFKC')
  const han = written.replaceAll(/[^\p{Script=Han}]/gu, '')
  const other = written
    .replaceAll(/[\p{Script=Han}\p{P}\p{S}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return han === '' || other === '' ? [] : [han, other]
}

/**
 * Tells whether a title of a file has a meaning: as it is written, in its plain form, or in both of its languages. One
 * language is not enough, because `紧急联系人电话 Tel` is not the runner's own number.
 */
export const hasMeaning = (titles: RegExp, title: string): boolean => {
  const matches = (one: string) => titles.test(one.trim()) || titles.test(plainTitle(one))
  const parts = partsOf(title)
  return matches(title) || (parts.length > 0 && parts.every(matches))
}

const NUMBER = '(号|号码|编号|號|號碼|編號)'
/** The number that a runner wears. */
export const bibTitles = new RegExp(
  `^(bibs?${NUMBER}?|bib(no|nr|num|number|id|code)|(race|runner|athlete|start|participant|competitor)(no|nr|num|number)` +
    `|(start|race) (no|nr|number)|numbers?|startnummer|dossard|dorsal|pettorale` +
    `|(参赛|參賽|比赛|比賽|赛事|賽事|选手|選手|运动员|運動員|跑者)${NUMBER}|参赛号牌` +
    `|(号码|號碼)(布|牌|簿|薄)?${NUMBER}?|号布|号牌|胸号|ゼッケン(番号)?|ナンバーカード|배번)$`,
  'i',
)
export const nameTitles =
  /^(name|fullname|full name|(runner|athlete|participant|competitor)s?(name)?|姓名|中文姓名|真实姓名|参赛者(姓名)?|參賽者(姓名)?|参赛人(姓名)?|(选手|選手|运动员|運動員|跑者|队员|隊員)(姓名|名称|名稱|名字)?|氏名|이름|성명)$/i
/** The number of an identity document. */
export const documentTitles =
  /^(document|document ?(no|number)|idnum|id ?(number|no|card|card ?(no|number))|identity ?number|passport ?(no|number)?|证件|证件号|证件号码|证件编号|證件號|證件號碼|身份证|身份证号|身份证号码|身分證|身分證號|身分證字號|护照号|护照号码|護照號碼)$/i
export const eventTitles =
  /^(event|event ?name|group|race|distance|组别|組別|项目|項目|参赛组别|參賽組別|参赛项目|參賽項目|比赛项目|比賽項目|报名组别|報名組別|报名项目|報名項目|赛事组别)$/i
export const chipTitles =
  /^(chip|chip ?(code|no|id|number)|tag|tag ?(no|id|number)?|epc|transponder|rfid|芯片|芯片号|芯片号码|芯片编号|芯片码|晶片|晶片號|晶片號碼|晶片編號|计时芯片(号)?|計時晶片(號)?)$/i
export const genderTitles = /^(gender|sex|m ?f|性别|性別|男女)$/i
export const birthTitles =
  /^(birth|birth ?day|birth ?date|date ?of ?birth|dob|born|出生|出生日期|出生年月日?|生日|生年月日)$/i
export const documentTypeTitles =
  /^(id ?type|type ?of ?id|document ?type|type ?of ?document|证件类型|證件類型|证件类别|證件類別|证件种类|證件種類|证件名称)$/i
export const countryTitles =
  /^(country|country ?region|nationality|nation|国籍|國籍|国家|國家|国家地区|國家地區|国籍地区|國籍地區|国别)$/i
export const shirtTitles =
  /^(clothes|(t ?)?shirt|(t ?)?shirt ?size|tee ?size|size|尺码|尺碼|尺寸|(衣服|服装|服裝|参赛服|參賽服|比赛服|T恤|T恤衫|文化衫)(尺码|尺碼|尺寸|号|號)?)$/i
export const mobileTitles =
  /^(mobile|mobile ?(no|number)|phone|phone ?(no|number)|cell|tel|手机|手机号|手机号码|手機|手機號|手機號碼|电话|電話|联系电话|聯絡電話|联系方式|移动电话)$/i
