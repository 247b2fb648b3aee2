import type { Text } from '#contract/words.ts'
import type { Step } from '#ui/layout/Timeline.tsx'
import type { Registration } from '../../contract.ts'
import { statusWords as words } from './status.words.ts'

type Say = (said: Text, values?: Record<string, string | number>) => string
/** A function that writes an ISO instant as the page shows the instant; '' for a missing instant. */
type On = (at: string | null | undefined) => string

/**
 * Lists past and coming steps of a registration, with dates. `statusOf` on the server decides the state. This function
 * only chooses the steps and their sequence. `now` is in milliseconds since 1970.
 */
export const timelineOf = (registration: Registration, now: number, t: Say, on: On): Step[] => {
  const { status, refund } = registration
  const signed: Step = { state: 'done', title: t(words.stepSigned), when: on(registration.created_at) }
  if (registration.deleted_at && status.paid !== '2')
    return [signed, { state: 'failed', title: t(words.stepDeleted), when: on(registration.deleted_at) }]
  if (status.paid === '2')
    return [
      signed,
      ...paidStep(registration, t, on),
      ...(registration.state === 'waitfail' ? [ended(t)] : []),
      ...refundSteps(refund, t, on),
    ]
  return [signed, ...middleSteps(registration, now, t, on), ...lastSteps(registration, now, t, on)]
}

/** Tells whether a registration costs nothing. A fee that an invitation has paid still has a step. */
const isFree = ({ charge, status }: Registration): boolean =>
  charge.amount === 0 && (charge.fee === 0 || status.paid === '0')
const stepPay = ({ addons }: Registration) => (addons.length > 0 ? words.stepPayAll : words.stepPay)
const ended = (t: Say): Step => ({ state: 'failed', title: t(words.stepWaitEnded) })
const paidAt = ({ pay_at, meta }: Registration): string | null => pay_at ?? meta.order?.pay_at ?? null
const paidStep = (registration: Registration, t: Say, on: On): Step[] =>
  paidAt(registration) && !isFree(registration)
    ? [{ state: 'done', title: t(stepPay(registration)), when: on(paidAt(registration)) }]
    : []

const refundSteps = (refund: Registration['refund'], t: Say, on: On): Step[] => [
  { state: 'done', title: t(words.stepRefundAsked), when: on(refund?.created_at) },
  refund?.refund_at
    ? {
        state: 'done',
        title: t(words.stepRefunded),
        when: on(refund.refund_at),
        description: refund.next_at ? t(words.stepRefundArrives, { date: on(refund.next_at) }) : undefined,
      }
    : refund?.state === 'waiting' || refund?.state === 'failed'
      ? { state: 'now', title: t(refund.state === 'waiting' ? words.refundWaiting : words.refundFailed) }
      : { state: 'now', title: t(words.refundUnderWay), description: t(words.refundWithinWeek) },
]

/**
 * Returns the step of the payment. The step may be open, done or closed. A free registration does not have this step.
 */
const payStep = (registration: Registration, t: Say, on: On): Step | undefined => {
  if (isFree(registration)) return undefined
  const { status, meta } = registration
  if (status.paid === '1') return { state: 'done', title: t(stepPay(registration)), when: on(paidAt(registration)) }
  if (status.paid === 'closed')
    return {
      state: 'failed',
      title: t(stepPay(registration)),
      when: on(meta.order?.pay_end),
      description: t(words.stepPayFailed),
    }
  return {
    state: status.can.pay.ok ? 'now' : 'later',
    title: t(stepPay(registration)),
    description: status.pay_end ? t(words.stepPayBy, { time: on(status.pay_end) }) : (status.can.pay.why ?? undefined),
  }
}

const middleSteps = (registration: Registration, now: number, t: Say, on: On): Step[] => {
  const { state, meta } = registration
  const fee = payStep(registration, t, on)
  const pay = fee ? [fee] : []
  const paid = registration.status.paid === '1'
  const drawn = meta.event.draw_at !== null && Date.parse(meta.event.draw_at) <= now
  switch (state) {
    case 'audit':
      return [
        ...(paid ? pay : []),
        { state: 'now', title: t(words.stepAudit) },
        ...(paid || !fee ? [] : [{ state: 'later' as const, title: fee.title }]),
      ]
    case 'auditfail':
      return [{ state: 'failed', title: t(words.stepAuditFailed), description: registration.refusemsg ?? undefined }]
    case 'draw': {
      const draw: Step = {
        state: 'now',
        title: t(words.stepDraw),
        description: meta.event.draw_at ? t(words.stepDrawAt, { time: on(meta.event.draw_at) }) : undefined,
      }
      return fee?.state === 'later'
        ? [draw, ...pay]
        : fee?.state === 'failed'
          ? pay
          : [...pay, { ...draw, state: fee?.state === 'now' ? 'later' : 'now' }]
    }
    case 'undraw':
      return [
        { state: 'failed', title: t(words.stepUndrawn), when: drawn ? on(meta.event.draw_at) : undefined },
        ...pay,
        { state: paid ? 'now' : 'later', title: t(words.stepWait), description: t(words.stepWaitDaily) },
      ]
    case 'wait':
      return [...pay, { state: paid ? 'now' : 'later', title: t(words.stepWait), description: t(words.stepWaitDaily) }]
    case 'waitfail':
      return [...(paid ? pay : []), ended(t)]
    case 'delay':
      return [
        ...(paid ? pay : []),
        {
          state: 'now',
          title: registration.tag ?? t(words.stepDelay),
          description: registration.description ?? undefined,
        },
      ]
    default: {
      const given: Step[] =
        meta.event.state === 'audit'
          ? [{ state: 'done', title: t(words.stepAuditPassed) }]
          : registration.drawn_at
            ? [{ state: 'done', title: t(words.stepDrawn), when: on(meta.event.draw_at ?? registration.drawn_at) }]
            : []
      const paidBefore = paid && meta.event.draw_at !== null && (paidAt(registration) ?? '') < meta.event.draw_at
      return paidBefore && given.length ? [...pay, ...given] : [...given, ...pay]
    }
  }
}

/** States in which the runner does not run in this edition, or runs only after getting a place. */
const over = ['auditfail', 'waitfail', 'delay', 'undraw', 'wait']
const lastSteps = (registration: Registration, now: number, t: Say, on: On): Step[] => {
  const { status, state, bib, prefix_bib, race, meta } = registration
  if (over.includes(state) || status.paid === 'closed') return []
  const start = meta.event.start_at ?? race.time
  return [
    bib
      ? { state: 'done', title: t(words.stepBib), when: `${prefix_bib ?? ''}${bib}` }
      : { state: 'later', title: t(words.stepBib), when: t(words.stepBibSoon) },
    { state: Date.parse(start) <= now ? 'done' : 'later', title: t(words.stepRace), when: on(start) },
  ]
}
