import type { Lang } from '#contract/words.ts'

/** The two widgets: the sign-up of a race, and its results. */
export const embedViews = ['signup', 'results'] as const
export type EmbedView = (typeof embedViews)[number]

/**
 * Returns the content security policy of a widget. Only scripts of our server run in the widget. Only the race's sites
 * and our own pages may show the widget.
 */
export const embedPolicy = (styleHash: string, hosts: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src '${styleHash}'`,
    "form-action 'self'",
    "base-uri 'none'",
    ["frame-ancestors 'self'", ...hosts.map((host) => `https://${host}`)].join(' '),
  ].join('; ')

const LIGHT = 0.179
/** Chooses black or white letters for a background colour, by its luminance (WCAG 2.2, contrast ratio). */
export const lettersOn = (hex: string): '#ffffff' | '#1c1d21' => {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5) > LIGHT ? '#1c1d21' : '#ffffff'
}
/** The colour of our own button, if a race has no colour. */
const USUAL = '#c8102e'
export const buttonColourOf = (colour: string | undefined): string =>
  colour !== undefined && /^#[0-9a-f]{6}$/i.test(colour) ? colour.toLowerCase() : USUAL

/** Writes the day of a moment in the zone of a race: 2026年3月1日, 1 March 2026. */
export const dayText = (at: Date, zone: string, lang: Lang): string =>
  new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { timeZone: zone, dateStyle: 'long' }).format(at)
/** Writes a price, and leaves out cents that are zero. */
export const priceText = (fen: number): string => `¥${(fen / 100).toFixed(fen % 100 === 0 ? 0 : 2)}`
export const groupedCount = (n: number): string => n.toLocaleString('en')

/**
 * The script that a site includes. It puts an iframe into each element with `data-startline-race`, also into an element
 * that the site adds later. The page in the iframe reports its height, and the script gives this height to the iframe,
 * at least 120 px and at most 4,000 px.
 */
export const EMBED_SCRIPT = `(() => {
  const own = document.currentScript || document.querySelector('script[src*="/embed.js"]')
  const origin = new URL(own.src).origin
  const frames = new WeakMap()
  const fill = (place) => {
    const raceid = place.getAttribute('data-startline-race')
    if (!/^[1-9]\\d{0,8}$/.test(raceid || '') || place.querySelector('iframe')) return
    const query = new URLSearchParams({ raceid })
    const view = place.getAttribute('data-startline-view')
    const lang = place.getAttribute('data-startline-lang') || document.documentElement.lang
    if (view) query.set('view', view)
    if (lang) query.set('_lang', lang)
    const frame = document.createElement('iframe')
    frame.src = origin + '/embed?' + query
    frame.title = place.getAttribute('data-startline-title') || 'Startline'
    frame.loading = 'lazy'
    frame.sandbox = 'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox'
    frame.referrerPolicy = 'strict-origin'
    frame.style.cssText = 'display:block;width:100%;height:420px;border:0;'
    place.append(frame)
    frames.set(frame.contentWindow, frame)
  }
  addEventListener('message', ({ origin: from, source, data }) => {
    const frame = frames.get(source)
    if (!frame || from !== origin || typeof data?.startlineHeight !== 'number') return
    frame.style.height = Math.min(4000, Math.max(120, Math.ceil(data.startlineHeight))) + 'px'
  })
  const all = () => document.querySelectorAll('[data-startline-race]').forEach(fill)
  new MutationObserver(all).observe(document.documentElement, { childList: true, subtree: true })
  all()
})()
`
/**
 * The script inside a widget. It reports the height of the body, and not the height of the document. The document is at
 * least as high as the frame, so the frame could never become lower.
 */
export const INNER_SCRIPT = `(() => {
  const tell = () => parent.postMessage({ startlineHeight: document.body.getBoundingClientRect().height }, '*')
  new ResizeObserver(tell).observe(document.body)
  tell()
})()
`

const OF_RACE: ReadonlyMap<string, EmbedView> = new Map([
  ['/', 'signup'],
  ['/home', 'signup'],
  ['/baoming', 'signup'],
  ['/report', 'results'],
  ['/results', 'results'],
])
const OF_RUNNER: ReadonlySet<string> = new Set(['/score', '/result', '/crop'])
export type Meant =
  | { kind: 'race'; raceid: number; view: EmbedView; address: string }
  | { kind: 'runner'; key: string; address: string }
/** Finds the page that an address of ours means: a race, its results, or the result or certificate of a runner. */
export const meantBy = (url: string, origin: string): Meant | undefined => {
  const page = URL.parse(url)
  if (!page || page.origin !== new URL(origin).origin) return undefined
  const path = page.pathname.toLowerCase().replace(/(.)\/$/, '$1')
  const named = new Map([...page.searchParams].map(([name, value]) => [name.toLowerCase(), value]))
  const key = named.get('key') ?? named.get('_key') ?? named.get('userkey')
  if (OF_RUNNER.has(path) && key && /^[\w-]{8,64}$/.test(key)) return { kind: 'runner', key, address: page.href }
  const view = OF_RACE.get(path)
  const raceid = named.get('raceid') ?? ''
  return view && /^[1-9]\d{0,8}$/.test(raceid)
    ? { kind: 'race', raceid: Number(raceid), view, address: page.href }
    : undefined
}

const SIZE = { width: 480, height: 420 } as const
/** Limits the size of a widget to the largest size that the other site allows, as oEmbed demands. */
export const sizeFor = (maxwidth: string | undefined, maxheight: string | undefined) => {
  const most = (typed: string | undefined, usual: number) =>
    typed !== undefined && /^[1-9]\d{0,4}$/.test(typed) ? Math.min(usual, Number(typed)) : usual
  return { width: most(maxwidth, SIZE.width), height: most(maxheight, SIZE.height) }
}
