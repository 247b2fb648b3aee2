import type { Platform } from './platform.js'
import type { Server } from './server.js'
import { loginCode } from './session.js'

export type Accepted = { accepted: string[]; refused: string[] }
/** The platform shows at most three notices in one question. */
const AT_ONCE = 3

type Choices = { items: { moment: string; open: number; template: string | null }[] }
/**
 * Reads the templates that the server offers for a race, at most three. The template of `moment` comes first. A
 * template with an open consent comes last, because the runner already gets this notice.
 */
export const noticeChoices = async (server: Server, raceid: number, moment?: string): Promise<string[]> => {
  const { items } = await server.call<Choices>('/wechatnotices/show', { raceid })
  const rank = (one: Choices['items'][number]) => (one.moment === moment ? 0 : one.open === 0 ? 1 : 2)
  return [...items]
    .sort((one, other) => rank(one) - rank(other))
    .flatMap(({ template }) => (template === null ? [] : [template]))
    .slice(0, AT_ONCE)
}
/** Tells the server which notices the person accepted. The server finds the person behind a code of `wx.login`. */
export const saveNotices = async (
  platform: Platform,
  server: Server,
  raceid: number,
  templates: readonly string[],
): Promise<void> => {
  await server.call('/wechatnotices/save', { raceid, templates, code: await loginCode(platform) })
}

/** Asks the person for at most AT_ONCE one-time subscription notices. The call must run in the handler of a tap. */
export const askForNotices = async (platform: Platform, templates: readonly string[]): Promise<Accepted> => {
  const ids = templates.slice(0, AT_ONCE)
  if (ids.length === 0) return { accepted: [], refused: [] }
  const answer = await new Promise<Record<string, string>>((resolve) =>
    platform.requestSubscribeMessage({
      tmplIds: ids,
      success: (said) => resolve(said as unknown as Record<string, string>),
      fail: () => resolve({}),
    }),
  )
  const accepted = ids.filter((id) => answer[id] === 'accept')
  return { accepted, refused: ids.filter((id) => !accepted.includes(id)) }
}
