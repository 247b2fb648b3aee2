import type { Platform } from './platform.js'

export type Accepted = { accepted: string[]; refused: string[] }
/** The platform shows at most three notices in one question. */
const AT_ONCE = 3

/** Asks the person for one-time subscription notices. It must run in the handler of a tap. */
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
