import type { Lang, Platform } from './platform.js'

/** An answer of the server. A refused call has a code other than 200 and 0, and a sentence for the person. */
export type Answer<Data> = { code: string; msg: string; data: Data; refusal?: string }
/** The error of a call that did not succeed. `code` is `network` if no answer came. */
export class Refused extends Error {
  readonly code: string
  readonly refusal: string | undefined
  constructor({ code, msg, refusal }: Pick<Answer<unknown>, 'code' | 'msg' | 'refusal'>) {
    super(msg)
    this.code = code
    this.refusal = refusal
  }
}

export type Server = {
  /** Makes one call and returns its data. Throws Refused. */
  call: <Data>(path: string, input: Readonly<Record<string, unknown>>) => Promise<Data>
}

type Ground = { platform: Platform; origin: string; lang: Lang; token: () => string | undefined }
/** Makes calls as JSON. The session goes in a header, because the requests of a mini-program carry no cookie. */
export const serverOf = ({ platform, origin, lang, token }: Ground): Server => ({
  call: <Data>(path: string, input: Readonly<Record<string, unknown>>) =>
    new Promise<Data>((resolve, reject) => {
      const session = token()
      platform.request<Answer<Data>>({
        url: origin + path,
        method: 'POST',
        timeout: 15_000,
        header: {
          'content-type': 'application/json',
          ...(session === undefined ? {} : { authorization: `Bearer ${session}` }),
        },
        data: { ...input, _lang: lang, _channel: 'miniprogram' },
        success: ({ data, statusCode }) => {
          if (typeof data !== 'object' || data === null || typeof data.code !== 'string')
            return reject(new Refused({ code: String(statusCode), msg: '' }))
          return data.code === '200' || data.code === '0' ? resolve(data.data) : reject(new Refused(data))
        },
        fail: () => reject(new Refused({ code: 'network', msg: '' })),
      })
    }),
})
