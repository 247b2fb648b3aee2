import type { Lang } from '#contract/words.ts'
import type { NoticeKind, Texts } from '#features/notices/contract.ts'

type DemoNotice = {
  raceid: number
  kind: NoticeKind
  pinned?: boolean
  articletype: string
  /**
   * The days since the publication. The number is negative for a publication in the future. The notice is taken down in
   * `until` days.
   */
  ago: number
  until?: number
  texts: Texts
}
const said = (lang: Lang, title: string, content: string): Texts => ({ [lang]: { title, content } })

/** The content of a race pack and the place where it is handed out, in three languages. */
const racePack: Texts = {
  ...said(
    'zh-cn',
    '参赛包领取',
    '<h2>时间与地点</h2><p>赛前三天 9:00 至赛前一天 18:00，澜江会展中心 B2 馆。</p><h2>请带上</h2><ul><li>报名所用的有效证件原件</li><li>报名状态页上的参赛号</li></ul><h2>包里有什么</h2><ul><li>号码布与别针</li><li>参赛服</li><li>存衣袋</li></ul>',
  ),
  ...said(
    'zh-tw',
    '參賽包領取',
    '<h2>時間與地點</h2><p>賽前三天 9:00 至賽前一天 18:00，瀾江會展中心 B2 館。</p><h2>請帶上</h2><ul><li>報名所用的有效證件正本</li><li>報名狀態頁上的參賽號</li></ul><h2>包裡有什麼</h2><ul><li>號碼布與別針</li><li>參賽服</li><li>寄物袋</li></ul>',
  ),
  ...said(
    'en',
    'Collecting your race pack',
    '<h2>When and where</h2><p>On the three days before the race, until 18:00 on the last of them, at Lanjiang Expo, hall B2.</p><h2>Please bring</h2><ul><li>The document you signed up with</li><li>Your bib number from the status page</li></ul><h2>In the pack</h2><ul><li>Bib and pins</li><li>Race shirt</li><li>Bag for your clothes</li></ul>',
  ),
}

