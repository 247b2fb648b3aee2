import type { Platform } from './platform.js'
import { Refused, type Server } from './server.js'

const KEPT = 'startline-session'
export type Session = { token: string; uid: number }

const isSession = (kept: unknown): kept is Session =>
  typeof kept === 'object' && kept !== null && typeof (kept as Session).token === 'string'
export const keptSession = (platform: Platform): Session | undefined => {
  const kept: unknown = platform.getStorageSync(KEPT)
  return isSession(kept) ? kept : undefined
}
export const keepSession = (platform: Platform, session: Session): void => platform.setStorageSync(KEPT, session)
export const forgetSession = (platform: Platform): void => platform.removeStorageSync(KEPT)

/** Gets a code of `wx.login`. The server exchanges it for the person, so the device never learns the openid. */
export const loginCode = (platform: Platform): Promise<string> =>
  new Promise((resolve, reject) =>
    platform.login({
      timeout: 10_000,
      success: ({ code }) => (code ? resolve(code) : reject(new Refused({ code: 'network', msg: '' }))),
      fail: () => reject(new Refused({ code: 'network', msg: '' })),
    }),
  )

type Login = { uid: number; token: string }
/**
 * Makes a session for the person of the messaging app, without a question. A person without an account gets no session.
 * The server may return a `ticket` for such a person.
 */
export const logIn = async (
  platform: Platform,
  server: Server,
): Promise<{ session: Session } | { ticket: string | undefined }> => {
  const code = await loginCode(platform)
  const { login, ticket } = await server.call<{ login: Login | null; ticket: string | null }>('/wechat/app/auth', {
    code,
    app: 'mini',
  })
  if (!login) return { ticket: ticket ?? undefined }
  const session = { token: login.token, uid: login.uid }
  keepSession(platform, session)
  return { session }
}

/**
 * Logs in with the mobile for which `code` stands. A `ticket` also binds the person of the messaging app to the
 * account.
 */
export const logInWithPhone = async (
  platform: Platform,
  server: Server,
  given: { code: string; ticket?: string | undefined },
): Promise<Session> => {
  const { uid, token } = await server.call<Login>('/wechat/app/auth/getphone', {
    code: given.code,
    ...(given.ticket === undefined ? {} : { ticket: given.ticket }),
  })
  const session = { token, uid }
  keepSession(platform, session)
  return session
}

/** Tells whether a refusal means that the session has ended. */
export const isLoggedOut = (error: unknown): boolean =>
  error instanceof Refused && (error.code === '401' || error.code === '10001')

/**
 * Runs a call that needs a session. If the session has ended, it logs in once more and tries again. Throws the refusal
 * if the person has no account.
 */
export const inSession = async <Data>(platform: Platform, server: Server, run: () => Promise<Data>): Promise<Data> => {
  try {
    return await run()
  } catch (error) {
    if (!isLoggedOut(error)) throw error
    forgetSession(platform)
    if (!('session' in (await logIn(platform, server)))) throw error
    return run()
  }
}
