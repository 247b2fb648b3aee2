import type { Plain } from '../reading/vocabulary.rules.ts'

/**
 * The meanings of a title, in addition to the meanings of columns. `time`: a time whose clock is unknown. `given`: the
 * first name if there is a surname, otherwise the whole name. `number`: a number that may be the bib or the rank.
 * `chip`: a net time or the number of a chip. `none`: a thing that results do not hold.
 */
export type Term = Plain | 'time' | 'given' | 'number' | 'chip' | 'none'

/** The languages of the terms. A look-up first turns traditional characters into simplified characters. */
type Languages = 'zh-CN' | 'zh-TW' | 'en' | 'ja' | 'ko' | 'de' | 'fr' | 'es' | 'it' | 'nl' | 'pt'

/**
 * Titles of columns by their meaning. Each line is a language, with commas between its titles. Spaces, punctuation,
 * width and case do not matter. Titles that are made of parts (clock, time, rank, group) are in `parts`.
 */
export const terms: Readonly<Record<Term, Partial<Record<Languages, string>>>> = {
  bib: {
    'zh-CN':
      '参赛号,参赛号码,参赛编号,参赛号牌,参赛证号,参赛者编号,参赛者号码,参赛者号,选手参赛号,号码布,号码布号,号码布号码,号码布编号,号码簿,号码簿号,号码簿号码,号码簿编号,号码薄,号码薄号,号码薄号码,号码牌,号码牌号,号码牌编号,号码,号牌,号牌号,号牌号码,号布,布号,比赛号码,比赛号,比赛编号,赛事号码,赛事编号,赛号,选手号,选手号码,参赛编码,选手编号,选手编码,选手代码,运动员号,运动员号码,运动员编号,跑者号,跑者号码,跑者编号,跑手号,跑手号码,跑手编号,跑友编号,胸号,胸牌号,胸牌号码,胸前号码,胸卡号,背号,衣号,起跑号码,bib,bib号,bib号码,bib码,bib编号,参赛bib,参赛bib号,号码bib,队员编号,人员编号,完赛号码,计时号码',
    'zh-TW': '參賽號碼布,出賽號碼,號碼衣,選手號碼布,背心號碼,號碼貼',
    en: 'bib,bib no,bib nr,bib nbr,bib num,bib number,bib id,bib code,race bib,race bib number,race number,race no,race nr,race num,race id,runner number,runner no,runner nr,runner id,athlete number,athlete no,athlete id,athlete bib,competitor number,competitor no,competitor id,participant number,participant no,participant id,entrant number,entrant no,entrant id,start number,start no,start nr,start num,vest number,chest number,shirt number,pinny,pinnie number',
    ja: 'ゼッケン,ゼッケン番号,ナンバー,ナンバーカード,ナンバーカード番号,レースナンバー,アスリートビブス',
    ko: '배번,배번호,참가번호,선수번호',
    de: 'startnummer,stnr,stnr.,snr',
    nl: 'startnr,borstnummer,rugnummer',
    fr: 'dos,dossard,numéro de dossard,no dossard,num dossard',
    es: 'dorsal,número de dorsal,nº dorsal,número corredor',
    it: 'pett,pettorale,numero pettorale,num pettorale',
    pt: 'número de peito,nº peito,peito,número do atleta',
  },
  number: {
    'zh-CN': '编号,号,选手id,运动员id',
    en: 'no,nr,num,number,id,nº,№',
    ja: '番号',
    ko: '번호',
    de: 'nummer',
    fr: 'numéro',
    es: 'número',
    it: 'numero',
  },
  name: {
    'zh-CN':
      '姓名,名称,选手,选手姓名,选手名,选手名称,选手名字,参赛者,参赛者姓名,参赛者名称,参赛人,参赛人姓名,参赛人员,参赛人员姓名,参赛选手,参赛选手姓名,参赛姓名,运动员,运动员姓名,运动员名,运动员名称,运动员名字,跑者,跑者姓名,跑者名称,跑友,跑友姓名,跑手,跑手姓名,队员,队员姓名,中文姓名,中文名,姓名中文,中文名字,真实姓名,证件姓名,身份证姓名,报名人,报名人姓名,报名姓名,人员姓名,学生姓名,员工姓名,会员姓名,姓名拼音,拼音姓名,姓名全拼,英文姓名,英文名,外文姓名,完赛者,完赛者姓名',
    'zh-TW': '參賽者大名,大名,跑者大名',
    en: 'name,full name,fullname,runner,runner name,runners name,name of runner,athlete,athlete name,athletes name,name of athlete,participant,participant name,participants name,competitor,competitor name,entrant,entrant name,display name,racer,racer name,finisher,finisher name,chinese name,english name,name cn,name en,name zh,name first last,name last first,last name first name,first name last name,surname forename,forename surname,first and last name,first last name,last first name,last first,first last,competitors name,name surname,surname name,surname first name,initials and surname,initials surname,name in english,name in chinese',
    ja: '氏名,名前,お名前,選手名,参加者,参加者名,競技者名',
    ko: '이름,성명,성함,선수명,참가자,참가자명',
    de: 'teilnehmer,teilnehmername,läufer,name vorname,name und vorname,vorname name,vorname und name,vor und nachname,nach und vorname,vorname nachname,vorname und nachname,nachname vorname,nachname und vorname,vor und zuname,name des läufers,name des teilnehmers',
    nl: 'naam,deelnemer,naam deelnemer',
    fr: 'coureur,nom prénom,nom et prénom,prénom nom,prénom et nom,athlète,participant,nom complet,nom du coureur,nom du participant,nom de l athlète,nom coureur',
    es: 'nombre completo,corredor,atleta,nombre y apellidos,nombre y apellido,apellidos y nombre,apellidos nombre,participante',
    it: 'concorrente,atleta,nominativo,cognome e nome,nome e cognome,cognome nome',
    pt: 'nome completo,corredor',
  },
  given: { 'zh-CN': '名字,名', es: 'nombre', it: 'nome', pt: 'nome' },
  first_name: {
    'zh-CN': '名拼音',
    en: 'first,first name,given name,given names,other names,forename,forenames,fname,name first,given',
    de: 'vorname',
    fr: 'prénom,prenom',
  },
  last_name: {
    'zh-CN': '姓,姓氏,姓拼音',
    en: 'last,last name,surname,family name,lname,name last,family',
    de: 'nachname,familienname',
    fr: 'nom,nom de famille',
    es: 'apellido,apellidos',
    it: 'cognome',
    pt: 'sobrenome,apelido',
  },
  document: {
    'zh-CN':
      '证件,证件号,证件号码,证件编号,身份证,身份证号,身份证号码,身份证件号,身份证件号码,身份证明号码,护照号,护照号码',
    'zh-TW': '身分证,身分证号,身分证号码,身分证字号,证照号码,居留证号',
    en: 'idnum,id number,id card,id card no,id card number,id no,document,document no,document number,identity number,identity card,passport,passport no,passport number,national id',
  },
  gender: {
    'zh-CN': '性别,男女,男女别,性别男女,选手性别',
    en: 'gender,gen,gend,g,sex,s,m/f,f/m,m/w,w/m,gndr,gender m/f,sex m/f',
    ko: '성별',
    de: 'geschlecht,mw',
    fr: 'sexe',
    es: 'sexo,género',
    it: 'sesso',
  },
  age: {
    'zh-CN': '年龄,年纪,岁数,周岁,实足年龄,比赛日年龄,参赛年龄,选手年龄',
    en: 'age,age on race day,race age,runner age,age years',
    ko: '나이,연령',
    de: 'alter',
    fr: 'âge',
    es: 'edad',
    it: 'età',
    pt: 'idade',
  },
  birth: {
    'zh-CN': '出生年份,出生年,出生日期,出生年月,出生年月日,出生,生日,生年',
    en: 'birth,born,birthday,birth yr,birth date,date of birth,dob,year of birth,birth year,yob,birthyear',
    ja: '生年月日',
    ko: '생년월일,출생년도',
    de: 'jahrgang,jg,geburtsjahr,geburtsdatum',
    fr: 'année de naissance,date de naissance',
    es: 'fecha de nacimiento,año de nacimiento',
    it: 'anno di nascita,data di nascita,anno',
  },
  agegroup: {
    'zh-CN':
      '年龄段,年龄组,年龄组别,年龄分组,年龄分段,年龄层,年龄级别,分龄组,分龄,分龄组别,分龄段,分龄分组,分组,组别,组,参赛组别,竞赛组别,比赛组别,所属组别,组别名称,年龄组名称,选手组别',
    en: 'age group,agegroup,age grp,agcat,ag cat,agegrp,age grade group,division,div,category,cat,age category,age cat,age division,age div,age class,age band,ag,age range',
    ja: '部門,年代別,年齢区分',
    ko: '부문,연령대',
    de: 'altersklasse,ak,klasse',
    fr: 'catégorie',
    es: 'categoría',
    it: 'categoria',
  },
  field: { 'zh-CN': '参赛类别,选手类别,选手类型', en: 'field,class,discipline,runner type,athlete type' },
  outcome: {
    'zh-CN':
      '状态,完赛状态,比赛状态,成绩状态,完成状态,参赛状态,选手状态,运动员状态,完赛情况,完成情况,参赛情况,比赛情况,成绩情况,完赛结果,赛果,是否完赛,完赛与否,成绩有效性,完赛标记,状态说明',
    'zh-TW': '完賽與否,成績狀況,完賽狀況,狀況',
    en: 'status,state,status code,dnf dns,dnf/dns/dsq,outcome,finish status,finisher status,race status,result status,runner status,athlete status,final status,finish state,completion status,dnf,finished',
    ja: '完走,完走区分,完走状況,判定,ステータス',
    ko: '상태,완주여부',
    de: 'ergebnisstatus,laufstatus',
    fr: 'statut,état',
    es: 'estado',
    it: 'stato',
  },
  reason: {
    'zh-CN': '备注,备注说明,说明,原因,成绩备注,退赛原因,取消原因,备考',
    en: 'reason,remark,remarks,note,notes,comment,comments,dnf reason',
    ja: '備考',
    ko: '비고',
    de: 'bemerkung,bemerkungen',
    fr: 'remarque,observations',
    es: 'observaciones',
  },
  country: {
    'zh-CN': '国籍,国家,国家地区,国家或地区,国籍地区,国别,国家代码',
    en: 'country,country code,country region,nationality,nat,nation,noc,citizenship',
    ja: '国',
    ko: '국적,국가',
    de: 'land,nationalität',
    fr: 'pays,nationalité',
    es: 'país,nacionalidad',
    it: 'naz,nazione,nazionalità',
  },
  city: {
    'zh-CN': '城市,所在城市,居住城市,常住城市,所在地,来自,省市,省市区,籍贯,居住地,现居地,户籍地',
    'zh-TW': '縣市,居住縣市',
    en: 'city,residence,town,hometown,home town,city state,place of residence,location,from',
    ja: '都道府県,住所,市区町村',
    ko: '지역',
    de: 'ort,wohnort,stadt',
    nl: 'woonplaats',
    fr: 'ville',
    es: 'ciudad,población',
    it: 'città,comune',
  },
  club: {
    'zh-CN':
      '跑团,跑团名称,所属跑团,俱乐部,俱乐部名称,所属俱乐部,单位,单位名称,参赛单位,所属单位,工作单位,代表单位,团队,团队名称,所属团队,队名,队伍,队伍名称,参赛队,参赛队名,参赛队伍,代表队,代表队名称,代表团,公司,公司名称,企业,学校,学校名称,院校,车队,团体,团体名称',
    'zh-TW': '社團,跑團名,隊別',
    en: 'club,club name,running club,team,team name,club team,team club,squad,company,school,affiliation,organisation,organization,unit,crew',
    ja: '所属,チーム,チーム名,所属団体',
    ko: '소속,팀,팀명,클럽',
    de: 'verein,mannschaft,verein ort,team ort,team ortschaft',
    fr: 'équipe',
    nl: 'vereniging,ploeg',
    es: 'equipo',
    it: 'società,squadra',
    pt: 'equipe,equipa,clube',
  },
  gun: {
    'zh-CN': '枪时,枪声,枪计时,全部枪成绩,枪声计时,发令成绩,发令时成绩,毛成绩,毛时间',
    'zh-TW': '大會成績,大會時間,大會計時,團體時間',
    en: 'gun,gun to finish,gun to mat,total gun,official,official time,official finish,clock sec,clock seconds,elapsed,elapsed time,clock,clock time,gross,gross time,gun result,gross result',
    ja: 'グロス,グロスタイム',
    ko: '건타임',
    de: 'brutto,bruttozeit',
    nl: 'bruto,brutotijd,bruto tijd',
    fr: 'temps officiel,temps off,temps brut,temps scratch,temps pistolet',
    es: 'tiempo oficial,tiempo bruto,t oficial,t bruto',
    it: 'tempo uff,tempo ufficiale,gun time',
    pt: 'tempo bruto,tempo oficial',
  },
  net: {
    'zh-CN': '净时,净计,净计时,净计时间,净用时,全部净成绩,个人净成绩,实际用时,实际成绩,净',
    'zh-TW': '個人時間,晶片成績,晶片時間,個人計時',
    en: 'net,net result,chip result,total chip,total net,real time,nett,nett time,mat time,mat to mat,start to finish',
    ja: 'ネット,ネットタイム',
    ko: '넷타임',
    de: 'netto,nettozeit',
    nl: 'nettotijd,netto tijd,chiptijd',
    fr: 'temps réel,temps puce,temps net',
    es: 'tiempo neto,tiempo chip,tiempo real,t neto,t real,t chip',
    it: 'real time,tempo netto,tempo reale',
    pt: 'tempo líquido,tempo chip',
  },
  chip: { 'zh-CN': '芯片,晶片', en: 'chip' },
  time: {
    en: 'time,team time,team total,total team time,finish,finish time,result,results,mark,performance,time full,final',
    'zh-CN': '成绩,团队成绩,全队成绩,团队用时,接力成绩,团队总成绩,全队用时,时间,用时,耗时,终点,完赛,最终,赛时',
    ja: '記録,タイム,ゴールタイム,フィニッシュタイム',
    ko: '기록,완주기록,시간',
    nl: 'tijd,eindtijd,finishtijd',
    de: 'zeit,endzeit,zielzeit,laufzeit',
    fr: 'temps,temps final',
    es: 'tiempo,tiempo final,marca',
    it: 'tempo,tempo finale',
    pt: 'tempo final',
  },
  start: {
    'zh-CN': '起点延时,起跑延迟,起跑延时,起点延迟,枪净差,起跑净差,枪净时差,枪净成绩差,起点用时,过起点用时,起跑线用时',
    en: 'start offset,chipstart,chip start,start delay,start delta,gun chip difference,time to start,time to start line,start lag',
  },
  rank: {
    'zh-CN': '排名,名次,全组名次,全组排名,全部枪排名,全马排名,第几名',
    en: 'overall,rk,o all,overall tot,overall total,place tot,place total,ovr,ovrl,place,rank,pos,position,scratch,oa,oa place,oa rank,plc,pl,overall place,place overall,rank scratch',
    ja: '順位,総合順位,総合,総合順',
    ko: '순위,전체순위,등수,종합순위',
    nl: 'plaats,positie,plaats totaal',
    de: 'platz,platzierung,rang,gesamtplatz,platz gesamt,gesamtrang',
    fr: 'classement,place scratch,classement général,class général,cls général,clt général,rang général,clt,cls,rang',
    es: 'puesto,posición,clasificación,clasificación general,puesto general,pos general',
    it: 'posizione,pos assoluta,classifica,classifica generale,posto',
    pt: 'colocação,classificação,posição',
  },
  rank_gender: {
    'zh-CN': '男女排名,男女名次,男女组排名,男女组名次,分性别排名,分性别名次,同性别排名,性别排名,性别名次,性别枪排名',
    en: 'place gender,gender place,rk m/f,rk sex,sex tot,sex total,gender tot,gender total,rank sex,sex place,genderdiv,gender div,m/f place,place m/f,place sex,gender pos,gender position,g pos,sex pos',
    ja: '男女別順位',
    ko: '성별순위',
    de: 'platz mw,platz m/w,platz geschlecht',
    fr: 'classement sexe,place sexe',
    es: 'puesto sexo,posición sexo',
    it: 'posizione sesso',
  },
  rank_agegroup: {
    'zh-CN':
      '年龄组排名,年龄段排名,组别排名,组别名次,分组排名,分组名次,组内排名,组内名次,同组排名,年龄排名,年龄名次,分龄排名,分龄名次',
    'zh-TW': '分組名次,組別名次,分齡名次',
    en: 'place age div,div place,div tot,div total,cat tot,cat total,age place,age rank,cat place,ag place,ag rank,cat pos,c pos,age grade place',
    ja: '部門順位,部門別順位,年代別順位',
    ko: '부문순위,연령순위',
    de: 'platz ak,ak platz,platz altersklasse,ak rang,rang ak,rang kat,rang kategorie,kategorierang',
    fr: 'classement catégorie,place catégorie,class cat,clt cat,cl cat',
    es: 'puesto categoría,posición categoría,puesto cat',
    it: 'posizione categoria,pos categoria',
    pt: 'colocação categoria,classificação categoria',
  },
  none: {
    'zh-CN':
      '序号,顺序号,行号,流水号,配速,平均配速,均速,平均速度,速度,芯片号,芯片编号,芯片码,晶片号,晶片号码,芯片id,标签,手机,手机号,手机号码,电话,联系电话,邮箱,电子邮箱,血型,尺码,衣服尺码,起跑时间,出发时间,起点时间,发枪时间,鸣枪时间,开赛时间,到达时间,到达时刻,完赛时刻,冲线时间,冲线时刻,过线时间,过线时刻,终点时刻,关门时间,报名号,报名编号,报名序号,订单号,证件类型,会员号,证书编号,证书号,人数,总人数,参赛人数,全部总人数,性别总人数,年龄段总人数,项目,参赛项目,比赛项目,项目名称,赛事,赛事名称,比赛名称,比赛日期,日期,距离,里程,公里数,罚时,差距,时间差,分数,积分,等级,照片,奖金,绝对名次差,民族,地址,紧急联系人,区号,分区,出发区,枪次,批次',
    en: 'pace,pace km,pace min km,pace mi,avg pace,average pace,speed,avg speed,min/km,min/mi,km/h,chip no,chip number,chip code,chip id,tag,tag id,epc,transponder,rfid,phone,mobile,email,e-mail,tshirt,shirt,shirt size,start time,start,start clock,gun start,wave,wave start,corral,finish clock,time of day,tod,arrival,gap,behind,time behind,diff,difference,points,score,event,race,race name,event name,distance,dist,date,race date,year,month,day,photo,photos,certificate,url,link,total,of,address,zip,zip code,postcode,province,projected,proj time,projected time,age grade,age graded,age grade %,age graded time,split,lap,laps,penalty,bonus,utmb index,utmb score,serial,serial no,row,line,seq',
    ja: 'ペース,平均ペース,フリガナ,ふりがな,氏名カナ,カナ氏名,陸連登録',
    ko: '페이스',
  },
}

