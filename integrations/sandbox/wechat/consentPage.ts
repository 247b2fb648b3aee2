import { langOf, text } from '#contract/words.ts'
import { linkButton, framedPage } from '../payment/shell.ts'
import { type Authorised, userCookie, userOf } from './authorising.ts'
import { SANDBOX_ONE_TIME, type SandboxNotices } from './notices.ts'

/** The page of the messaging app that asks its user for one message of our official account. */

const words = {
  title: text('模拟微信订阅', '模擬微信訂閱', 'Sandbox messaging app'),
  notice: text(
    '这是演示用的模拟订阅，不会连接真实的微信。',
    '這是示範用的模擬訂閱，不會連線到真正的微信。',
    'This is only pretended, for demonstration: no messaging app is asked.',
  ),
  asks: text('允许公众号给你发送一条消息？', '允許公眾號傳送一則訊息給你？', 'May the account send you one message?'),
  once: text(
    '每次允许只发送一条，发完即止。',
    '每次允許只傳送一則，傳完即止。',
    'Each consent is for one message only.',
  ),
  allow: text('允许', '允許', 'Allow'),
  deny: text('取消', '取消', 'Cancel'),
} as const
const PATH = '/pretend/messagingapp/subscribemsg'

type Asking = { appid: string; origin: string; notices: Pick<SandboxNotices, 'confirm'> }
/**
 * Returns the address to which the browser goes back, as the query names it. Undefined if a parameter is wrong or the
 * address is not ours.
 */
const wayBackOf = ({ appid, origin }: Asking, query: URLSearchParams): URL | undefined => {
  const back = URL.parse(query.get('redirect_url') ?? '')
  const scene = query.get('scene') ?? ''
  const holds =
    query.get('action') === 'get_confirm' &&
    query.get('appid') === appid &&
    query.get('template_id') === SANDBOX_ONE_TIME &&
    /^\d{1,5}$/.test(scene) &&
    Number(scene) <= 10_000 &&
    /^[a-zA-Z0-9]{0,128}$/.test(query.get('reserved') ?? '')
  return holds && back?.origin === new URL(origin).origin ? back : undefined
}

export const consentAsked = (
  asking: Asking,
  query: URLSearchParams,
  sent: string,
  acceptLanguage: string,
): Authorised => {
  const back = wayBackOf(asking, query)
  if (!back) return { status: 400 }
  const user = userOf(sent)
  const cookie = userCookie(user)
  const said = query.get('do')
  const lang = langOf(query.get('lang') ?? acceptLanguage.split(',')[0])
  if (said === null) {
    const way = (does: string) => `${PATH}?${new URLSearchParams([...query, ['do', does]])}`
    const inner = [
      `<h1>${words.asks[lang]}</h1><p class="hint">${words.once[lang]}</p>`,
      linkButton(way('allow'), words.allow[lang], 'go'),
      linkButton(way('deny'), words.deny[lang], 'no'),
    ].join('')
    return { ...framedPage(lang, 200, inner, query, PATH, '', words), status: 200, cookie }
  }
  const scene = Number(query.get('scene'))
  // A person who cancels comes back without an openid, as in WeChat.
  if (said === 'allow') back.searchParams.set('openid', asking.notices.confirm(user, SANDBOX_ONE_TIME, scene))
  back.searchParams.set('template_id', SANDBOX_ONE_TIME)
  back.searchParams.set('action', said === 'allow' ? 'confirm' : 'cancel')
  back.searchParams.set('scene', String(scene))
  back.searchParams.set('reserved', query.get('reserved') ?? '')
  return { status: 302, location: back.href, cookie }
}
