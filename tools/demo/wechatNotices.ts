import { accountFor } from '#features/accounts/service.ts'
import { beginConsent, takeAnswer } from '#features/wechatnotices/asking.service.ts'
import type { NoticeMoment } from '#features/wechatnotices/rules.ts'
import type { Parts } from '#seam/server/handle.ts'

const moments: readonly NoticeMoment[] = ['pickup', 'start', 'result']

/**
 * Lets the first runner of the demo allow three notices of race 2026 through WeChat. The sandbox asks the runner, and
 * this function answers. With real credentials there is no sandbox, so the demo then has no consents.
 */
export const seedWechatNotices = async (parts: Parts, now: Date): Promise<void> => {
  const app = parts.integrations.sandbox.messagingapp
  if (!app) return
  await parts.seal.prepare('accounts')
  const uid = await parts.db.transaction().execute((tx) => accountFor(tx, parts.seal, '10000001001', now))
  for (const moment of moments) {
    const begun = await beginConsent(parts, { raceid: 2026, uid, moment, lang: 'zh-cn', now }, '/')
    if (typeof begun === 'string') continue
    const query = new URL(begun.url).searchParams
    query.set('do', 'allow')
    // The server does not listen yet, so the demo asks the sandbox in this process.
    const answer = app.askConsent(query, '')
    if (answer.status !== 302) throw new Error(`The sandbox did not ask about a notice: ${answer.status}`)
    const said = new URL(answer.location).searchParams
    const read = (name: string) => said.get(name)
    await takeAnswer(
      parts,
      {
        openid: read('openid'),
        template: read('template_id'),
        action: read('action'),
        scene: read('scene'),
        reserved: read('reserved'),
      },
      now,
    )
  }
}
