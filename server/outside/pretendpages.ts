import type { KeyObject } from 'node:crypto'
import { type Lang, langOf, langs, text } from '#contract/words.ts'
import type { BookedTrade, Books } from './pretendbooks.ts'
import { bridgeText, verify } from './wechatpaycrypto.ts'

/** The pretend gateway's pages: what a payer sees on the phone in place of WeChat Pay. */

const words = {
  title: text('模拟支付', '模擬支付', 'Pretend payment'),
  notice: text('这是演示用的模拟支付，不会产生真实扣款。', '這是示範用的模擬支付，不會真的扣款。', 'This payment is only pretended, for demonstration: no money moves.'),
  order: text('订单号', '訂單編號', 'Order number'),
  pay: text('确认支付', '確認支付', 'Pay now'),
  cancel: text('取消支付', '取消支付', 'Cancel'),
  back: text('返回商家', '返回商家', 'Back to the shop'),
  paid: text('支付成功', '支付成功', 'Payment succeeded'),
  paidHint: text('请回到原来的页面查看结果。', '請回到原來的頁面查看結果。', 'Go back to where you came from to see the outcome.'),
  cancelled: text('您已取消支付', '您已取消支付', 'You cancelled the payment'),
  cancelledHint: text('订单仍在有效期内，可以再次支付。', '訂單仍在有效期內，可以再次支付。', 'The order is still open, you can pay again.'),
  closed: text('订单已关闭', '訂單已關閉', 'This order is closed'),
  closedHint: text('超过付款时间或商家已关闭订单。', '已超過付款時間或商家已關閉訂單。', 'Its time ran out, or the shop closed it.'),
  unknown: text('没有找到这笔订单', '找不到這筆訂單', 'No such order'),
  unknownHint: text('请返回商家重新发起支付。', '請返回商家重新發起支付。', 'Go back to the shop and start the payment again.'),
  again: text('继续支付', '繼續支付', 'Pay after all'),
} as const
const langNames: Record<Lang, string> = { 'zh-cn': '简体', 'zh-tw': '繁體', en: 'English' }

export type PageRequest = { method: string; path: string; query: URLSearchParams; form: URLSearchParams; acceptLanguage: string }
export type PageAnswer = { status: number; headers: Record<string, string>; body: string }

const escape = (said: string): string => said.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
const yuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`

const style = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#f2f3f5;color:#16181d;font:16px/1.5 system-ui,"PingFang SC","PingFang TC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
main{max-width:440px;margin:0 auto;padding:24px 16px 40px}
nav{display:flex;justify-content:flex-end;gap:4px}nav a{color:#4a5160;text-decoration:none;padding:10px 10px;min-height:44px;font-size:14px}nav a[aria-current]{color:#16181d;font-weight:600}
section{background:#fff;border-radius:16px;padding:32px 24px;margin-top:8px;text-align:center;box-shadow:0 1px 3px #0001}
h1{font-size:18px;margin:0 0 4px}.amount{font-size:44px;font-weight:700;letter-spacing:-.02em;margin:16px 0 4px;font-variant-numeric:tabular-nums}
.what{margin:0;overflow-wrap:anywhere}dl{display:flex;justify-content:space-between;gap:16px;border-top:1px solid #e6e8ec;margin:24px 0 0;padding-top:16px;font-size:14px;text-align:start}dt{color:#5b6270;white-space:nowrap}dd{margin:0;overflow-wrap:anywhere;text-align:end}
form{display:grid;gap:12px;margin-top:24px}button,a.button{font:inherit;font-weight:600;border:0;border-radius:12px;min-height:48px;padding:10px 16px;cursor:pointer;text-decoration:none;display:flex;align-items:center;justify-content:center}
.go{background:#067a05;color:#fff}.no{background:#eceef1;color:#16181d}
:focus-visible{outline:3px solid #1b6ef3;outline-offset:2px}
.hint{color:#4a5160;font-size:14px;margin:8px 0 0}.stamp{background:#fff5d6;color:#5c4300;border-radius:12px;padding:10px 14px;font-size:14px;margin:0 0 8px}
.mark{width:64px;height:64px;border-radius:50%;margin:0 auto 16px;display:grid;place-items:center;font-size:34px;background:#e5f4e5;color:#067a05}.mark.off{background:#eceef1;color:#5b6270}`

