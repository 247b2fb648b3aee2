import type { Template } from '../words.ts'

/**
 * The actions to which messages lead. A message leads to one action, which gives the button below the message its name.
 */
export const messageActions = [
  'pay',
  'mend',
  'book',
  'sign',
  'collect',
  'next',
  'refund',
  'invoice',
  'result',
  'see',
] as const
export type MessageAction = (typeof messageActions)[number]

const asksToPay: ReadonlySet<Template> = new Set([
  'review_passed_pay',
  'drawn_won',
  'drawn_lost',
  'wait_offer',
  'pay_soon',
  'wait_pay_soon',
  'move_pay',
])
/** Messages after which the check list of the registration tells what comes next. */
const leadsOn: ReadonlySet<Template> = new Set([
  'review_passed',
  'drawn_won_paid',
  'wait_given',
  'confirmation',
  'moved',
])

const byPage: Readonly<Record<string, MessageAction>> = {
  '/pay': 'pay',
  '/edit': 'mend',
  '/appointment': 'book',
  '/healthsign': 'sign',
  '/package': 'collect',
  '/refunds': 'refund',
  '/invoice': 'invoice',
  '/score': 'result',
  '/result': 'result',
}

/**
 * Returns the action of a message and its page; null without a page. The wire calls the action `deed`. A message that
 * asks for money or for corrections leads directly to the page for them, and not to the status page.
 */
export const actionOfMessage = (
  template: Template,
  path: string | null,
): { deed: MessageAction; path: string } | null => {
  if (path === null) return null
  const [page = '', query] = path.split('?')
  const to = (other: string) => (query === undefined ? other : `${other}?${query}`)
  // The page of the stay has the payment of the offered dates.
  if (template === 'stay_offered') return { deed: 'pay', path }
  if (page === '/queryDetail' && asksToPay.has(template)) return { deed: 'pay', path: to('/pay') }
  if (page === '/queryDetail' && template === 'review_failed') return { deed: 'mend', path: to('/edit') }
  if (page === '/queryDetail' && leadsOn.has(template)) return { deed: 'next', path }
  return { deed: byPage[page] ?? 'see', path }
}
