import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import type { AppCredentials } from '#integrations/wechat/api.ts'
import { type MiniName, miniNames } from '../../wechat/miniProgram.ts'
import { serveOnLoopback, whenRead } from '../loopback.ts'
import { sandboxKeys } from '../wechatpay/keys.ts'
import { type SandboxAppApi, sandboxAppApi } from './api.ts'
import { type Authorised, authorised } from './authorising.ts'
import { consentAsked } from './consentPage.ts'

export type SandboxApp = {
  /** The credentials of the official account. */
  credentials: AppCredentials
  /** The credentials of our own mini-program. */
  mini: AppCredentials
  /** The credentials of each mini-program that a scanned code may open. */
  minis: Readonly<Record<MiniName, AppCredentials>>
  /** The address of the messaging app's API, on loopback. */
  base: string
  /**
   * Visits the authorisation address as a browser does. `cookie` holds the cookies of the browser. A browser without
   * the sandbox's cookie becomes a new user.
   */
  authorize: (query: URLSearchParams, cookie: string, acceptLanguage?: string) => Authorised
  /**
   * Makes a code of any kind, such as the code that `wx.login` or the button `getPhoneNumber` gives to a mini-program.
   */
  newCode: SandboxAppApi['newCode']
  endTokens: SandboxAppApi['endTokens']
  /** The notices: their templates, the consents of users, and the switches for tests. */
  notices: SandboxAppApi['notices']
  /** Visits the address that asks for the consent to one message. */
  askConsent: (query: URLSearchParams, cookie: string, acceptLanguage?: string) => Authorised
  close: () => Promise<void>
}

/**
 * Returns the credentials of our official account and mini-programs at the sandbox. They follow from the keys of the
 * sandboxes.
 */
const credentialsIn = (folder: string): Pick<SandboxApp, 'credentials' | 'mini' | 'minis'> => {
  const { appid, merchantKeyPem } = sandboxKeys(folder)
  const secretOf = (what: string) =>
    createHash('sha256')
      .update(what + merchantKeyPem)
      .digest('hex')
      .slice(0, 32)
  const mini = { appid: appid.replace('wxpretend', 'wxpretendmini'), secret: secretOf('mini ') }
  const others = miniNames
    .filter((name) => name !== 'helper')
    .map((name) => [name, { appid: `${mini.appid}${name}`, secret: secretOf(`mini ${name} `) }] as const)
  const minis = { helper: mini, ...Object.fromEntries(others) } as Record<MiniName, AppCredentials>
  return { credentials: { appid, secret: secretOf('') }, mini, minis }
}

/** Starts a messaging app of our own on loopback. Each browser is one user of the app. */
export const startSandboxApp = async ({
  folder,
  origin,
  clock,
}: {
  folder: string
  origin: () => string
  clock: () => Date
}): Promise<SandboxApp> => {
  mkdirSync(folder, { recursive: true })
  const ours = credentialsIn(folder)
  const { credentials: web, minis } = ours
  const api = sandboxAppApi({ folder, clock, origin, web, minis: miniNames.map((name) => minis[name]) })
  const server = await serveOnLoopback((request, response) =>
    whenRead(request, (body) => {
      const url = new URL(request.url ?? '/', 'http://pretend.invalid')
      void Promise.resolve(api.answer(request.method ?? 'GET', url, body)).then((answer) => {
        if (answer instanceof Uint8Array) return response.writeHead(200, { 'content-type': 'image/jpeg' }).end(answer)
        // The vendor sends JSON as text/plain, also for an error, and always with the status 200.
        return response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(answer))
      })
    }),
  )
  return {
    ...ours,
    base: server.base,
    newCode: api.newCode,
    endTokens: api.endTokens,
    notices: api.notices,
    askConsent: (query, cookie, acceptLanguage = '') =>
      consentAsked({ appid: web.appid, origin: origin(), notices: api.notices }, query, cookie, acceptLanguage),
    authorize: (query, cookie, acceptLanguage = '') =>
      authorised({ appid: web.appid, origin: origin(), newCode: api.newCode }, query, cookie, acceptLanguage),
    close: async () => {
      await server.close()
      api.close()
    },
  }
}
