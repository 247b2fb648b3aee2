import type { Answer } from './server.js'
import type { Platform } from './platform.js'

type Given = Record<string, unknown>
type Options = { success?: (result: never) => void; fail?: (error: never) => void } & Given
/** The behaviour of the stand-in, which a test changes as it needs. */
export type Acting = {
  language: string
  /** False if the phone has no network. */
  online: boolean
  code: string
  /** The answers of the server by path. A function chooses the answer by the input. */
  answers: Record<string, Answer<unknown> | ((input: Given) => Answer<unknown>)>
  payment: 'done' | 'cancel' | 'broken'
  location: boolean
  scanned: { result: string; path?: string } | undefined
  notices: Record<string, 'accept' | 'reject' | 'ban'>
}
export type StandIn = {
  platform: Platform
  acting: Acting
  /** The calls to the server, the earliest first. */
  calls: { path: string; input: Given; token: string | undefined }[]
  /** The opened pages: for each page the name of the function that opened the page, then the address of the page. */
  opened: string[]
  stored: Map<string, unknown>
  move: (lat: number, lon: number) => void
  listening: () => boolean
  title: () => string
}

export const ok = <Data>(data: Data): Answer<Data> => ({ code: '200', msg: '', data })
export const refusal = (code: string, msg: string): Answer<null> => ({ code, msg, data: null })

const done = (options: Options, result: Given) => options.success?.(result as never)
const fail = (options: Options, errMsg: string) => options.fail?.({ errMsg } as never)

/** Returns the parts of the stand-in that call the server and store values. */
const serverParts = (acting: Acting, { calls, stored }: Pick<StandIn, 'calls' | 'stored'>) => ({
  login: (options: Options) => (acting.online ? done(options, { code: acting.code }) : fail(options, 'login:fail')),
  request: (options: Options) => {
    if (!acting.online) return fail(options, 'request:fail')
    const path = String(options.url).replace(/^https:\/\/[^/]+/, '')
    const input = options.data as Given
    const header = options.header as Record<string, string>
    calls.push({ path, input, token: header.authorization?.replace('Bearer ', '') })
    const answer = acting.answers[path]
    const data = typeof answer === 'function' ? answer(input) : answer
    return done(options, { statusCode: data ? 200 : 502, data: data ?? '<html>' })
  },
  // The platform keeps a copy, so a later change of the value does not reach the store.
  setStorageSync: (name: string, value: unknown) => void stored.set(name, JSON.parse(JSON.stringify(value))),
  getStorageSync: (name: string) => stored.get(name) ?? '',
  removeStorageSync: (name: string) => void stored.delete(name),
  getAppBaseInfo: () => ({ language: acting.language }),
  getBatteryInfoSync: () => ({ level: '81', isCharging: false }),
})

type Listeners = Set<(location: never) => void>
/** Returns the parts of the stand-in that show something or ask the person. */
const personParts = (acting: Acting, opened: string[], listeners: Listeners) => {
  const open = (how: string) => (options: Options) => {
    opened.push(`${how} ${String(options.url)}`)
    done(options, {})
  }
  return {
    navigateTo: open('navigateTo'),
    redirectTo: open('redirectTo'),
    reLaunch: open('reLaunch'),
    navigateBack: open('navigateBack'),
    openSetting: open('openSetting'),
    requestPayment: (options: Options) =>
      acting.payment === 'done'
        ? done(options, {})
        : fail(options, acting.payment === 'cancel' ? 'requestPayment:fail cancel' : 'requestPayment:fail'),
    scanCode: (options: Options) =>
      acting.scanned ? done(options, acting.scanned) : fail(options, 'scanCode:fail cancel'),
    requestSubscribeMessage: (options: Options) => done(options, acting.notices),
    startLocationUpdateBackground: (options: Options) =>
      acting.location ? done(options, {}) : fail(options, 'auth deny'),
    stopLocationUpdate: (options: Options) => done(options, {}),
    onLocationChange: (listener: (location: never) => void) => void listeners.add(listener),
    offLocationChange: (listener: (location: never) => void) => void listeners.delete(listener),
    showToast: (options: Options) => done(options, {}),
  }
}

/** Makes a stand-in for the platform. Its type is the platform's own, so a wrong call does not compile. */
export const standIn = (change: Partial<Acting> = {}): StandIn => {
  const acting: Acting = {
    language: 'zh_CN',
    online: true,
    code: 'login-code',
    answers: {},
    payment: 'done',
    location: true,
    scanned: undefined,
    notices: {},
    ...change,
  }
  const calls: StandIn['calls'] = []
  const opened: string[] = []
  const stored = new Map<string, unknown>()
  const listeners: Listeners = new Set()
  let title = ''
  const parts = {
    ...serverParts(acting, { calls, stored }),
    ...personParts(acting, opened, listeners),
    setNavigationBarTitle: (options: Options) => {
      title = String(options.title)
      done(options, {})
    },
  }
  return {
    platform: parts as unknown as Platform,
    acting,
    calls,
    opened,
    stored,
    move: (latitude, longitude) => {
      const accuracies = { accuracy: 5, verticalAccuracy: 1, horizontalAccuracy: 5 }
      const location = { latitude, longitude, altitude: 12, speed: 3, ...accuracies }
      for (const listener of listeners) listener(location as never)
    },
    listening: () => listeners.size > 0,
    title: () => title,
  }
}
