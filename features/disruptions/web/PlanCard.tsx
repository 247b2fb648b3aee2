import { dateText, distanceText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Card } from '#ui/layout/Card.tsx'
import type { ShownDisruption } from '../contract.ts'
import { disruptionWords as words } from './disruption.words.ts'
import { headlineOf } from '../headline.rules.ts'

/** A plan as runners read it. */
export const PlanCard = ({ plan, zone }: { plan: ShownDisruption; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const { kind, new_start, events, kept_percent, choices } = plan
  const rows: readonly (readonly [string, string] | undefined)[] = [
    kind === 'postpone'
      ? [t(words.new_start), new_start ? dateText(new_start, lang, 'minute', zone) : t(words.new_start_unknown)]
      : undefined,
    ...(kind === 'shorten'
      ? events.map(
          ({ name, distance }) =>
            [`${t(words.distance)} · ${name}`, distance === null ? '' : distanceText(distance, lang)] as const,
        )
      : []),
    choices.includes('refund')
      ? [t(words.refund), kept_percent === 0 ? t(words.refund_all) : t(words.refund_less, { n: kept_percent })]
      : undefined,
    [t(words.until), dateText(plan.until, lang, 'deadline', zone)],
  ]
  return (
    <Card title={headlineOf(plan, t, lang)}>
      <p className="break-words">{plan.reason}</p>
      <dl className="mt-4 grid gap-x-6 gap-y-3 md:grid-cols-2">
        {rows.map((row) =>
          row ? (
            <div key={row[0]}>
              <dt className="text-14 text-soft">{row[0]}</dt>
              <dd className="figures font-medium">{row[1]}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </Card>
  )
}
