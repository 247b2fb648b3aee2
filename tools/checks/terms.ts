import { type Check, type Source, writtenCode } from './sources.ts'
import { type Node, childrenOf, nodeName, treeOf } from './syntax.ts'

type Language = 'zh-cn' | 'zh-tw' | 'en'
/** A refused word. With `only`, the check refuses the word only in files whose paths match. */
type Term = { lang: Language; refused: RegExp; instead: string; only?: RegExp }
const term = (lang: Language, refused: RegExp, instead: string, only?: RegExp): Term => ({
  lang,
  refused,
  instead,
  ...(only ? { only } : {}),
})

/**
 * Words that the product does not say, each with the word that it says instead. docs/words.md, Words for runners, has
 * the list.
 */
const terms: readonly Term[] = [
  term('zh-cn', /缴费|付款(?!人)/, '支付'),
  term('zh-cn', /主办方|组织者/, '组委会'),
  term('zh-cn', /跑者|跑友|参赛者/, '选手'),
  term('zh-cn', /手机号码/, '手机号'),
  term('zh-cn', /你/, '您'),
  term('zh-cn', /退出报名|退出赛事/, '退赛'),
  term('zh-cn', /项目(?!符号)/, '组别'),
  term('zh-cn', /直接入[围选]/, '直通名额'),
  term('zh-cn', /没有加载出来/, '加载失败'),
  term('zh-cn', /起跑区/, '出发区'),
  term('zh-tw', /(?<!微信|一網通)支付(?!寶)|繳費/, '付款'),
  term('zh-tw', /組委會|主辦方/, '主辦單位'),
  term('zh-tw', /查看/, '檢視'),
  term('zh-tw', /[抽中]簽|未抽中/, '抽籤、中籤'),
  term('zh-tw', /二維碼|行動條碼|QR ?碼|QR code/, 'QR Code'),
  term('zh-tw', /小程序/, '小程式'),
  term('zh-tw', /手機號(?!碼)/, '手機號碼'),
  term('zh-tw', /你/, '您'),
  term('zh-tw', /賬|帳號碼/, '帳號、帳戶'),
  term('zh-tw', /登錄/, '登入'),
  term('zh-tw', /提交/, '送出'),
  term('zh-tw', /列表/, '清單'),
  term('zh-tw', /通路/, '管道'),
  term('zh-tw', /隨機數|校驗/, '亂數、雜湊值'),
  term('zh-tw', /信息|短信|視頻|網絡|軟件|默認|鏈接|打印|屏幕|郵箱|數據|服務器|菜單|激活|用戶|志願者/, "Taiwan's term"),
  term('zh-tw', /跑者/, '選手'),
  term('zh-tw', /關注/, '追蹤'),
  term('zh-tw', /佔|臺灣/, '占、台灣'),
  term('en', /\blotter(y|ies)\b/i, 'ballot'),
  term('en', /\b(un)?b(ind|ound)\b/i, 'linked'),
  term('en', /\bin line\b/i, 'queue'),
  term('en', /\b(leave|left) the race\b|\bexit registration\b/i, 'withdraw'),
  term('en', /\bhand(ed|s)? in\b/i, 'submit'),
  term('en', /\bcalled off\b/i, 'cancelled'),
  // Staff work with registrations, and runners have entries.
  term('en', /\bregistrations?\b/i, 'entry', /\/web\//),
]

/** Names of columns in files and on certificates, which other programs read. */
const namesOfColumns = new Set(['项目', '比赛项目'])

/** Folders that the check leaves out: tools and tests, and sandboxes that imitate the pages of other companies. */
const foreign = /^(integrations|tools|test|bench)\//

/** Returns the sentences that the specifications quote: docs/behaviour/sentences.md lists them in both languages. */
const quotedIn = (sources: readonly Source[]): Set<string> =>
  new Set(
    (sources.find(({ path }) => path === 'docs/behaviour/sentences.md')?.text ?? '')
      .split('\n')
      .filter((line) => line.startsWith('| '))
      .flatMap((line) => line.split('|').map((cell) => cell.trim())),
  )

const textOf = (node: Node | undefined): string | undefined => {
  if (node?.type === 'BinaryExpression') {
    const [left, right] = [textOf(node.left as Node), textOf(node.right as Node)]
    return left === undefined || right === undefined ? undefined : left + right
  }
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined
}

/** Reads the three languages of each text() and refusal() below a node. */
const visitTexts = (node: Node, onText: (said: Record<Language, string>) => void): void => {
  const name = node.type === 'CallExpression' ? nodeName(node.callee as Node) : undefined
  if (name === 'text' || name === 'refusal') {
    const all = (node.arguments as Node[]).slice(name === 'text' ? 0 : 1).map(textOf)
    if (all.length >= 3 && all.slice(0, 3).every((one) => one !== undefined))
      onText({ 'zh-cn': all[0]!, 'zh-tw': all[1]!, en: all[2]! })
  }
  childrenOf(node).forEach((child) => visitTexts(child, onText))
}

/** Reports texts that say another word than the glossary for runners, and mixtures of two kinds of Chinese. */
export const checkTerms: Check = (sources) => {
  const quoted = quotedIn(sources)
  return writtenCode(sources)
    .filter(({ path, text }) => !foreign.test(path) && !/\.test\.tsx?$/.test(path) && /\b(text|refusal)\(/.test(text))
    .flatMap((source) => {
      const faults: string[] = []
      visitTexts(treeOf(source), (said) => {
        if ([said['zh-cn'], said.en].some((one) => quoted.has(one)) || namesOfColumns.has(said['zh-cn'])) return
        for (const { lang, refused, instead, only } of terms) {
          const found = (only?.test(source.path) ?? true) ? refused.exec(said[lang]) : null
          if (found) faults.push(`${source.path}: “${found[0]}” in “${said[lang]}”: say ${instead}`)
        }
      })
      return faults
    })
}
