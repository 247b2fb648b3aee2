import { createHash, randomBytes } from 'node:crypto'
import encodeQR from 'qr'
import sharp from 'sharp'
import { wechatFault } from './app.ts'

/** Pages of the published sandbox mini-programs. */
const pages: ReadonlySet<string> = new Set(['pages/webview/webview', 'pages/index/index'])
type Answer = object | Promise<Uint8Array>
type Body = Record<string, unknown> | undefined
type Calls = Record<
  '/wxa/getwxacodeunlimit' | '/cgi-bin/qrcode/create' | '/cgi-bin/ticket/getticket',
  (appid: string, query: URLSearchParams, body: Body) => Answer
>

/**
 * Draws a code as a picture of the wanted width, dark on white. The vendor's code is round, so all readable parts of
 * this code lie within the circle.
 */
const draw = async (text: string, width: number): Promise<Uint8Array> => {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 1 })
  const side = Math.ceil(rows.length * Math.SQRT2)
  const from = (side - rows.length) / 2
  const path = rows.flatMap((row, y) => row.map((dark, x) => (dark ? `M${from + x} ${from + y}h1v1h-1z` : ''))).join('')
  const svg = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${width}" viewBox="0 0 ${side} ${side}"`,
    ` shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${path}"/></svg>`,
  ].join('')
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer()
}

/**
 * Returns the calls of the sandbox messaging app about codes, and about the ticket with which a page signs. Only the
 * vendor's app reads the vendor's round code. The sandbox therefore draws an ordinary code, which leads to a page of
 * ours that does the mini-program's work.
 */
export const sandboxCodes = ({
  origin,
  isMini,
}: {
  origin: () => string
  isMini: (appid: string) => boolean
}): Calls => ({
  '/wxa/getwxacodeunlimit': (appid, _query, given) => {
    if (!isMini(appid)) return wechatFault(48001, 'api unauthorized')
    if (!given) return wechatFault(47001, 'data format error')
    const { scene, page = '', width = 430, check_path: checked = true, env_version: version = 'release' } = given
    if (typeof scene !== 'string' || scene.length < 1 || scene.length > 32)
      return wechatFault(40169, 'invalid length for scene, or the data is not json string')
    if (!/^[0-9A-Za-z!#$&'()*+,/:;=?@._~-]+$/.test(scene)) return wechatFault(40129, 'invalid scene')
    if (typeof page !== 'string' || page.startsWith('/') || /[?#\s]/.test(page))
      return wechatFault(40097, 'invalid args')
    if (
      typeof width !== 'number' ||
      width < 280 ||
      width > 1280 ||
      !['release', 'trial', 'develop'].includes(String(version))
    )
      return wechatFault(40097, 'invalid args')
    if (checked === true && page !== '' && !pages.has(page)) return wechatFault(41030, 'invalid page')
    return draw(`${origin()}/pretend/miniprogram?${new URLSearchParams({ page, scene })}`, width)
  },
  '/cgi-bin/qrcode/create': (appid, _query, given) => {
    if (isMini(appid)) return wechatFault(48001, 'api unauthorized')
    if (!given) return wechatFault(47001, 'data format error')
    const { action_name: action, expire_seconds: seconds } = given
    const scene = (given.action_info as { scene?: { scene_str?: unknown } } | undefined)?.scene?.scene_str
    if (action !== 'QR_STR_SCENE') return wechatFault(40052, 'invalid action name')
    if (typeof scene !== 'string' || scene.length < 1 || scene.length > 64)
      return wechatFault(40053, 'invalid action info')
    const lasts = Math.min(typeof seconds === 'number' && seconds > 0 ? seconds : 60, 2_592_000)
    return {
      ticket: randomBytes(48).toString('base64url'),
      expire_seconds: lasts,
      url: `${origin()}/pretend/miniprogram?${new URLSearchParams({ account: scene })}`,
    }
  },
  '/cgi-bin/ticket/getticket': (appid, query) => {
    if (isMini(appid)) return wechatFault(48001, 'api unauthorized')
    if (query.get('type') !== 'jsapi') return wechatFault(40097, 'invalid args')
    const ticket = createHash('sha256')
      .update(`page ticket ${query.get('access_token')}`)
      .digest('base64url')
    return { errcode: 0, errmsg: 'ok', ticket, expires_in: 7200 }
  },
})