export const pretendPages = (books: Books, origin: () => string, appid: string, merchantKey: KeyObject, clock: () => Date, paid: (trade: BookedTrade) => void) => {
  /** Only back to where the shop lives: the page is no open door to elsewhere. */
  const wayBack = (given: string | null): string | undefined => {
    if (!given) return undefined
    try {
      const url = new URL(given, origin())
      return url.origin === new URL(origin()).origin ? url.href : undefined
    } catch {
      return undefined
    }
  }

  const page = (lang: Lang, status: number, inner: string, here: URLSearchParams, path: string): PageAnswer => {
    const links = langs.map((one) => {
      const query = new URLSearchParams(here)
      query.set('lang', one)
      return `<a href="${escape(`${path}?${query}`)}" lang="${one}"${one === lang ? ' aria-current="true"' : ''}>${langNames[one]}</a>`
    })
    const body = `<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${words.title[lang]}</title><style>${style}</style></head><body><main><nav>${links.join('')}</nav><p class="stamp">${words.notice[lang]}</p><section>${inner}</section></main></body></html>`
    return {
      status,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      },
      body,
    }
  }
  const outcome = (title: string, hint: string, good: boolean, links: string): string => `<div class="mark${good ? '' : ' off'}" aria-hidden="true">${good ? '✓' : '!'}</div><h1>${title}</h1><p class="hint">${hint}</p>${links}`
  const link = (href: string, said: string, kind: string) => `<form><a class="button ${kind}" href="${escape(href)}">${said}</a></form>`

  /** The webview's own call carries the merchant's signature; a page that altered it is not shown. */
  const prepayOfBridge = (query: URLSearchParams): string | undefined => {
    const of = (name: string) => query.get(name) ?? ''
    const holds = of('appId') === appid && verify(bridgeText(of('appId'), of('timeStamp'), of('nonceStr'), of('package')), of('paySign'), merchantKey)
    return holds ? of('package').replace(/^prepay_id=/, '') : undefined
  }

  const answer = (request: PageRequest): PageAnswer => {
    const posted = request.method === 'POST'
    const given = posted ? request.form : request.query
    const lang = langOf(given.get('lang') ?? request.acceptLanguage.split(',')[0])
    const name = request.path.replace(/^\/pretend\/wechatpay\//, '')
    const back = wayBack(given.get('redirect_url'))
    const prepayId = !posted && name === 'bridge' ? prepayOfBridge(request.query) : (given.get('prepay_id') ?? undefined)
    const found = prepayId === undefined ? undefined : books.byPrepay(prepayId)
    if (found) books.expire(found.tradeno, clock().getTime())
    const trade = found && books.trade(found.tradeno)
    const here = new URLSearchParams({ prepay_id: prepayId ?? '', lang, ...(back ? { redirect_url: back } : {}) })
    const path = `/pretend/wechatpay/${name === 'scan' ? 'scan' : 'h5'}`
    const show = (status: number, inner: string) => page(lang, status, inner, here, path)
    const backLink = back ? link(back, words.back[lang], 'no') : ''
    if (!trade) return show(404, outcome(words.unknown[lang], words.unknownHint[lang], false, backLink))

    if (posted && name === 'pay' && trade.state === 'NOTPAY') {
      if (given.get('do') !== 'pay') {
        if (back) return { status: 303, headers: { location: back, 'cache-control': 'no-store' }, body: '' }
        return show(200, outcome(words.cancelled[lang], words.cancelledHint[lang], false, link(`${path}?${here}`, words.again[lang], 'go')))
      }
      paid(trade)
      if (back) return { status: 303, headers: { location: back, 'cache-control': 'no-store' }, body: '' }
      return show(200, outcome(words.paid[lang], words.paidHint[lang], true, ''))
    }
    if (trade.state === 'SUCCESS' || trade.state === 'REFUND') return show(200, outcome(words.paid[lang], words.paidHint[lang], true, backLink))
    if (trade.state === 'CLOSED') return show(200, outcome(words.closed[lang], words.closedHint[lang], false, backLink))
    const hidden = [...here].map(([key, value]) => `<input type="hidden" name="${key}" value="${escape(value)}">`).join('')
    return show(
      200,
      `<h1>${words.title[lang]}</h1><p class="what">${escape(trade.description)}</p><p class="amount">${yuan(trade.amount)}</p><dl><dt>${words.order[lang]}</dt><dd>${escape(trade.tradeno)}</dd></dl>` +
        `<form method="post" action="/pretend/wechatpay/pay">${hidden}<button class="go" name="do" value="pay">${words.pay[lang]}</button><button class="no" name="do" value="cancel">${words.cancel[lang]}</button></form>`,
    )
  }
  return { answer }
}
