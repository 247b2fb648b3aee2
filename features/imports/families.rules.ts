/**
 * Families of titles: titles that people put together from a few parts, such as 紧急 + 联系人 + 手机号. The words are in
 * the plain form of a title: small letters without accents, simplified characters, no spaces and no punctuation.
 */
const any = (words: string): string => `(?:${words.split(' ').join('|')})`
const maybe = (words: string): string => `${any(words)}?`
const family = (...titles: string[]): RegExp => new RegExp(`^(?:${titles.join('|')})$`, 'i')

const PHONE_HAN =
  '电话 电话号 电话号码 手机 手机号 手机号码 手机电话 联系电话 联系手机 联系方式 联络电话 联络手机 联络方式 移动电话 行动电话 流动电话 号码'
const PHONE_LATIN =
  'phone phoneno phonenumber phonecontact mobile mobileno mobilenumber mobilephone contactno contactnumber tel telno telnumber telephone telephoneno telephonenumber cell cellno cellnumber cellphone no number telefon telefonnummer nummer rufnummer handy handynummer telefono movil cellulare'
const SIZE_HAN = '尺码 尺寸 大小 码 码数 号 号码 号型 型号 规格'

/** The size of the shirt that a runner gets. */
export const shirtFamily = family(
  any(
    '衣服 服装 上衣 衣 衫 赛服 参赛服 比赛服 参赛服装 比赛服装 运动服 运动衫 t恤 t恤衫 恤衫 t袖 tee 文化衫 背心 球衣 短袖 纪念衫 纪念服 完赛服 完赛衫 领物 跑步服 运动上衣 男女装',
  ) + any(SIZE_HAN),
  any('穿衣 着装 衣着 选择') + any('尺码 尺寸 码数'),
  maybe('race event running finisher tech technical athlete unisex official participant adult your') +
    any('shirt tshirt tee top jersey singlet vest garment clothing clothes apparel kit') +
    any('size sizes'),
  any('size sizeof sizefor') + maybe('the') + any('shirt tshirt tee top jersey singlet vest garment clothing clothes'),
)

/** Words in titles of the emergency contact: the person whom the organisers call in an emergency. */
const URGENT_HAN = '紧急 紧急情况 紧急情况下 应急 急救 突发情况'
const URGENT_LATIN = 'emergency ice incaseofemergency nextofkin notfall durgence urgence emergencia urgencia emergenza'
const KIN_HAN = '家属 亲属 家人 亲友 直系亲属 家庭'
const CONTACT_LATIN = 'contact contacts contactperson person kontakt kontaktperson contacto contatto'
export const emergencyNameFamily = family(
  any(URGENT_HAN) + any('联系 联络 连络') + maybe('人') + maybe('的') + maybe('姓名 名字 名称 名'),
  any(KIN_HAN) + maybe('联系人 联络人') + any('姓名 名字 名称'),
  any(URGENT_LATIN) + maybe(CONTACT_LATIN) + maybe('s') + maybe('full') + maybe('name names nom nombre nome'),
  maybe('full') + any('name nameof') + any('emergency nextofkin ice') + maybe('contact contactperson'),
  any('kontaktperson contact contacto contatto personne contactde contactode contattodi personadecontacto') +
    any(URGENT_LATIN),
)
export const emergencyPhoneFamily = family(
  any(URGENT_HAN) + maybe('联系 联络 连络') + maybe('人') + maybe('的') + any(PHONE_HAN),
  any(URGENT_HAN) + '连络先' + maybe('电话 电话番号 tel'),
  any(KIN_HAN) + maybe('联系人 联络人') + maybe('的') + any(PHONE_HAN),
  any(URGENT_LATIN) + maybe(CONTACT_LATIN) + maybe('s') + any(PHONE_LATIN),
  any(PHONE_LATIN) + maybe('of for') + any('emergency nextofkin ice') + maybe('contact contactperson'),
)
export const relationFamily = family(
  maybe('与') +
    maybe('紧急') +
    maybe('联系人 联络人 连络人 本人 选手 参赛者 参赛人 运动员 跑者') +
    maybe('之 的') +
    '关系',
  any('紧急联系人 紧急联络人 紧急连络人 联系人 联络人 连络人') +
    '与' +
    any('本人 选手 参赛者 参赛人 运动员 跑者 您') +
    maybe('之 的') +
    '关系',
  maybe('emergency emergencycontact contact ice nextofkin') +
    any('relation relationship') +
    maybe('to with') +
    maybe('you me the') +
    maybe('runner participant athlete entrant contact emergencycontact'),
)

export const eventFamily = family(
  any('报名 参赛 比赛 活动 赛事 所报 选择 所选 竞赛 参加 跑步 申报 参与') +
    any('组别 项目 距离 赛程 类别 里程 公里数 组 赛别'),
  any('race event entry registered registration selected chosen running run') +
    any('distance category event race name option choice course'),
  any('distance category event race course') + any('entered registered selected chosen name'),
)

/** The number of a document. Titles of one word, such as `Document` or `ID`, are not in this family. */
export const documentFamily = family(
  any('travel identity identification id personal government official resident national passport') +
    maybe('or') +
    any('document doc card paper papers passport permit') +
    maybe('id') +
    maybe('no nr num number'),
  maybe('有效 个人 本人 身份 旅行 居民 二代 出入境 所持') +
    any('证件 身份证 身份证件 护照 通行证 旅行证件 身份证明') +
    maybe('的') +
    any('号 号码 编号 id no'),
)

/** The country of a person or of a passport. */
export const countryFamily = family(
  any('citizenship citizenof nationality nation country'),
  any('country nation') + maybe('of') + any('citizenship nationality passport issue issuance birth origin'),
  any('passport issuing issue home') + any('country nation nationality state'),
  any('所属 所在 签发 护照 护照签发 证件签发 国籍') + any('国 国家 国家地区 国家或地区 国籍 地区'),
)

/** The part of the start area in which a runner starts, or the wave. */
export const zoneFamily = family(
  any('起跑 出发 起点 发枪 发令 集结 集合 候跑 候场 检录 排队') +
    maybe('线 点') +
    maybe('所在') +
    any('区 区域 分区 区号 分枪 分枪区 枪次 枪别 批次 批 通道 波次 方阵 组 顺序 位置'),
  any('分区 分枪 枪次 枪别 枪组 批次 波次 起跑分组'),
  any('start starting') + any('zone wave corral pen block group area box gate section') + maybe('no number letter'),
  any('zone wave corral pen') + maybe('no number letter name'),
  any(
    'startblock startgruppe startwelle startzone sas sasdedepart vaguededepart cajon cajondesalida oleada griglia ondata',
  ),
  any('スタートブロック ブロック ウェーブ スタートウェーブ'),
)

export const chipFamily = family(
  maybe('计时 感应 电子 rfid 参赛 选手 鞋带 号码布 比赛 赛事 一次性 epc uhf') +
    any('芯片 晶片 标签 chip') +
    maybe('的') +
    maybe('号 号码 编号 编码 码 id epc tid no'),
  any('timing rfid shoe bib race uhf') + any('chip tag transponder') + maybe('code no nr num number id epc'),
)
