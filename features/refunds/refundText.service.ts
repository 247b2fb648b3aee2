import { amountText } from '#contract/written.ts'
import { type Lang, type Text, fill, nameIn } from '#contract/words.ts'
import type { Db } from '#db/db.ts'
import { buyersOf } from '#features/orders/buyers.service.ts'
import { type RefundCause, refundCauses } from '#features/races/refund.contract.ts'
import type { TierSpan } from '#features/races/refund.rules.ts'
import { paymentMethodOf } from '#features/registrations/status/present.service.ts'
import { sayTime } from '#features/registrations/status/statusText.rules.ts'
import type { RefundLine, TierShown } from './contract.ts'
import { handFee, weekAfter } from './rules.ts'
import type { RefundView } from './store.ts'
import { words } from './words.ts'

export const keptPartText = ({ percent, fixed }: { percent: number; fixed: number }, lang: Lang): string => {
  const says =
    percent >= 100
      ? words.keeps_all
      : percent > 0 && fixed > 0
        ? words.keeps_both
        : percent > 0
          ? words.keeps_percent
          : fixed > 0
            ? words.keeps_fixed
            : words.keeps_nothing
  return fill(says[lang], { percent, fixed: amountText(fixed) })
}

/**
 * Writes the notice about refunds in cash (docs/behaviour/refunds.md, In cash). If `refund` is above 0, the notice
 * names the money that arrives. Returns null if the race keeps nothing of a refund in cash.
 */
export const cashText = (percent: number | null | undefined, lang: Lang, refund = 0): string | null => {
  if (percent === null || percent === undefined) return null
  return refund > 0
    ? fill(words.cash_notice_amount[lang], { percent, amount: amountText(refund - handFee(refund, percent)) })
    : fill(words.cash_notice[lang], { percent })
}

export const presentTier = (tier: TierSpan, lang: Lang, now: boolean, amount: number | null) =>
  ({ ...tier, says: keptPartText(tier, lang), amount, now }) satisfies Record<keyof TierShown, unknown>

export const causeText = (cause: string, lang: Lang): string => {
  const known: Text | undefined = words[`cause_${cause}` as keyof typeof words]
  return known?.[lang] ?? cause
}
export const reasonsIn = (causes: readonly RefundCause[] | undefined, lang: Lang) =>
  (causes ?? refundCauses).map((value) => ({ value, label: causeText(value, lang) }))

/** Writes the last step of a refund, and the next step. */
const stateText = (row: RefundView, zone: string, lang: Lang): string => {
  const amount = amountText(row.amount, row.currency)
  if (row.state === 'waiting')
    return fill(words.text_waiting[lang], {
      amount,
      falls: sayTime(row.falls_at!, zone, lang),
      fallback: amountText(row.fallback ?? 0),
    })
  if (row.state === 'asked' || row.state === 'sent') return words[`text_${row.state}`][lang]
  if (row.state === 'done')
    return (row.hand_at ? words.text_by_hand : row.amount === 0 ? words.text_nothing : words.text_done)[lang]
  if (row.came_back > 0) return fill(words.text_part[lang], { amount: amountText(row.came_back, row.currency) })
  if (row.failure === 'AT_DESK') return words.text_desk[lang]
  return (row.failure === 'WINDOW_OVER' ? words.text_over : words.text_failed)[lang]
}

const ruleText = ({ kind, percent, fixed }: RefundView, lang: Lang): string | null =>
  kind === 'exit' && percent !== null && fixed !== null ? keptPartText({ percent, fixed }, lang) : null
/** Presents a refund. If the refund belongs to no registration, `_key` and `name` are empty. */
export const presentRefund = (row: RefundView, race: { name: string; names: unknown; zone: string }, lang: Lang) => {
  const staffs = row.kind === 'exit' && row.cause === ''
  return {
    id: row.id,
    _key: row._key ?? '',
    raceid: row.raceid,
    race: nameIn(lang, race.name, race.names),
    event: nameIn(lang, row.e_name ?? '', row.e_names),
    name: row.name ?? '',
    zone: race.zone,
    amount: row.amount,
    currency: row.currency,
    share: row.share ?? row.price ?? row.amount,
    state: row.state,
    by_hand: row.hand_at !== null,
    says: stateText(row, race.zone, lang),
    rule: staffs ? null : ruleText(row, lang),
    reason:
      row.kind === 'exit'
        ? staffs
          ? words.cause_partial[lang]
          : causeText(row.cause!, lang)
        : row.kind
          ? causeText(row.kind, lang)
          : row.reason === 'waitfail'
            ? words.cause_waitfail[lang]
            : null,
    created_at: row.created_at,
    refund_at: row.refund_at,
    next_at: row.refund_at && weekAfter(row.refund_at),
    arrives_by:
      row.state === 'waiting' || row.amount === 0 ? null : weekAfter(row.refund_at ?? row.settled_at ?? row.created_at),
    falls_at: row.state === 'waiting' ? row.falls_at : null,
    fallback: row.state === 'waiting' ? row.fallback : null,
    meta: { payment: paymentMethodOf(row.payment) },
  }
}

/** Returns the buyers of the refunded orders, by the ids of the orders, for refunds that belong to no registration. */
export const buyersOfRefunds = (db: Db, raceid: number, rows: readonly RefundView[]) =>
  buyersOf(
    db,
    raceid,
    rows.filter(({ registrationid }) => registrationid === null).map(({ orderid }) => orderid),
  )

/**
 * Presents a refund to staff. `cash` is the percentage that the race keeps of a refund by hand. `named` is true if the
 * reader may read registrations.
 */
export const presentLine = (
  row: RefundView,
  lang: Lang,
  { cash, buyers, named }: { cash: number | null; buyers: readonly string[]; named: boolean },
): RefundLine => ({
  ...row,
  buyers: [...buyers],
  created_at: row.created_at.toISOString(),
  refund_at: row.refund_at?.toISOString() ?? null,
  registration:
    row.registrationid === null
      ? null
      : { id: row.registrationid, name: named ? row.name! : '', event: nameIn(lang, row.e_name!, row.e_names) },
  requested: row.kind
    ? {
        kind: row.kind,
        cause: row.cause ? causeText(row.cause, lang) : '',
        note: row.note ?? '',
        staff: row.staff,
        share: row.share!,
        falls_at: row.falls_at?.toISOString() ?? null,
        fallback: row.fallback,
        successorid: row.successorid,
      }
    : null,
  hand: row.hand_at
    ? { at: row.hand_at.toISOString(), by: row.hand_name ?? '', reference: row.hand_reference ?? '', fee: row.hand_fee }
    : null,
  can: { hand: row.state === 'failed', again: row.state === 'failed' && row.came_back === 0 && row.paymentid !== null },
  hand_fee: row.state === 'failed' ? handFee(row.amount - Math.min(row.came_back, row.amount), cash) : 0,
})