/** The parts of a title that distinguish several ranks or times, with their words in every language. */
export const parts = {
  net: '净,净计时,芯片,芯片计时,晶片,感应,net,nett,chip,ネット,netto,neto',
  gun: '枪,枪声,枪计时,鸣枪,发枪,枪响,大会,gun,clock,gross,グロス,brutto',
  time: '成绩,时间,用时,计时,耗时,时长,计时成绩,时,elapsed,duration,time,times,timing,timings,result,タイム,zeit,temps,tiempo,tempo',
  unit: '秒,分钟,sec,secs,second,seconds,min,mins,minutes,hms,hhmmss,hmmss,ms',
  place:
    '排名,名次,排位,位次,名,排,clt,plc,pl,place,places,placing,placings,rk,rank,ranks,ranking,pos,position,standing,順位,순위,platz,classement,puesto',
  all: '总,全部,全体,全场,全,综合,整体,总体,绝对,赛事,overall,total,absolute,general,scratch,oa,oall,ovr,ovrl,総合',
  finish:
    '完赛,终点,最终,比赛,全程,个人,官方,official,选手,跑者,正式,全马,半马,马拉松,finish,finishing,finisher,final,race,runner,athlete,full,marathon,running,completion',
  gender: '性别,男女,分性别,同性别,sex,gender,gen,gndr,mf,mw,sexe',
  group:
    '年龄组,年龄段,年龄,年龄组别,分龄组,分龄,分组,组别,组,组内,同组,小组,类别,division,div,category,cat,agegroup,age,ag,agedivision,agediv,agegrp,grp,agecategory,agecat,ak,altersklasse,class,group',
} as const
export type TermPart = keyof typeof parts
