import type { Lang } from '#contract/words.ts'
import type { NoticeContent, NoticeMoment } from '#features/wechatnotices/rules.ts'
import { inBox } from './box.words.ts'
import { type Values, valuesIn } from './rules.ts'
import type { Template } from './words.ts'

/** The `NoticeMoment` of each message that WeChat may bring as a notice. */
export const momentOfTemplate: Readonly<Partial<Record<Template, NoticeMoment>>> = {
  pay_soon: 'payment',
  wait_pay_soon: 'payment',
  wait_offer: 'payment',
  review_passed_pay: 'payment',
  move_pay: 'payment',
  drawn_won: 'draw',
  drawn_won_paid: 'draw',
  drawn_lost: 'draw',
  drawn_lost_paid: 'draw',
  drawn_off: 'draw',
  review_passed: 'draw',
  review_failed: 'draw',
  wait_given: 'draw',
  wait_failed: 'draw',
  wait_failed_refund: 'draw',
  pickup_soon: 'pickup',
  start_soon: 'start',
  result_out: 'result',
}

/** Builds the content of a notice from a message. `when` is the moment by which its reader must act. */
export const noticeContent = (
  { template, values, lang }: { template: Template; values: Values; lang: Lang },
  when: Date | null,
  zone: string,
): NoticeContent => {
  const said = valuesIn(values, lang)
  const { title, text } = inBox(template, values, lang)
  const of = (name: string) => said[name] ?? ''
  return { race: of('race'), event: of('event'), place: of('place'), bib: of('bib'), title, text, when, zone }
}
