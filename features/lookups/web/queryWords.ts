import { text } from '#contract/words.ts'

/** What the query page says. The placeholder, the toasts and the empty sentences are the specification's own wording (1, sections 2 and 8). */
export const queryWords = {
  placeholder: text('请输入证件号码', '請輸入證件號碼', 'Enter ID number'),
  search: text('查询', '查詢', 'Search'),
  searching: text('正在查询…', '查詢中…', 'Searching…'),
  remembered: text('号码只记在这台设备上', '號碼只記在這台裝置上', 'Remembered on this device only'),
  forget: text('不再记住', '不再記住', 'Forget it'),
  forgotten: text('已从这台设备上清除', '已從這台裝置上清除', 'Cleared from this device'),
  nothingEntered: text('您还没有输入~', '您還沒有輸入~', 'You have not entered anything'),
  noneFound: text('没有您的相关信息~', '沒有您的相關資訊~', 'Nothing was found for this number'),
  noneFoundHow: text('请核对证件号码，须与报名时填写的一致。', '請核對證件號碼，須與報名時填寫的一致。', 'Check the number: it has to be the one used at sign-up.'),
  noRace: text('请先选择赛事', '請先選擇賽事', 'Choose a race first'),
  noRaceHow: text('从赛事列表进入，即可查询报名和成绩。', '從賽事列表進入，即可查詢報名和成績。', 'Open a race to look up registrations and results.'),
  chooseRace: text('全部赛事', '全部賽事', 'All races'),
  fee: text('报名费', '報名費', 'Entry fee'),
  noScore: text('您还没有成绩信息~', '您還沒有成績資訊~', 'There is no result for you yet'),
  noScoreHow: text('成绩公布后可在此查询，也可用报名时的证件号码再试一次。', '成績公布後可在此查詢，也可用報名時的證件號碼再試一次。', 'Results appear here once they are published. Try the number you signed up with.'),
  foundCount: text('找到 {n} 位选手', '找到 {n} 位選手', '{n} runners found'),
  foundOne: text('找到 1 位选手', '找到 1 位選手', '1 runner found'),
  bib: text('参赛号', '參賽號', 'Bib'),
  hiddenName: text('已隐藏姓名', '已隱藏姓名', 'Name hidden'),
  finished: text('完赛', '完賽', 'Finished'),
  dnf: text('未完赛', '未完賽', 'Did not finish'),
  dns: text('未起跑', '未起跑', 'Did not start'),
  dsq: text('取消成绩', '取消成績', 'Disqualified'),
  scoreHint: text('没有绑定证件的成绩，可输入姓名或参赛号', '沒有綁定證件的成績，可輸入姓名或參賽號', 'No luck with the ID number? Try the name or the bib'),
  result: text('成绩', '成績', 'Time'),
  kinds: text('查询类型', '查詢類型', 'What to look up'),
  toCome: text('“{kind}”还未开放', '「{kind}」尚未開放', '“{kind}” is not open yet'),
  toComeHow: text('开放后会出现在这里。现在可以查询报名状态和成绩。', '開放後會出現在這裡。現在可以查詢報名狀態和成績。', 'It will appear here. Meanwhile you can look up your registration or your result.'),
  goReg: text('查询报名', '查詢報名', 'Find my registration'),
  goScore: text('查询成绩', '查詢成績', 'Find my result'),
  signUp: text('我要报名', '我要報名', 'Sign up'),
  pictureCheckHow: text('为保护选手信息，请输入图中的字符后继续。', '為保護選手資訊，請輸入圖中的字元後繼續。', 'To protect runners, please type the characters in the picture.'),
  menu: text('赛事服务', '賽事服務', 'Race services'),
} as const

/** Title of each look-up (specification 1 section 2: the title depends on the query type). */
export const queryKinds = {
  reg: text('报名查询', '報名查詢', 'Registration'),
  score: text('成绩证书', '成績證書', 'Results'),
  refunds: text('退赛查询', '退賽查詢', 'Withdrawal'),
  appoint: text('预约查询', '預約查詢', 'Appointment'),
  volunteers: text('志愿者查询', '志工查詢', 'Volunteers'),
  master: text('选手管理', '選手管理', 'Runner desk'),
  health: text('健康申报', '健康申報', 'Health form'),
  runner: text('选手查询', '選手查詢', 'Runner'),
  simple: text('快速查询', '快速查詢', 'Quick look-up'),
  enname: text('英文姓名', '英文姓名', 'English name'),
  game: text('赛事活动', '賽事活動', 'Activities'),
  poster: text('海报', '海報', 'Poster'),
} as const
export type QueryKind = keyof typeof queryKinds

/** The large line above the field. */
export const queryTitles = {
  ...queryKinds,
  reg: text('查询报名', '查詢報名', 'Find your registration'),
  score: text('查询成绩与证书', '查詢成績與證書', 'Find your result and certificate'),
} as const satisfies Record<QueryKind, ReturnType<typeof text>>
