import { text } from '#contract/words.ts'
import type { QueryType } from '../contract.ts'
import type { CardField } from '../rules.ts'

/**
 * The texts of the query page. The placeholder and the toasts must not change: docs/behaviour/sentences.md, Look-ups
 * and refusals.
 */
export const queryWords = {
  placeholder: text('请输入证件号码', '請輸入證件號碼', 'Enter ID number'),
  placeholderMaster: text('请输入姓名、证件号码或参赛号', '請輸入姓名、證件號碼或參賽號', 'Name, ID number or bib'),
  search: text('查询', '查詢', 'Search'),
  searching: text('正在查询…', '查詢中…', 'Searching…'),
  remembered: text('号码只记在这台设备上', '號碼只記在這台裝置上', 'Saved on this device only'),
  forget: text('不再记住', '不再記住', "Don't remember it"),
  forgotten: text('已从这台设备上清除', '已從這台裝置上清除', 'Cleared from this device'),
  nothingEntered: text('您还没有输入~', '您還沒有輸入~', 'You have not entered anything'),
  noneFound: text('没有您的相关信息~', '沒有您的相關資訊~', 'Nothing was found for this number'),
  noneFoundHow: text(
    '请核对证件号码，须与报名时填写的一致。',
    '請核對證件號碼，須與報名時填寫的一致。',
    'Please check the number. It must be the one used for the entry.',
  ),
  noneYet: text('还没有您的相关信息~', '還沒有您的相關資訊~', 'There is nothing for you yet'),
  noneYetHow: text(
    '名单由组委会陆续更新，请稍后再来看看。',
    '名單由主辦單位陸續更新，請稍後再來看看。',
    'The organisers update the list from time to time. Please check again later.',
  ),
  noneYetVolunteer: text(
    '请核对证件号码，须与登记志愿者时填写的一致。',
    '請核對證件號碼，須與登記志工時填寫的一致。',
    'Please check the number. It must be the one you gave as a volunteer.',
  ),
  logInTitle: text('登录后才能查看', '登入後才能檢視', 'Log in to view'),
  logInHow: text(
    '请用报名人的手机号登录，凭短信验证码确认。',
    '請用報名人的手機號碼登入，以簡訊驗證碼確認。',
    "Use the mobile number on the entry. We'll text you a code.",
  ),
  relatedTitle: text(
    '还想看同一订单、同队的报名？',
    '還想看同一訂單、同隊的報名？',
    'Looking for the others in your order or team?',
  ),
  relatedHow: text(
    '请用报名人的手机号登录，即可看到同一订单、同一团队或同一账号的报名。',
    '請用報名人的手機號碼登入，即可看到同一訂單、同一團隊或同一帳號的報名。',
    'Log in with the mobile number on the entry to see entries of the same order, team or account.',
  ),
  logIn: text('登录', '登入', 'Log in'),
  volunteer: text('志愿者', '志工', 'Volunteer'),
  noPage: text('没有这个页面', '沒有這個頁面', 'Page not found'),
  noPageHow: text(
    '链接可能有误，或页面已移走。',
    '連結可能有誤，或頁面已移走。',
    'The link may be wrong, or the page has moved.',
  ),
  noRace: text('请先选择赛事', '請先選擇賽事', 'Choose a race first'),
  noRaceHow: text(
    '从赛事列表进入，即可查询报名和成绩。',
    '從賽事清單進入，即可查詢報名和成績。',
    'Open a race to look up entries and results.',
  ),
  chooseRace: text('全部赛事', '全部賽事', 'All races'),
  noScore: text('您还没有成绩信息~', '您還沒有成績資訊~', 'There is no result for you yet'),
  noScoreHow: text(
    '成绩公布后可在此查询，也可用报名时的证件号码再试一次。',
    '成績公布後可在此查詢，也可用報名時的證件號碼再試一次。',
    'Results appear here once they are published. You can also try the ID number used for the entry.',
  ),
  allResults: text('全部成绩', '全部成績', 'All results'),
  resultWhole: text('分段与名次详情', '分段與名次詳情', 'Splits and rankings'),
  foundCount: text('找到 {n} 位选手', '找到 {n} 位選手', '{n} {n|runner|runners} found'),
  foundTickets: text('找到 {n} 张门票', '找到 {n} 張門票', '{n} {n|ticket|tickets} found'),
  hiddenName: text('匿名选手', '匿名選手', 'Anonymous runner'),
  finished: text('完赛', '完賽', 'Finished'),
  dnf: text('未完赛', '未完賽', 'Did not finish'),
  dns: text('未起跑', '未起跑', 'Did not start'),
  running: text('比赛中', '比賽中', 'On the course'),
  dsq: text('成绩取消', '成績取消', 'Disqualified'),
  scoreHint: text(
    '没有绑定证件的成绩，可输入姓名或参赛号',
    '沒有綁定證件的成績，可輸入姓名或參賽號',
    'No luck with your ID number? Try your name or bib number',
  ),
  kinds: text('查询类型', '查詢類型', 'What would you like to find?'),
  signUp: text('我要报名', '我要報名', 'Sign up'),
  pictureCheckHow: text(
    '为保护选手信息，请输入图中的字符后继续。',
    '為保護選手資訊，請輸入圖中的字元後繼續。',
    'To protect runners, please type the characters in the picture to continue.',
  ),
  factHow: text(
    '为保护选手信息，请补充报名时的姓名或手机号后四位。',
    '為保護選手資訊，請補充報名時的姓名或手機號碼末四碼。',
    'To protect runners, please add the name on the entry or the last four digits of its mobile number.',
  ),
  fact: text('姓名或手机号后四位', '姓名或手機號碼末四碼', 'Name, or last four digits of the mobile'),
  lastFourHow: text(
    '今天有人多次查询相近的证件号。为保护选手信息，请补充报名手机号的后四位。',
    '今天有人多次查詢相近的證件號碼。為保護選手資訊，請補充報名手機號碼的末四碼。',
    'Similar ID numbers were looked up often today. Please add the last four digits of the mobile number on the entry.',
  ),
  lastFour: text('手机号后四位', '手機號碼末四碼', 'Last four digits of the mobile'),
  sessionHow: text(
    '今天有人多次查询相近的证件号。请用报名手机号登录后再查。',
    '今天有人多次查詢相近的證件號碼。請用報名手機號碼登入後再查。',
    'Similar ID numbers have been looked up many times today. Please log in with the mobile number on the entry to continue.',
  ),
  logInToLookUp: text('登录后查询', '登入後查詢', 'Log in and search'),
  menu: text('赛事服务', '賽事服務', 'Race services'),
} as const

