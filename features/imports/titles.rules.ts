import {
  chipFamily,
  countryFamily,
  documentFamily,
  emergencyNameFamily,
  emergencyPhoneFamily,
  eventFamily,
  shirtFamily,
} from './families.rules.ts'
import { simplifiedHan } from './simplified.rules.ts'

/**
 * Titles of columns that lists of several kinds have, as organisers and timing firms in China and elsewhere write them.
 * The import compares a title as the file has it, and also in the form that `plainTitle` returns. The import of results
 * has a fuller vocabulary (features/results/import/headers), because it must also tell times and ranks apart.
 */

/** Words in brackets behind a title. They tell the form of the cells, and do not change the meaning of the title. */
const FORM =
  /\((必填|必填项|選填|选填|required|optional|y{2,4}[-/.年]?m{1,2}[-/.月]?d{1,2}日?|[djt]{1,2}[-/.]m{1,2}[-/.][yaj]{2,4}|西元(?:年[-/.]月[-/.]日)?|西暦|公历|公曆|男[/、]?女|m\/[fw]|中文|汉字|漢字|\d+ ?[位码碼]|\d+ ?digits|身份证[/、]护照|護照[/、]居留證|last, ?first|first ?last)\)/gi
/**
 * Returns a title without spaces, punctuation and accents, in narrow letters and simplified characters: `參賽號（必填）`
 * becomes `参赛号`.
 */
const plainTitle = (title: string): string =>
  simplifiedHan(
    title
      .normalize('NFKC')
      .replace(FORM, '')
      .normalize('NFD')
      .replaceAll(/(?<=\p{Script=Latin})\p{M}+/gu, '')
      .normalize('NFC')
      .replaceAll(/[\s\p{P}\p{S}]/gu, ''),
  )

/**
 * Adds titles to a regular expression. In `titles` a comma separates them. The import compares them in their plain
 * form.
 */
const andAlso = ({ source }: RegExp, titles: string): RegExp =>
  new RegExp(`${source}|^(?:${titles.split(',').map(plainTitle).join('|')})$`, 'i')

const orOf = ({ source }: RegExp, family: RegExp): RegExp => new RegExp(`${source}|${family.source}`, 'i')

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
  const written = withoutExplanation(title.normalize('NFKC').replace(FORM, '').trim())
  const matches = (one: string) => {
    const plain = plainTitle(one)
    return titles.test(one.trim()) || titles.test(plain) || titles.test(ofRunner(plain))
  }
  const parts = partsOf(written)
  return matches(title) || matches(written) || (parts.length > 0 && parts.every(matches))
}

/** Tells whether a title has a meaning and is none of its weaker titles (`lesser`, see `ImportColumn`). */
export const isBestTitle = (
  { titles, lesser }: { titles: RegExp; lesser?: RegExp | undefined },
  title: string,
): boolean => hasMeaning(titles, title) && !(lesser && hasMeaning(lesser, title))

const NUMBER = '(号|号码|编号|號|號碼|編號)'
/**
 * Explanations in brackets behind a title: how to write the value, or the values to choose from. A word for another
 * person or another script says that the title has another meaning.
 */
const EXPLAINED =
  /\((?:(?:as|same|per|e\.g\.|for example|format|see|z\.B\.|ex\.|ej\.|参考|参照|參考|參照|例|如|请|請|须|須|需|与|與|同|按|格式|示例|日)[^()]*|[^()/]+(?:\/[^()/]+)+)\)$/i
const OTHER_PERSON =
  /紧急|緊急|监护|監護|家长|家長|父|母|联系人|聯絡人|联络人|领队|領隊|教练|教練|英文|拼音|外文|カナ|ガナ|かな|emergency|guardian|parent|kin|coach|notfall|english|pinyin|romaji/i
const withoutExplanation = (title: string): string =>
  OTHER_PERSON.test(title) ? title : title.replace(EXPLAINED, '').trim()

