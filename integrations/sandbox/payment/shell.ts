import { type Lang, type Text, langs, text } from '#contract/words.ts'
import { escapedHtml } from '#contract/written.ts'

/** The frame of the sandbox gateways' pages, and the texts that all of them share. */

export const sandboxWords = {
  title: text('模拟支付', '模擬支付', 'Sandbox payment'),
  notice: text(
    '这是演示用的模拟支付，不会产生真实扣款。',
    '這是示範用的模擬支付，不會真的扣款。',
    'This payment is only pretended, for demonstration: no money moves.',
  ),
  order: text('订单号', '訂單編號', 'Order number'),
  pay: text('确认支付', '確認支付', 'Pay now'),
  cancel: text('取消支付', '取消支付', 'Cancel'),
  back: text('返回商家', '返回商家', 'Back to the shop'),
  paid: text('支付成功', '支付成功', 'Payment succeeded'),
  paidHint: text(
    '请回到原来的页面查看结果。',
    '請回到原來的頁面查看結果。',
    'Go back to where you came from to see the outcome.',
  ),
  cancelled: text('您已取消支付', '您已取消支付', 'You cancelled the payment'),
  cancelledHint: text(
    '订单仍在有效期内，可以再次支付。',
    '訂單仍在有效期內，可以再次支付。',
    'The order is still open, you can pay again.',
  ),
  closed: text('订单已关闭', '訂單已關閉', 'This order is closed'),
  closedHint: text(
    '超过付款时间或商家已关闭订单。',
    '已超過付款時間或商家已關閉訂單。',
    'Its time ran out, or the shop closed it.',
  ),
  unknown: text('没有找到这笔订单', '找不到這筆訂單', 'No such order'),
  unknownHint: text(
    '请返回商家重新发起支付。',
    '請返回商家重新發起支付。',
    'Go back to the shop and start the payment again.',
  ),
  again: text('继续支付', '繼續支付', 'Pay after all'),
} as const
const langNames: Record<Lang, string> = { 'zh-cn': '简体', 'zh-tw': '繁體', en: 'English' }

export type PageRequest = {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  acceptLanguage: string
}
export type PageAnswer = { status: number; headers: Record<string, string>; body: string }

export const sandboxYuan = (fen: number): string => `¥${(fen / 100).toFixed(2)}`

const style = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;min-height:100vh;background:#f2f3f5;color:#16181d;
font:16px/1.5 system-ui,"PingFang SC","PingFang TC","Noto Sans CJK SC","Microsoft YaHei",sans-serif}
main{max-width:440px;margin:0 auto;padding:24px 16px 40px}
nav{display:flex;justify-content:flex-end;gap:4px}
nav a{color:#4a5160;text-decoration:none;padding:10px 10px;min-height:44px;font-size:14px}
nav a[aria-current]{color:#16181d;font-weight:600}
section{background:#fff;border-radius:16px;padding:32px 24px;margin-top:8px;text-align:center;
box-shadow:0 1px 3px #0001}
h1{font-size:18px;margin:0 0 4px}
.amount{font-size:44px;font-weight:700;letter-spacing:-.02em;margin:16px 0 4px;font-variant-numeric:tabular-nums}
.what{margin:0;overflow-wrap:anywhere}
dl{display:flex;justify-content:space-between;gap:16px;border-top:1px solid #e6e8ec;margin:24px 0 0;
padding-top:16px;font-size:14px;text-align:start}
dt{color:#5b6270;white-space:nowrap}dd{margin:0;overflow-wrap:anywhere;text-align:end}
form{display:grid;gap:12px;margin-top:24px}
button,a.button{font:inherit;font-weight:600;border:0;border-radius:12px;min-height:48px;padding:10px 16px;
cursor:pointer;text-decoration:none;display:flex;align-items:center;justify-content:center}
.go{background:#067a05;color:#fff}.no{background:#eceef1;color:#16181d}
:focus-visible{outline:3px solid #1b6ef3;outline-offset:2px}
.hint{color:#4a5160;font-size:14px;margin:8px 0 0}
.stamp{background:#fff5d6;color:#5c4300;border-radius:12px;padding:10px 14px;font-size:14px;margin:0 0 8px}
.mark{width:64px;height:64px;border-radius:50%;margin:0 auto 16px;display:grid;place-items:center;font-size:34px;
background:#e5f4e5;color:#067a05}
.mark.off{background:#eceef1;color:#5b6270}`

/**
 * Returns a whole page. `here` holds the parameters of the page's address, which the links to other languages keep.
 * `more` holds the styles of one gateway. `said` holds the title and the notice of a sandbox that simulates no
 * payments.
 */
export const framedPage = (
  lang: Lang,
  status: number,
  inner: string,
  here: URLSearchParams,
  path: string,
  more = '',
  said: { title: Text; notice: Text } = sandboxWords,
): PageAnswer => {
  const links = langs.map((one) => {
    const query = new URLSearchParams(here)
    query.set('lang', one)
    const current = one === lang ? ' aria-current="true"' : ''
    return `<a href="${escapedHtml(`${path}?${query}`)}" lang="${one}"${current}>${langNames[one]}</a>`
  })
  const body = [
    `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    `<title>${said.title[lang]}</title><style>${style}${more}</style></head><body><main>`,
    `<nav>${links.join('')}</nav><p class="stamp">${said.notice[lang]}</p>`,
    `<section>${inner}</section></main></body></html>`,
  ].join('')
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
    body,
  }
}
export const outcome = (title: string, hint: string, good: boolean, links: string): string =>
  [
    `<div class="mark${good ? '' : ' off'}" aria-hidden="true">${good ? '✓' : '!'}</div>`,
    `<h1>${title}</h1><p class="hint">${hint}</p>${links}`,
  ].join('')
export const linkButton = (href: string, said: string, kind: string) =>
  `<form><a class="button ${kind}" href="${escapedHtml(href)}">${said}</a></form>`
/** Returns the answer to a posted form that sends the browser to another address. */
export const sendBack = (location: string): PageAnswer => ({
  status: 303,
  headers: { location, 'cache-control': 'no-store' },
  body: '',
})
export const hiddenInputs = (fields: Iterable<readonly [string, string]>): string =>
  [...fields].map(([key, value]) => `<input type="hidden" name="${key}" value="${escapedHtml(value)}">`).join('')
/**
 * Returns the absolute form of an address of the shop. Returns undefined for an address with another origin, so that
 * the page leads nowhere else.
 */
export const safeWayBack = (given: string | null, origin: string): string | undefined => {
  const url = given ? URL.parse(given, origin) : null
  return url?.origin === new URL(origin).origin ? url.href : undefined
}