/** The labels of a card's fields (features/lookups/rules.ts). */
export const cardFieldWords = {
  fee_label: text('报名费', '報名費', 'Entry fee'),
  enname: text('英文姓名', '英文姓名', 'English name'),
  time: text('成绩', '成績', 'Time'),
  nettime: text('净成绩', '淨成績', 'Net time'),
  team: text('小组', '小組', 'Team'),
  place: text('地点', '地點', 'Place'),
  starts_at: text('时间', '時間', 'When'),
} as const satisfies Record<Exclude<CardField, 'status' | 'meta'>, ReturnType<typeof text>>

/** The names of the types of look-up. */
export const queryKinds = {
  reg: text('报名查询', '報名查詢', 'Find my entry'),
  score: text('成绩证书', '成績證書', 'Results'),
  refunds: text('退赛查询', '退賽查詢', 'Withdrawals'),
  appoint: text('预约查询', '預約查詢', 'Appointments'),
  volunteers: text('志愿者查询', '志工查詢', 'Volunteers'),
  master: text('选手管理', '選手管理', 'Runner desk'),
  health: text('健康声明', '健康聲明', 'Health declaration'),
  runner: text('选手查询', '選手查詢', 'Runner'),
  simple: text('快速查询', '快速查詢', 'Quick look-up'),
  enname: text('英文姓名', '英文姓名', 'English name'),
  game: text('赛事活动', '賽事活動', 'Activities'),
  poster: text('海报', '海報', 'Poster'),
  ticket: text('门票查询', '門票查詢', 'Tickets'),
} as const satisfies Record<QueryType, ReturnType<typeof text>>

const noEntry = text('这个号码没有报名记录', '這個號碼沒有報名紀錄', 'No entry with this number')
const noRunner = text('没有查到这位选手', '查無這位選手', 'No runner with this number')
/** The title of an empty list. It names the missing thing. The toast shows the sentence of the specification. */
export const emptyTitles = {
  reg: noEntry,
  score: text('没有查到成绩', '查無成績', 'No result found'),
  refunds: noEntry,
  appoint: noEntry,
  volunteers: text('没有查到志愿者登记', '查無志工登記', 'No volunteer with this number'),
  master: text('没有符合的选手', '沒有符合的選手', 'No runner matches'),
  health: noEntry,
  runner: noRunner,
  simple: noRunner,
  enname: noEntry,
  game: text('没有查到活动记录', '查無活動紀錄', 'No activity found'),
  poster: noRunner,
  ticket: text('这个号码没有门票', '這個號碼沒有門票', 'No ticket with this number'),
} as const satisfies Record<QueryType, ReturnType<typeof text>>

/** The large title above the field (docs/behaviour/accounts.md, Query page: the title depends on the query type). */
export const queryTitles = {
  reg: text('查询报名', '查詢報名', 'Find my entry'),
  score: text('查询成绩与证书', '查詢成績與證書', 'Find your result and certificate'),
  refunds: text('查询退赛与退款', '查詢退賽與退款', 'Find your withdrawal and refund'),
  appoint: text('预约领物与服务', '預約領物與服務', 'Book pack collection and services'),
  volunteers: text('查询志愿者班次', '查詢志工班次', 'Find your shift'),
  master: text('查找选手', '尋找選手', 'Find any runner'),
  health: text('签署健康声明', '簽署健康聲明', 'Sign the health declaration'),
  runner: text('查询选手', '查詢選手', 'Find a runner'),
  simple: text('快速查询', '快速查詢', 'Quick look-up'),
  enname: text('填写英文姓名', '填寫英文姓名', 'Enter your English name'),
  game: text('查询活动记录', '查詢活動紀錄', 'Find your activity record'),
  poster: text('生成我的海报', '製作我的海報', 'Make your poster'),
  ticket: text('查询门票', '查詢門票', 'Find your tickets'),
} as const satisfies Record<QueryType, ReturnType<typeof text>>
