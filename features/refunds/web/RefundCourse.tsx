import { ButtonLink } from '#ui/form/Button.tsx'
import { Card, Facts } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { StatusIcon } from '#ui/feedback/StatusIcon.tsx'
import { type Step, Timeline } from '#ui/layout/Timeline.tsx'
import { path } from '#seam/web/paths.ts'
import type { Refund } from '../contract.ts'
import { refundWords as words } from './refund.words.ts'

const icons = { waiting: 'waiting', asked: 'waiting', sent: 'waiting', done: 'success', failed: 'warn' } as const

export const RefundCourse = ({ refund }: { refund: Refund }) => {
  const t = useWords()
  const { lang } = useLang()
  const on = (at: string | null) => dateText(at, lang, 'minute', refund.zone)
  const day = (at: string | null) => dateText(at, lang, 'day', refund.zone)
  const nothing = refund.amount === 0 && refund.state === 'done'
  const { payment } = refund.meta
  return (
    <Page title={t(words.courseTitle)} backTo={path.queryDetail({ _key: refund._key })}>
      <section
        className={
          'flex flex-col items-center gap-3 px-2 pb-4 pt-2 text-center md:flex-row ' +
          'md:gap-8 md:rounded md:bg-surface md:p-8 md:text-left md:shadow-card'
        }
      >
        <StatusIcon kind={nothing ? 'info' : icons[refund.state]} size={112} />
        <div className="flex min-w-0 flex-1 flex-col items-center gap-1 md:items-start">
          <h2 className="text-28 font-bold text-balance">{t(nothing ? words.left : words[refund.state])}</h2>
          {nothing ? null : <p className="display text-40">{money(refund.amount, lang, refund.currency)}</p>}
          <p className="max-w-[44ch] text-pretty text-soft md:max-w-[64ch]">{refund.says}</p>
        </div>
      </section>
      <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
        {nothing ? null : (
          <Card title={t(words.courseTitle)}>
            <Timeline steps={stepsOf(refund, t, on, day)} />
          </Card>
        )}
        <Card title={t(words.registration)}>
          <Facts
            rows={[
              [refund.event, refund.name],
              [t(words.paid), refund.share > 0 ? money(refund.share, lang) : null],
              [t(words.amount), nothing ? null : money(refund.amount, lang, refund.currency)],
              [t(words.rule), refund.rule],
              [t(words.why), refund.reason],
              [t(words.appliedAt), on(refund.created_at)],
              [t(words.refundAt), on(refund.refund_at)],
              [t(words.nextAt), nothing ? null : day(refund.next_at)],
              [
                t(words.method),
                refund.by_hand || refund.state === 'failed' ? t(words.byHand) : payment ? t(words[payment]) : null,
              ],
            ]}
          />
          <div className="pt-4">
            <ButtonLink look="plain" wide href={path.queryDetail({ _key: refund._key })}>
              {t(words.seeStatus)}
            </ButtonLink>
          </div>
        </Card>
      </div>
    </Page>
  )
}

type On = (at: string | null) => string
const stepsOf = (refund: Refund, t: ReturnType<typeof useWords>, on: On, day: On): Step[] => {
  const { state } = refund
  const arrives = (now: Step['state']): Step => ({
    state: now,
    title: t(words.stepArrives),
    description: refund.arrives_by ? t(words.stepBy, { date: day(refund.arrives_by) }) : undefined,
  })
  const applied: Step = { state: 'done', title: t(words.stepApplied), when: on(refund.created_at) }
  if (state === 'waiting')
    return [
      applied,
      {
        state: 'now',
        title: t(words.stepOffered),
        description: t(words.stepOfferedText, { time: on(refund.falls_at) }),
      },
      { state: 'later', title: t(words.stepChannel) },
      { state: 'later', title: t(words.stepArrives) },
    ]
  if (state === 'failed')
    return [
      applied,
      { state: 'failed', title: t(words.stepChannelNot) },
      { state: 'now', title: t(words.stepHand) },
      { state: 'later', title: t(words.stepArrives) },
    ]
  if (state === 'done')
    return [
      applied,
      { state: 'done', title: t(refund.by_hand ? words.stepHand : words.stepChannel), when: on(refund.refund_at) },
      arrives('now'),
    ]
  return [applied, { state: 'now', title: t(words.stepChannel) }, arrives('later')]
}