/** Words for the runner before a title: 参赛人证件号码, `Participant gender`. */
const OWNER = /^(?:参赛者|参赛人|参赛选手|选手|运动员|跑者|跑友|本人|participant|runner|athlete|entrant|competitor)s?/i
/** Words that name a column only after a word for the runner: 选手编号 is a bib, and 编号 alone is not. */
const BARE = /^(?:编号|编码|号|号码|id|no|nr|num|number|code|组别|类别|类型|状态|type|status)?$/i
const ofRunner = (plain: string): string => {
  const rest = plain.replace(OWNER, '')
  return BARE.test(rest) ? plain : rest
}

/** Titles of the number that a runner wears, in their most frequent forms. */
const bib = new RegExp(
  `^(bibs?${NUMBER}?|bib(no|nr|num|number|id|code)|(race|runner|athlete|start|participant|competitor)(no|nr|num|number)` +
    `|(start|race) (no|nr|number)|numbers?|startnummer|dossard|dorsal|pettorale` +
    `|(参赛|參賽|比赛|比賽|赛事|賽事|选手|選手|运动员|運動員|跑者)${NUMBER}|参赛号牌` +
    `|(号码|號碼)(布|牌|簿|薄)?${NUMBER}?|号布|号牌|胸号|ゼッケン(番号)?|ナンバーカード|배번)$`,
  'i',
)
/** Titles of the number that a runner wears, in all known forms. */
export const bibTitles = andAlso(
  bib,
  'no dorsal,n dossard,no dossard,num dossard,dossard no,dorsal no,n dorsal,núm dorsal,número de dorsal,numero di pettorale,num pettorale,n pettorale,ナンバー,ゼッケンno,レースナンバー,배번호,참가번호,선수번호,出赛编号,出賽編號,布号,布號,号码布编码,race bib,race bib no,runner bib,athlete bib,athlete id,runner id,participant id,stnr,startnr,startnum,rückennummer,borstnummer,rugnummer,参赛编码,選手號碼布,起跑号码,背号,pett,n pett,num pett,pettorale n,race bib number,bib assigned,assigned bib,running number,run number,vest number,chest number,startnummern,startovní číslo,nr startowy,numer startowy,nummerlapp,競技者番号,アスリートビブス,ナンバーカード番号,등번호,참가자번호,参赛号码布,参赛号布,背號,胸牌号,胸牌號,跑号,跑號,号码贴,號碼貼,dossard n,chest no,vest no',
)
/** Titles of the bib that lists also give to other numbers of a runner. */
export const bibOrOtherTitles = andAlso(
  /^(numbers?|numero|(参赛|參賽|选手|選手|运动员|運動員|跑者)(编号|編號|编码|編碼))$/i,
  'no,nr,id,team no,编号,編號,athlete id,runner id,participant id,competitor id,athlete no,participant no,participant number,참가번호',
)
export const nameTitles = andAlso(
  /^(name|fullname|full name|(runner|athlete|participant|competitor)s?(name)?|姓名|中文姓名|真实姓名|参赛者(姓名)?|參賽者(姓名)?|参赛人(姓名)?|(选手|選手|运动员|運動員|跑者|队员|隊員)(姓名|名称|名稱|名字)?|氏名|이름|성명)$/i,
  'chinese name,name in chinese,name of runner,name of participant,name last first,last name first name,first name last name,お名前,名前,選手名,参加者名,참가자명,참가자,선수명,nom prénom,nom et prénom,prénom nom,prénom et nom,nom complet,nombre y apellidos,nombre completo,apellidos y nombre,nominativo,cognome e nome,nome e cognome,naam,deelnemer,teilnehmer,teilnehmerin,name vorname,vorname nachname,nachname vorname,vor und nachname,报名人,报名人姓名,報名人,報名人姓名,報名者,報名者姓名,参赛选手,参赛选手姓名,參賽選手,參賽選手姓名,参赛人员,参赛人员姓名,姓名中文,中文名,中文名字,真實姓名,跑友,跑友姓名,跑手,跑手姓名,跑者大名,学员姓名,学生姓名,员工姓名,会员姓名,證件姓名,证件姓名,姓名与证件一致,姓名同证件,參加者姓名,参加者,athlete full name,participant full name,runner full name,full legal name,legal name,name in full,name as in passport,name in passport,name on passport,name on id,atleta,coureur,participant,participante,corredor,concorrente,läufer,läuferin,athlet,athletin,nome completo,imię i nazwisko,nazwisko i imię,navn,namn,deltager,deltagare,氏名漢字,選手,선수,참가자 성명,大名,參賽者大名,参赛者名字,參賽者名字,选手名字,游客姓名,职工姓名,職工姓名,成员姓名,成員姓名,student name,member name,name cn,name chinese,name zh',
)
/** Titles of the given name, in a list that has another column for the family name. */
export const givenNameTitles = andAlso(
  /^(first|given|first ?names?|given ?names?|forenames?|fname|名|名字)$/i,
  'name first,participant first name,runner first name,vorname,prénom,nombre,nombres,nome,voornaam,förnamn,fornavn,imię,other name,other names,christian name,prénoms,vornamen,given name s,first name s',
)
export const familyNameTitles = andAlso(
  /^(last|family|last ?names?|family ?names?|surnames?|lname|姓|姓氏)$/i,
  'name last,participant last name,runner last name,nachname,familienname,zuname,nom,nom de famille,apellido,apellidos,primer apellido,cognome,sobrenome,apelido,achternaam,familienaam,efternamn,etternavn,nazwisko,surname s,family names,nom d usage,nom de naissance',
)
export const documentTitles = orOf(
  andAlso(
    /^(document|document ?(no|number)|idnum|id ?(number|no|card|card ?(no|number))|identity ?number|passport ?(no|number)?|证件|证件号|证件号码|证件编号|證件號|證件號碼|身份证|身份证号|身份证号码|身分證|身分證號|身分證字號|护照号|护照号码|護照號碼)$/i,
    'hkid,hkid no,hkid number,hkid passport,hkid passport no,hkid passport number,id passport,id passport no,id passport number,id no passport no,national id,national id number,no of id,identity card,identity card no,identity document,document id,身份证件号,身份证件号码,身份證,身份證號,身份證號碼,身份證字號,身分证号,身分证号码,身分證號碼,身分證字號護照號碼,護照居留證號碼,居留證號碼,證件號碼,證件編號,证照号码,證照號碼,身份证护照号,身份证护照号码,身份证号护照号,dni,dni nie,codice fiscale,ausweisnummer,passnummer,id document,id document no,id document number,id or passport,id or passport no,id or passport number,id card or passport no,id card passport no,identification,identification no,identification number,identification document,passport id,passport id no,hkid no passport no,ausweis,ausweisnr,ausweis nr,personalausweis,personalausweisnummer,reisepass,reisepassnummer,passnr,n pièce d identité,n de pièce d identité,no pièce d identité,numéro pièce d identité,numéro de pièce d identité,pièce d identité,n passeport,n de passeport,numéro de passeport,passeport,dni nie pasaporte,dni pasaporte,documento,documento de identidad,n documento,núm documento,número documento,número de documento,pasaporte,n pasaporte,número de pasaporte,documento d identità,passaporto,numero passaporto,nif,cpf,pesel,personnummer,パスポート番号,旅券番号,身分証番号,身分証明書番号,여권번호,주민등록번호,신분증번호,有效证件号,有效证件号码,选手证件号,选手证件号码,参赛者证件号码,选手身份证号,选手身份证号码,本人身份证号,本人身份证号码,身份证或护照号,身份证或护照号码,身份证号或护照号,身份证号码或护照号码,身份證或護照號碼,身分證或護照號碼,身分證字號或護照號碼,身分證統一編號,身分證件號碼,nric,nric no,nric number,nric fin,nric passport,nric passport no,nric passport number,passport or id,passport or id no,passport or id number,passport or nric no,pass id nummer,passnummer id nummer,documento d identità n,carta d identità,証件號碼,護照或身分證號碼,护照或身份证号码,id card passport,id card passport number,公民身份号码,公民身份证号码,n de identificação,número de identificação,护照编号',
  ),
  documentFamily,
)
export const eventTitles = orOf(
  andAlso(
    /^(event|event ?name|group|race|distance|组别|組別|项目|項目|参赛组别|參賽組別|参赛项目|參賽項目|比赛项目|比賽項目|报名组别|報名組別|报名项目|報名項目|赛事组别)$/i,
    'wettbewerb,bewerb,lauf,strecke,épreuve,course,parcours,prueba,carrera,modalidad,gara,percorso,afstand,種目,参加種目,종목,참가종목,코스,赛程,賽程,赛程名称,距离,距離,参赛距离,參賽距離,参赛赛程,race distance,race name,race category,event distance,项目名称,項目名稱,组别名称,組別名稱,活动项目,活動項目,活動組別,赛别,賽別,參賽賽別,赛事项目,賽事項目,参赛类别,參賽類別,报名类别,報名類別,报名赛程,報名賽程,組別category,参赛组别category,參賽組別category,报名组别category,報名組別category,race event,sub event,event category,race type,wettkampf,disziplin,distanz,distancia,distanza,dystans,bieg,distanse,løp,種目名,参加種目名,出場種目,コース,コース名,종목명,참가부문,참가코스,参加项目,參加項目,跑步项目,prova,modalidade',
  ),
  eventFamily,
)
export const chipTitles = orOf(
  andAlso(
    /^(chip|chip ?(code|no|id|number)|tag|tag ?(no|id|number)?|epc|transponder|rfid|芯片|芯片号|芯片号码|芯片编号|芯片码|晶片|晶片號|晶片號碼|晶片編號|计时芯片(号)?|計時晶片(號)?)$/i,
    '芯片编码,芯片码号,芯片epc,epc码,epc号,晶片編碼,晶片编码,晶片号,晶片号码,感应芯片,感应芯片号,感應晶片,感應晶片號,计时芯片编号,计时芯片编码,計時晶片編號,标签,标签号,标签码,標籤號,transponder id,transponder no,transponder nr,transpondernummer,chip epc,chip id code,rfid tag,rfid no,rfid number,tag code,tag epc,puce,n puce,code puce,chipnr,chipnummer,計測チップ,チップ,チップ番号,칩,칩번호',
  ),
  chipFamily,
)
export const genderTitles = andAlso(
  /^(gender|sex|m ?f|性别|性別|男女)$/i,
  'geschlecht,geschl,sexe,genre,sexo,género,sesso,genere,geslacht,m v,m w,f m,성별,性别男女,性別男女,选手性别,男女别,生理性別,kön,kjønn,køn,płeć,gender m f,sex m f,성별 남 여',
)
export const birthTitles = andAlso(
  /^(birth|birth ?day|birth ?date|date ?of ?birth|dob|born|出生|出生日期|出生年月日?|生日|生年月日)$/i,
  'birth date,born on,date of birth,geburtsdatum,geburtstag,geb datum,date de naissance,né le,naissance,fecha de nacimiento,fecha nacimiento,f nacimiento,data di nascita,geboortedatum,생년월일,생일,出生年月日,出生日,生日日期,西元生日,西元出生年月日,生日西元年月日,birthdate,fecha nac,fecha de nac,data de nascimento,data nascimento,nascita,data nascita,fødselsdato,födelsedatum,data urodzenia',
)
export const documentTypeTitles = andAlso(
  /^(id ?type|type ?of ?id|document ?type|type ?of ?document|证件类型|證件類型|证件类别|證件類別|证件种类|證件種類|证件名称)$/i,
  '身份证件类型,身份證件類型,身分證件類型,证件型,document kind,kind of document,tipo de documento,tipo documento,type de document,ausweisart,id document type,identity document type,identification type,tipo de identificación,tipo di documento,type pièce d identité,type de pièce d identité,dokumenttyp,dokumentart,ausweistyp,身分證明文件類型,身份证明类型,身分証種類,신분증 종류',
)
export const countryTitles = orOf(
  andAlso(
    /^(country|country ?region|nationality|nation|国籍|國籍|国家|國家|国家地区|國家地區|国籍地区|國籍地區|国别)$/i,
    'land,nationalität,staatsangehörigkeit,pays,nationalité,país,nacionalidad,nazione,nazionalità,nationaliteit,国,국적,国家或地区,國家或地區,country or region,country of nationality,country code,country iso,nationality code,nacionalidade,nasjonalitet,nationalitet,narodowość,국가,nat',
  ),
  countryFamily,
)
export const shirtTitles = orOf(
  andAlso(
    /^(clothes|(t ?)?shirt|(t ?)?shirt ?size|tee ?size|size|尺码|尺碼|尺寸|(衣服|服装|服裝|参赛服|參賽服|比赛服|T恤|T恤衫|文化衫)(尺码|尺碼|尺寸|号|號)?)$/i,
    'tshirt größe,shirt größe,größe,konfektionsgröße,taille tshirt,taille maillot,taille,talla,talla camiseta,taglia,taglia maglia,maat,shirtmaat,tシャツ,tシャツサイズ,サイズ,티셔츠,티셔츠사이즈,사이즈,上衣尺码,上衣尺碼,赛服尺码,賽服尺碼,衣服大小,衣服号码,運動衫尺寸,恤衫尺寸,恤衫尺码,finisher shirt size',
  ),
  shirtFamily,
)
export const emergencyNameTitles = orOf(
  /^(emername|緊急連絡先氏名|緊急連絡先名|비상연락처성명|비상연락인)$/i,
  emergencyNameFamily,
)
export const emergencyPhoneTitles = orOf(
  /^(emertel|緊急連絡先(電話|電話番号|tel)|비상연락처|비상연락처전화번호)$/i,
  emergencyPhoneFamily,
)
export const mobileTitles = andAlso(
  /^(mobile|mobile ?(no|number)|phone|phone ?(no|number)|cell|tel|手机|手机号|手机号码|手機|手機號|手機號碼|电话|電話|联系电话|聯絡電話|联系方式|移动电话)$/i,
  'mobile phone,mobile phone number,cell phone,cell phone number,cellphone,contact number,contact phone,telephone,telephone number,telephone no,handy,handynummer,mobiltelefon,telefon,telefonnummer,téléphone,portable,móvil,teléfono,teléfono móvil,cellulare,telefono,telefoon,携帯電話,携帯番号,携帯電話番号,電話番号,휴대폰,휴대폰번호,휴대전화,연락처,전화번호,本人手机,本人手机号,本人手机号码,参赛者手机,参赛者手机号,选手手机,选手手机号,移动电话号码,手提电话,手提電話,流動電話,聯絡手機,聯絡電話號碼,行動電話,行動電話號碼,手機號碼,联系手机,联系手机号,联系电话号码,mobile tel,mobile tel no,mobile telephone,mobile telephone number,telefon mobil,mobiltelefonnummer,mobil,mobilnummer,mobilfunk,mobilfunknummer,handynr,tel mobil,téléphone portable,tél portable,tél mobile,tél,n téléphone,n de téléphone,no de téléphone,numéro de téléphone,n portable,numéro de portable,gsm,n móvil,número de móvil,tel móvil,celular,telemóvel,numero di cellulare,n cellulare,mobiele telefoon,mobiel,mobiel nummer,telefon komórkowy,電話番号携帯,携帯,携帯tel,tel携帯,핸드폰,핸드폰번호,휴대전화번호,手机联系电话,联系电话手机,本人联系电话,选手联系电话,选手联系方式,参赛者联系电话,参赛人手机,参赛人手机号,跑者手机,跑者手机号,跑者手機,contact no,contact tel,contact telephone,telephone contact,mobile contact,mobile contact no,聯絡手機號碼',
)
/** Titles of a note that tells how or where a person paid. */
export const paymentNoteTitles = andAlso(
  /^(reason|paid ?(at|by|via)|notes?|remarks?|comments?|支付说明|付款說明|缴费说明|繳費說明|备注|備註)$/i,
  'payment note,payment notes,payment remark,payment remarks,payment reference,payment method,支付备注,付款备注,付款備註,缴费备注,繳費備註,收款备注,缴费情况,缴费方式,繳費方式,支付方式,付款方式,bemerkung,bemerkungen,zahlungsart,zahlungshinweis,mode de paiement,remarque,remarques,forma de pago,observaciones,note di pagamento,metodo di pagamento,支払方法,備考,비고,결제수단',
)
