import { fill } from '#contract/words.ts'
import { paidStates, registrationStates } from '#features/registrations/contract.ts'
import { statusOf } from '#features/registrations/rules.ts'
import type { StatusFacts } from '#features/registrations/status/facts.rules.ts'
import { say } from '#features/registrations/status/statusText.rules.ts'
import { type Transition, transitions } from '#features/registrations/status/transitions.rules.ts'
import { words } from '#features/registrations/status/status.words.ts'

const now = new Date('2026-03-01T04:00:00Z')
const later = new Date('2026-03-01T05:00:00Z')
const before = new Date('2026-02-20T04:00:00Z')

type Order = StatusFacts['order']
const unpaid: Order = { state: 'open', payment: null, pay_end: later, pay_at: null }
const paid: Order = { state: 'paid', payment: 'wechat', pay_end: later, pay_at: before }
const closed: Order = { state: 'closed', payment: null, pay_end: before, pay_at: null }

/** The states of an order that matter to the status, each with its name. */
const situations: readonly {
  name: string
  order: Order
  refundid: number
  refund?: 'asked' | 'failed' | 'done'
  drawn?: boolean
  from?: 'draw' | 'audit'
  /** The way by which the registration got its place, in an event that draws. */
  by?: 'lot' | 'invitation' | 'waitlist'
}[] = [
  { name: 'unpaid', order: unpaid, refundid: 0 },
  { name: 'unpaid, drawn', order: unpaid, refundid: 0, from: 'draw', by: 'lot' },
  {
    name: 'unpaid, without the lottery by an invitation or a review',
    order: unpaid,
    refundid: 0,
    from: 'draw',
    by: 'invitation',
  },
  { name: 'unpaid, from the waitlist of a lottery', order: unpaid, refundid: 0, from: 'draw', by: 'waitlist' },
  { name: 'unpaid, of an event with review', order: unpaid, refundid: 0, from: 'audit' },
  { name: 'paid', order: paid, refundid: 0 },
  { name: 'refund under way', order: paid, refundid: 7, refund: 'asked' },
  { name: 'refund not done', order: paid, refundid: 7, refund: 'failed' },
  { name: 'refunded', order: paid, refundid: 7, refund: 'done' },
  { name: 'payment closed', order: closed, refundid: 0 },
  { name: 'payment closed, draw_at past', order: closed, refundid: 0, drawn: true },
]

const factsOf = (state: (typeof registrationStates)[number], situation: (typeof situations)[number]): StatusFacts => ({
  registration: {
    state,
    refundid: situation.refundid,
    pay_at: situation.order?.pay_at ?? null,
    invite: null,
    price: 18_000,
    wait_pos: situation.by === 'invitation' || situation.by === 'lot' ? null : 37,
    drawn_at: situation.by === 'lot' ? before : null,
    refusemsg: state === 'auditfail' ? '(refusemsg)' : null,
    tag: state === 'delay' ? '(tag)' : null,
    description: state === 'delay' ? '(description)' : null,
    closed_at: situation.order?.state === 'closed' ? before : null,
    deleted_at: null,
  },
  order: situation.order,
  refund: situation.refund ? { state: situation.refund, refund_at: situation.refund === 'done' ? before : null } : null,
  event: {
    state:
      situation.from ??
      (state === 'draw' || state === 'undraw'
        ? 'draw'
        : state === 'audit' || state === 'auditfail'
          ? 'audit'
          : 'normal'),
    paystate: 'open',
    pay_end: null,
    draw_at: situation.drawn ? before : later,
    signup_from: before,
    signup_until: new Date('2026-03-20T04:00:00Z'),
  },
  race: {
    zone: 'Asia/Shanghai',
    refund_until: new Date('2026-03-20T04:00:00Z'),
    edit_until: null,
    delay_until: new Date('2026-03-20T04:00:00Z'),
    teams: true,
  },
})

const fits = (state: string, { from, drawn }: (typeof situations)[number]): boolean =>
  (from === undefined || state === 'normal') && (!drawn || state === 'draw')

const meaning: Record<(typeof paidStates)[number], string> = {
  '0': 'nothing was paid and no order was closed; with `payable` 1 the registration can be paid now',
  '1': 'the order is paid, or the registration has a payment time (invitation, price of zero)',
  '2': 'a refund exists: `refundid` is not 0, from the moment of the request',
  closed: 'the order ended unpaid: its place and document are free, and the runner may sign up again',
}
const said: Record<Transition['place'] | Transition['order'] | Transition['document'], string> = {
  takes: 'takes',
  gives_back: 'gives back',
  keeps: 'keeps',
  takes_none: 'takes none',
  frees: 'frees',
  opens: 'opens',
  paid: 'paid',
  closes: 'closes',
  refunds: 'goes back',
}
const transitionLines = (): string[] => [
  '## Transitions',
  '',
  'The table is that of `features/registrations/status/transitions.rules.ts`. Code that writes a state asks this table first, and the status function derives the allowed actions from it. Shirt, bus seat, zone and the use of a code follow the place.',
  '',
  '| what happens | from | to | by | place | document | order | when |',
  '|---|---|---|---|---|---|---|---|',
  ...transitions.map(
    ({ action, from, to, by, place, document, order, when }) =>
      `| ${action} | ${from.join(', ')} | ${to} | ${by} | ${said[place]} | ${said[document]} | ${said[order]} | ${when} |`,
  ),
  '',
]
const orderLines = (): string[] => [
  '## States of the order',
  '',
  '| paid | label | when |',
  '|---|---|---|',
  ...paidStates.map(
    (paid) => `| ${paid} | ${words[`paid_${paid}`]['zh-cn']}<br>${words[`paid_${paid}`].en} | ${meaning[paid]} |`,
  ),
  '',
]

/**
 * Returns the text of docs/states.md: the transitions, and the status in every state and situation of an order. `npm
 * run docs` writes the page, so it always agrees with the code.
 */
export const statesPage = (): string => {
  const lines = [
    '# States of a registration',
    '',
    'Generated by `npm run docs` from the transitions and the status function (`features/registrations/rules.ts`). The server, the lists, the status page and the console all ask this function. [The meaning of the states](behaviour/states.md).',
    '',
    ...transitionLines(),
    ...orderLines(),
    '## Messages and what one may do',
    '',
    'The table assumes that the times for sign-up, payment, refunds, changes and reservations are still open, unless the column "order" says otherwise, and that the race has teams.',
    '',
    '| state | order | icon | title | description | pays | fee | shows | may |',
    '|---|---|---|---|---|---|---|---|---|',
  ]
  for (const state of registrationStates)
    for (const situation of situations) {
      if (!fits(state, situation)) continue
      const found = statusOf(factsOf(state, situation), now)
      const names = (of: Record<string, boolean>) =>
        Object.entries(of)
          .flatMap(([name, on]) => (on ? [name] : []))
          .join(', ')
      const may = names(Object.fromEntries(Object.entries(found.can).map(([name, allowed]) => [name, allowed.ok])))
      const both = (one: typeof found.title) =>
        fill('{cn}<br>{en}', { cn: say(one, 'Asia/Shanghai', 'zh-cn'), en: say(one, 'Asia/Shanghai', 'en') })
      lines.push(
        `| ${state} | ${situation.name} | ${found.icon} | ${both(found.title)} | ${both(found.description)} | ${found.paid}${found.payable ? ', payable' : ''} | ${found.fee ? `${found.fee.text['zh-cn']}<br>${found.fee.text.en}` : ''} | ${names(found.shows)} | ${may} |`,
      )
    }
  return `${lines.join('\n')}\n`
}