/** The notices of the demo races. Some are in three languages, and the others are not fully translated yet. */
export const demoNotices: readonly DemoNotice[] = [
  {
    raceid: 2026,
    kind: 'notice',
    pinned: true,
    ago: 5,
    articletype: 'news',
    texts: {
      ...said(
        'zh-cn',
        '澜江马拉松报名启动，全马抽签规则公布',
        '<p>澜江马拉松报名已于官网开启。<strong>马拉松项目采用抽签方式</strong>，半程马拉松、10公里与欢乐跑按报名先后录取，额满即止。</p><h3>重要时间</h3><ul><li>报名截止：以赛事首页公布的时间为准</li><li>抽签公示：报名截止后第六天</li><li>缴费：提交订单后60分钟内完成支付，逾期订单自动取消</li></ul><h3>关于公开抽签</h3><p>抽签名单在种子公布之前冻结并公示摘要，任何人都可以用同样的种子重新计算出完全相同的结果。</p>',
      ),
      ...said(
        'zh-tw',
        '瀾江馬拉松報名啟動，全馬抽籤規則公布',
        '<p>瀾江馬拉松報名已於官網開放。<strong>馬拉松項目採抽籤方式</strong>，半程馬拉松、10公里與歡樂跑依報名先後錄取，額滿為止。</p><h3>重要時間</h3><ul><li>報名截止：以賽事首頁公布的時間為準</li><li>抽籤公示：報名截止後第六天</li><li>繳費：送出訂單後60分鐘內完成付款，逾期訂單自動取消</li></ul><h3>關於公開抽籤</h3><p>抽籤名單在種子公布之前凍結並公示摘要，任何人都可以用同樣的種子重新計算出完全相同的結果。</p>',
      ),
      ...said(
        'en',
        'Entries are open; how the marathon ballot works',
        '<p>Entries for the Lanjiang Marathon are open. <strong>The marathon is drawn by ballot</strong>; the half marathon, 10 km and fun run are first come, first served.</p><h3>Dates</h3><ul><li>Entries close: see the race home</li><li>Ballot: six days after entries close</li><li>Payment: within 60 minutes of ordering; unpaid orders lapse</li></ul><h3>The public draw</h3><p>The list of entrants is frozen and its fingerprint published before the seed exists, so anybody can compute the same outcome again.</p>',
      ),
    },
  },
  {
    raceid: 2026,
    kind: 'notice',
    ago: 2,
    articletype: 'traffic',
    texts: {
      ...said(
        'zh-cn',
        '比赛日交通管制与接驳安排',
        '<p>比赛日凌晨4:30起，滨江大道全线实行交通管制。地铁2号线首班车提前至4:50，凭号码布免费乘坐。</p><table><thead><tr><th>接驳点</th><th>发车时间</th></tr></thead><tbody><tr><td>高铁东站</td><td>5:00—6:10</td></tr><tr><td>大学城北</td><td>5:10—6:00</td></tr><tr><td>体育中心</td><td>5:20—6:20</td></tr></tbody></table>',
      ),
      ...said(
        'zh-tw',
        '比賽日交通管制與接駁安排',
        '<p>比賽日凌晨4:30起，濱江大道全線實施交通管制。捷運2號線首班車提前至4:50，憑號碼布免費搭乘。</p><table><thead><tr><th>接駁點</th><th>發車時間</th></tr></thead><tbody><tr><td>高鐵東站</td><td>5:00—6:10</td></tr><tr><td>大學城北</td><td>5:10—6:00</td></tr><tr><td>體育中心</td><td>5:20—6:20</td></tr></tbody></table>',
      ),
      ...said(
        'en',
        'Road closures and shuttle buses on race day',
        '<p>Binjiang Avenue is closed to traffic from 4:30 on race day. The first train of metro line 2 leaves at 4:50; your bib is your ticket.</p><table><thead><tr><th>Stop</th><th>Buses leave</th></tr></thead><tbody><tr><td>East Railway Station</td><td>5:00–6:10</td></tr><tr><td>University Town North</td><td>5:10–6:00</td></tr><tr><td>Sports Centre</td><td>5:20–6:20</td></tr></tbody></table>',
      ),
    },
  },
  {
    raceid: 2026,
    kind: 'post',
    ago: 1,
    articletype: 'guide',
    texts: {
      ...said(
        'zh-cn',
        '第一次跑马拉松？这份清单请收好',
        '<p>从报名到冲线，准备好这几件事，你就已经赢了一半。</p><ol><li>最后两周减量，睡好觉</li><li>新鞋不上赛道</li><li>补给按计划，不等口渴</li><li>前五公里慢一点，后五公里会感谢你</li></ol>',
      ),
      ...said(
        'en',
        'Your first marathon? Keep this list',
        '<p>From signing up to the finish line: with these done, half the race is won.</p><ol><li>Run less and sleep well in the last two weeks</li><li>No new shoes on race day</li><li>Drink by plan, not by thirst</li><li>Start slowly: the last five kilometres will thank you</li></ol>',
      ),
    },
  },
  {
    raceid: 2026,
    kind: 'notice',
    ago: -3,
    until: 20,
    articletype: 'news',
    texts: {
      ...said('zh-cn', '训练营开放预约', '<p>赛前训练营面向全部已报名选手开放，名额有限，先到先得。</p>'),
      ...said(
        'en',
        'Training camp open for booking',
        '<p>The training camp is open to everybody who has entered, first come, first served.</p>',
      ),
    },
  },
  {
    raceid: 2026,
    kind: 'page',
    ago: 6,
    articletype: 'guidebook',
    texts: {
      ...said(
        'zh-cn',
        '参赛手册',
        '<h2>领物</h2><p>赛前三天，凭本人有效证件到澜江会展中心 B2 馆领取参赛包，也可在报名状态页委托他人代领。</p><h2>起点</h2><p>各项目分区检录，请按号码布上的出发区就位。</p><h2>医疗</h2><p>赛道每2.5公里设医疗点，沿途有急救跑者。感到不适请立即停下。</p>',
      ),
      ...said(
        'en',
        'Race guide',
        '<h2>Race pack</h2><p>Collect it with your document at Lanjiang Expo, hall B2, in the three days before the race. The status page lets you send somebody else.</p><h2>Start</h2><p>Line up in the start zone printed on your bib.</p><h2>Medical</h2><p>There is a first-aid post every 2.5 km, and runners trained in first aid on the way. Stop at once if you feel unwell.</p>',
      ),
    },
  },
  {
    raceid: 226,
    kind: 'notice',
    pinned: true,
    ago: 6,
    articletype: 'news',
    texts: {
      ...said(
        'zh-cn',
        '海屿马拉松成绩与证书已可查询',
        '<p>感谢三万名跑者与海风同行。成绩与完赛证书现已开放查询，如有异议请在七日内提交。</p>',
      ),
      ...said(
        'en',
        'Haiyu Marathon: results and certificates are out',
        '<p>Thank you to thirty thousand runners who ran with the sea breeze. Results and certificates can now be looked up.</p>',
      ),
    },
  },
  {
    raceid: 229,
    kind: 'notice',
    ago: 34,
    articletype: 'news',
    texts: said(
      'zh-cn',
      '云脊越野赛成绩公布',
      '<p>雨后的云脊给了大家最美的日出，也给了最滑的下坡。完赛与未完赛的每一位，都值得骄傲。</p>',
    ),
  },
  {
    raceid: 1878,
    kind: 'notice',
    ago: 3,
    articletype: 'news',
    texts: said('zh-cn', '1878 枚奖牌，等你来领', '<p>完赛奖牌取自老码头的船锚造型，每一枚都有独立编号。</p>'),
  },
  ...[2026, 1878, 230, 227].map((raceid) => ({
    raceid,
    kind: 'page' as const,
    ago: 6,
    articletype: 'racepack',
    texts: racePack,
  })),
  ...[1878, 230, 227].map((raceid) => ({
    raceid,
    kind: 'page' as const,
    ago: 6,
    articletype: 'guidebook',
    texts: said(
      'zh-cn',
      '参赛手册',
      '<h2>检录</h2><p>起跑前 30 分钟开始检录，请按号码布上的分区就位。</p><h2>补给与医疗</h2><p>赛道每 2.5 公里设补给与医疗点。感到不适请立即停下。</p>',
    ),
  })),
]
