import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { given } from '#features/checks/contract.ts'
import { Key, Line, RaceId, Time } from '#contract/scalars.ts'
import { MiniPage, Watermask, miniApps } from '#features/races/contract.ts'

/**
 * The origin of a code: the messaging app, our own drawing for any reader, or the fixed picture that replaces a failed
 * one.
 */
export const codeKinds = ['mini', 'web', 'fallback'] as const

export const wechatMiniQrcode = post('/wechat/mini/qrcode', {
  access: 'anyone',
  input: z.object({
    raceid: z.optional(RaceId),
    app: z.optional(z.enum(miniApps)),
    page: z.optional(MiniPage),
    /**
     * The address in the code: a page of ours, as a path, a whole address or one without its protocol; `v` is its
     * version.
     */
    data: z.optional(
      z.object({
        link: Line(1000),
        v: z.optional(z.union([z.string().check(z.maxLength(40)), z.number()])),
        raceid: z.optional(RaceId),
      }),
    ),
    /** In place of `data`: race id and user key, in at most 32 of the signs that a code allows. */
    scene: z.optional(z.string().check(z.regex(/^[0-9A-Za-z!#$&'()*+,/:;=?@._~-]{1,32}$/))),
  }),
  output: z.object({ url: z.string(), scene: z.string() }),
  refusals: ['code_of_what', 'code_link_elsewhere', 'code_of_which_race', 'code_not_made', 'code_page_unknown'],
  description:
    "A code of the messaging app's mini-program, as the path of a picture that never changes. `app` and `page` default to the race's settings, these to `helper` and `pages/webview/webview`. `data` is kept under a scene of 29 characters, from which the mini-program gets it back by /wechat/mini/qrdata. Made once; where it can't be made, whoever asked shows the fixed picture `/codes/{raceid}.png`.",
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
    'The content of a scanned code: the whole address that its mini-program opens, and the race. For a scene of race id and user key: that key, and the page of its result. The scene may come escaped, as the mini-program is handed it.',
})

export const appWechatQrcode = post('/app/wechat/qrcode', {
  access: 'anyone',
  input: z.object({ raceid: RaceId, scene: z.optional(z.string().check(z.regex(/^[\w-]{1,48}$/))) }),
  output: z.object({ url: z.string(), expires_at: Time }),
  refusals: ['code_not_made'],
  description:
    "A code that opens the messaging app's official account, which is told the race and the scene (`<raceid>_<scene>`). Good for 30 days; made once while it lasts.",
})

export const userQrcode = post('/user/qrcode', {
  access: 'anyone',
  input: z.object({ key: Key }),
  output: z.object({ url: z.string(), kind: z.enum(codeKinds), link: z.string() }),
  description:
    "The code of one runner, by the key of a registration or result: a mini-program's where the race's posters use one, else an ordinary one. Never refused for want of a code: then it is the fixed picture.",
})

export const wechatTicket = post('/wechat/ticket', {
  access: 'anyone',
  input: z.object({ url: z.string().check(z.maxLength(2000)) }),
  output: z.object({ appId: z.string(), timestamp: z.number(), nonceStr: z.string(), signature: z.string() }),
  refusals: ['page_elsewhere', 'code_not_made'],
  description:
    "The facts that a page of ours needs for the messaging app's own functions (JS-SDK `config`): `signature` over its address, without the part behind #. The ticket itself never leaves the server.",
})

export const watermaskFetch = post('/watermask/fetch', {
  access: 'anyone',
  input: z.object({ raceid: RaceId }),
  output: z.object({ items: z.array(Watermask) }),
  description:
    "A race's watermarks for posters and photos, in its organisers' order; `width` and `height` in pixels of a poster that is 1280 wide, `at` where on it. The first one lies on every certificate that is marked 水印.",
})

/** The bytes of a form that carries a picture of 6 MB in base64, with each of its signs escaped in the worst case. */
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
    'picture_needed',
    'picture_wrong',
  ],
  description:
    'A drawn picture (base64, with or without `data:image/…;base64,` before it; gif, jpg, png or bmp by its content, at most 6 MB) is kept for two hours under an unguessable path, so that a webview can save it by pressing long. Re-encoded. `key` is the name under which the device keeps it; the race comes with the call or is named by a public key within `key`. For a session, or a browser that has a page of ours open. At most 24 megapixels; limited by bytes and pixels of each browser, and all together.',
})
