import { type World, makeWorld } from '#test/world.ts'

export let world: World
export const password = '风吹过桥上的三万个人'.repeat(2)
export const tokenIn = (link: string | null | undefined) => /#token=([\w-]{43})$/.exec(link ?? '')![1]!
export const hour = 60 * 60_000
export const sessionOf = (cookie: unknown) => ({ token: /startline_console=([^;]+)/.exec(String(cookie))![1]! })
/** Makes calls as a browser does, so that the test sees the cookie. */
export const raw = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

export const openStaff = async (): Promise<void> => {
  world = await makeWorld()
}
