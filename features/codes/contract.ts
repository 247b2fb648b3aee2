import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { given } from '#features/checks/contract.ts'
import { Key, Line, RaceId, Time } from '#contract/scalars.ts'
import { MiniPage, Watermask, miniApps } from '#features/races/contract.ts'

/**
 * The kinds of codes: a code of the messaging app, an ordinary code that any app can read, or the fixed picture that
 * replaces a failed code.
 */
export const codeKinds = ['mini', 'web', 'fallback'] as const

export const wechatMiniQrcode = post('/wechat/mini/qrcode', {
  access: 'anyone',
  input: z.object({
    raceid: z.optional(RaceId),
    app: z.optional(z.enum(miniApps)),
    page: z.optional(MiniPage),
    /**
     * The page of ours to which the code leads. `link` is a path, a whole address, or an address without the protocol.
     * `v` is the version of the link.
     */
    data: z.optional(
      z.object({
        link: Line(1000),
        v: z.optional(z.union([z.string().check(z.maxLength(40)), z.number()])),
        raceid: z.optional(RaceId),
      }),
    ),
    /** The scene in place of `data`: race id and user key, with at most 32 characters. */
    scene: z.optional(z.string().check(z.regex(/^[0-9A-Za-z!#$&'()*+,/:;=?@._~-]{1,32}$/))),
  }),
  output: z.object({ url: z.string(), scene: z.string() }),
  refusals: ['code_of_what', 'code_link_elsewhere', 'code_of_which_race', 'code_not_made', 'code_page_unknown'],
  description:
    "Makes a code of the messaging app's mini-program, and returns the path of a picture that never changes. `app` " +
    "and `page` have the race's settings as defaults, or else `helper` and `pages/webview/webview`. The server " +
    'keeps `data` under a scene of 29 characters, and the mini-program gets it back from /wechat/mini/qrdata. Each ' +
    'code is made once. Where the app makes no code, the page shows the fixed picture `/codes/{raceid}.png`.',
})

export const wechatMiniQrdata = post('/wechat/mini/qrdata', {
  access: 'anyone',
  input: z.object({ scene: z.string().check(z.trim(), z.minLength(1), z.maxLength(96)) }),
  output: z.object({
    scene: z.string(),
    raceid: z.number(),
    link: z.string(),
    v: z.nullable(z.union([z.string(), z.number()])),
    key: z.nullable(z.string()),
  }),
  refusals: ['code_unknown'],
  description:
    'Returns the content of a scanned code: the whole address that the mini-program opens, and the race. For a ' +
    'scene of race id and user key the answer holds that key and the page of its result. The scene may be escaped, ' +
    'because the mini-program gets it in that form.',
})

export const appWechatQrcode = post('/app/wechat/qrcode', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, scene: z.optional(z.string().check(z.regex(/^[\w-]{1,48}$/))) }),
  output: z.object({ url: z.string(), expires_at: Time }),
  refusals: ['code_not_made'],
  description:
    "Makes a code that opens the messaging app's official account. The account learns the race and the scene " +
    '(`<raceid>_<scene>`). A code is valid for 30 days, and the server makes no second one in that time.',
})

export const userQrcode = post('/user/qrcode', {
  access: 'anyone',
  input: z.object({ key: Key }),
  output: z.object({ url: z.string(), kind: z.enum(codeKinds), link: z.string() }),
  description:
    "Returns the code of one runner, by the key of a registration or result. Where the race's posters use the " +
    "mini-program, the code is the mini-program's. Otherwise it is an ordinary code. Where no code can be made, the " +
    'call returns the fixed picture and no refusal.',
})

export const wechatTicket = post('/wechat/ticket', {
  access: 'anyone',
  input: z.object({ url: z.string().check(z.maxLength(2000)) }),
  output: z.object({ appId: z.string(), timestamp: z.number(), nonceStr: z.string(), signature: z.string() }),
  refusals: ['page_elsewhere', 'code_not_made'],
  description:
    "Returns the facts that a page of ours needs for the messaging app's own functions (JS-SDK `config`). " +
    "`signature` covers the page's address without the part after #. The ticket never leaves the server.",
})

export const watermaskFetch = post('/watermask/fetch', {
  access: 'anyone',
  shared: 30,
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(Watermask) }),
  description:
    "Lists a race's watermarks for posters and photos, in the organisers' order. `width` and `height` are pixels of " +
    'a poster with a width of 1280, and `at` is the position on it. Every certificate with the mark 水印 carries the ' +
    'first watermark.',
})

/** The largest form, in bytes. A picture of 6 MB has 8 MB in base64, and a form escapes some characters. */
const LARGEST = 12 * 1024 * 1024
export const storBase64 = post('/stor/base64', {
  access: 'anyone',
  largest: LARGEST,
  input: z.object({
    raceid: z.optional(RaceId),
    key: Line(200),
    file: z.string().check(z.minLength(1), z.maxLength(9 * 1024 * 1024)),
    ...given,
  }),
  output: z.object({ path: z.string(), width: z.number(), height: z.number(), expires_at: Time }),
  refusals: [
    'code_of_which_race',
    'page_needed',
    'file_missing',
    'not_a_picture',
    'picture_too_large',
    'picture_file_too_large',
    'drawing_too_large',
    'picture_needed',
    'picture_wrong',
  ],
  description:
    'Keeps a drawn picture for two hours under a path that nobody can guess, so that a long press in a webview can ' +
    'save it. The input is base64, with or without `data:image/…;base64,` in front. The content must be gif, jpg, ' +
    'png or bmp, with at most 6 MB and 24 megapixels. The server encodes the picture again. `key` is the name under ' +
    'which the device keeps the picture. The call names the race, or a public key within `key` does. The caller ' +
    'needs a session, the key of a result or registration, or a browser that has opened a page of ours. Bytes and ' +
    'pixels are limited for each browser and for all browsers together.',
})
