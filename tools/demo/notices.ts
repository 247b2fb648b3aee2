/** The notices of the demo races. `ago` is in days. */
export const demoNotices = [
  {
    raceid: 2026,
    kind: 'notice',
    pinned: true,
    ago: 5,
    articletype: 'news',
    lang: 'zh-cn',
    title: '澜江马拉松报名启动，全马抽签规则公布',
    content:
      '<p>澜江马拉松报名已于官网开启。<strong>马拉松项目采用抽签方式</strong>，半程马拉松、10公里与欢乐跑按报名先后录取，额满即止。</p><h3>重要时间</h3><ul><li>报名截止：以赛事首页公布的时间为准</li><li>抽签公示：报名截止后第六天</li><li>缴费：提交订单后60分钟内完成支付，逾期订单自动取消</li></ul><h3>关于公开抽签</h3><p>抽签名单在种子公布之前冻结并公示摘要，任何人都可以用同样的种子重新计算出完全相同的结果。</p>',
  },
  {
    raceid: 2026,
    kind: 'notice',
    pinned: false,
    ago: 2,
    articletype: 'traffic',
    lang: 'zh-cn',
    title: '比赛日交通管制与接驳安排',
    content:
      '<p>比赛日凌晨4:30起，滨江大道全线实行交通管制。地铁2号线首班车提前至4:50，凭号码布免费乘坐。</p><table><thead><tr><th>接驳点</th><th>发车时间</th></tr></thead><tbody><tr><td>高铁东站</td><td>5:00—6:10</td></tr><tr><td>大学城北</td><td>5:10—6:00</td></tr><tr><td>体育中心</td><td>5:20—6:20</td></tr></tbody></table>',
  },
  {
    raceid: 2026,
    kind: 'post',
    pinned: false,
    ago: 1,
    articletype: 'guide',
    lang: 'zh-cn',
    title: '第一次跑马拉松？这份清单请收好',
    content:
      '<p>从报名到冲线，准备好这几件事，你就已经赢了一半。</p><ol><li>最后两周减量，睡好觉</li><li>新鞋不上赛道</li><li>补给按计划，不等口渴</li><li>前五公里慢一点，后五公里会感谢你</li></ol>',
  },
  {
    raceid: 2026,
    kind: 'notice',
    pinned: false,
    ago: 5,
    articletype: 'news',
    lang: 'en',
    title: 'Entries are open; how the marathon ballot works',
    content:
      '<p>Entries for the Lanjiang Marathon are open. <strong>The marathon is drawn by ballot</strong>; the half marathon, 10 km and fun run are first come, first served.</p><p>The list of entrants is frozen and its fingerprint published before the seed exists, so anybody can compute the same outcome again.</p>',
  },
  {
    raceid: 2026,
    kind: 'page',
    pinned: false,
    ago: 6,
    articletype: 'guidebook',
    lang: 'zh-cn',
    title: '参赛手册',
    content:
      '<h2>领物</h2><p>赛前三天，凭本人有效证件到澜江会展中心领取参赛包。不可代领。</p><h2>起点</h2><p>各项目分区检录，请按号码布上的出发区就位。</p><h2>医疗</h2><p>赛道每2.5公里设医疗点，沿途有急救跑者。感到不适请立即停下。</p>',
  },
  {
    raceid: 226,
    kind: 'notice',
    pinned: true,
    ago: 12,
    articletype: 'news',
    lang: 'zh-cn',
    title: '海屿马拉松成绩与证书已可查询',
    content: '<p>感谢三万名跑者与海风同行。成绩与完赛证书现已开放查询，如有异议请在七日内提交。</p>',
  },
  {
    raceid: 226,
    kind: 'notice',
    pinned: true,
    ago: 12,
    articletype: 'news',
    lang: 'en',
    title: 'Haiyu Marathon: results and certificates are out',
    content:
      '<p>Thank you to thirty thousand runners who ran with the sea breeze. Results and certificates can now be looked up.</p>',
  },
  {
    raceid: 229,
    kind: 'notice',
    pinned: false,
    ago: 38,
    articletype: 'news',
    lang: 'zh-cn',
    title: '云脊越野赛成绩公布',
    content: '<p>雨后的云脊给了大家最美的日出，也给了最滑的下坡。完赛与未完赛的每一位，都值得骄傲。</p>',
  },
  {
    raceid: 1878,
    kind: 'notice',
    pinned: false,
    ago: 3,
    articletype: 'news',
    lang: 'zh-cn',
    title: '1878 枚奖牌，等你来领',
    content: '<p>完赛奖牌取自老码头的船锚造型，每一枚都有独立编号。</p>',
  },
  ...[2026, 1878, 230, 227].flatMap((raceid) => [
    {
      raceid,
      kind: 'page' as const,
      pinned: false,
      ago: 6,
      articletype: 'racepack',
      lang: 'zh-cn' as const,
      title: '参赛包领取',
      content:
        '<h2>时间与地点</h2><p>赛前两天 10:00—20:00，赛事服务中心。</p><h2>请带上</h2><ul><li>报名所用的有效证件原件</li><li>报名状态页上的参赛号</li></ul><h2>包里有什么</h2><ul><li>号码布与别针</li><li>参赛服</li><li>存衣袋</li></ul>',
    },
    {
      raceid,
      kind: 'page' as const,
      pinned: false,
      ago: 6,
      articletype: 'racepack',
      lang: 'en' as const,
      title: 'Collecting your race pack',
      content:
        '<h2>When and where</h2><p>On the two days before the race, 10:00–20:00, at the race centre.</p><h2>Please bring</h2><ul><li>The document you signed up with</li><li>Your bib number from the status page</li></ul>',
    },
    ...(raceid === 2026
      ? []
      : [
          {
            raceid,
            kind: 'page' as const,
            pinned: false,
            ago: 6,
            articletype: 'guidebook',
            lang: 'zh-cn' as const,
            title: '参赛手册',
            content:
              '<h2>检录</h2><p>起跑前 30 分钟开始检录，请按号码布上的分区就位。</p><h2>补给与医疗</h2><p>赛道每 2.5 公里设补给与医疗点。感到不适请立即停下。</p>',
          },
        ]),
  ]),
] as const
