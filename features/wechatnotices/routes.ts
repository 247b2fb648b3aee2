import { countingFailures } from '#db/errors/failures.ts'
import { allowanceOf } from '#seam/server/allowance.ts'
import { type RawRoute, handle, raw } from '#seam/server/handle.ts'
import { beginConsent, noticeChoicesOf, keepGiven, takeAnswer } from './asking.service.ts'
import { wechatnoticesBegin, wechatnoticesSave, wechatnoticesShow } from './contract.ts'
import { NOTICE_CALL, noticeSettings } from './service.ts'
import { consoleRoutes } from './console.routes.ts'
import { sendSandboxPage } from './sandboxPage.service.ts'

/**
 * The limit for consents. A person taps only a few times for a race, but many people of a club may share one address.
 */
const consents = allowanceOf({ own: 60, network: 2000 }, 3600, 'wechatnotices consents')

export const routes = [
  handle(wechatnoticesShow, async ({ input, who, ...asking }) =>
    noticeChoicesOf(asking, { raceid: input.raceid, uid: who.uid! }),
  ),
  handle(wechatnoticesBegin, async (context) => {
    const { input, who, lang, now, refuse } = context
    const wait = consents.count(context, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { raceid, moment, back } = input
    const begun = await beginConsent(context, { raceid, uid: who.uid!, moment, lang, now }, back)
    return typeof begun === 'string' ? refuse(begun) : begun
  }),
  handle(wechatnoticesSave, async (context) => {
    const { input, db, integrations, who, lang, now, refuse } = context
    const wait = consents.count(context, now)
    if (wait > 0) return refuse('too_often', { retry_after: wait })
    const { miniProgram } = integrations
    const { mini } = await noticeSettings(context)
    const known = Object.values(mini).map(({ template }) => template)
    if (!miniProgram || !input.templates.some((one) => known.includes(one))) return refuse('wechat_notice_off')
    const answer = await countingFailures(db, NOTICE_CALL, now, () => miniProgram.personOf(input.code))
    if (!answer) return refuse('wechat_down')
    const person = answer.answer ?? refuse('wechat_code_wrong')
    const { raceid, templates } = input
    await keepGiven(context, { raceid, uid: who.uid!, lang, now }, { openid: person.openid, templates })
    return noticeChoicesOf(context, { raceid, uid: who.uid! })
  }),
  ...consoleRoutes,
]

/** Returns the typed address if it belongs to this server; otherwise the address of the home page. */
const ownPath = (typed: string | null, origin: string): URL => {
  const address = typed && /^\/[^/\\]/.test(typed) ? URL.parse(typed, origin) : null
  return address?.origin === new URL(origin).origin ? address : new URL('/', origin)
}

/**
 * Stores the answer to WeChat's question and sends the browser on at once. No cache and no later page gets the address
 * with the openid.
 */
const back: RawRoute['run'] = async (parts, request, reply) => {
  const query = new URL(request.url, parts.origin).searchParams
  const isOn = await takeAnswer(
    parts,
    {
      openid: query.get('openid'),
      template: query.get('template_id'),
      action: query.get('action'),
      scene: query.get('scene'),
      reserved: query.get('reserved'),
    },
    parts.clock(),
  )
  const to = ownPath(query.get('to'), parts.origin)
  to.searchParams.set('notice', isOn ? 'on' : 'off')
  return reply
    .code(302)
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('location', to.pathname + to.search)
    .send()
}

const sandboxQuestion: RawRoute['run'] = async (parts, request, reply) => {
  const { searchParams } = new URL(request.url, parts.origin)
  const answer = parts.integrations.sandbox.messagingapp?.askConsent(
    searchParams,
    request.headers.cookie ?? '',
    request.headers['accept-language'],
  )
  return sendSandboxPage(reply, answer)
}

export const rawRoutes: readonly RawRoute[] = [
  raw(
    'GET',
    '/wechatnotices/back',
    'Receives a person who returns from WeChat after the question for one message. Stores the consent and redirects to ' +
      '`to` with `notice` = `on` or `off`.',
    back,
  ),
  raw(
    'GET',
    '/pretend/messagingapp/subscribemsg',
    'Serves the page on which the sandbox messaging app asks its user for one message. Only if no real messaging app ' +
      'is configured.',
    sandboxQuestion,
  ),
]
