import { useAsk } from '#ui/network/call.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { groupedBy } from '#ui/layout/grouped.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type RefundRules, type TierShown, refundRules } from '../contract.ts'
import { refundWords as words } from './refund.words.ts'

type Item = RefundRules['items'][number]
const sameRules = ({ tiers, successor, cash }: Item): string =>
  JSON.stringify([tiers.map(({ from, until, percent, fixed }) => [from, until, percent, fixed]), successor, cash])

/**
 * Shows the rules of refund of a race before sign-up. Events with the same rules share one list. The card is missing if
 * no event lets its runners leave by themselves.
 */
export const RefundRulesCard = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const query = useAsk(refundRules, { raceid }, { quiet: true, staleTime: 300_000 })
  const groups = [...groupedBy(query.data?.items.filter(({ exit }) => exit) ?? [], sameRules).values()]
  if (!query.data || groups.length === 0) return null
  return (
    <Card title={t(words.tiers)}>
      <div className="grid gap-6 md:grid-cols-2">
        {groups.map((group) => (
          <section key={group[0]!.eventid}>
            {groups.length > 1 || group.length < query.data.items.length ? (
              <h3 className="font-medium">
                <Dotted text={group.map(({ event }) => event).join(' · ')} />
              </h3>
            ) : null}
            <ol className="divide-y divide-line">
              {group[0]!.tiers.map((tier) => (
                <Tier key={`${tier.from} ${tier.until}`} tier={tier} zone={query.data.zone} />
              ))}
            </ol>
            {[group[0]!.successor, group[0]!.cash]
              .filter((one) => one !== null)
              .map((one) => (
                <p key={one} className="pt-2 text-14 text-soft">
                  {one}
                </p>
              ))}
          </section>
        ))}
      </div>
    </Card>
  )
}

const Tier = ({ tier, zone }: { tier: TierShown; zone: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const on = (at: string) => dateText(at, lang, 'deadline', zone)
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <span className={`figures ${tier.now ? 'font-bold text-strong' : ''}`}>
        {tier.from
          ? t(words.tierFrom, { from: on(tier.from), until: on(tier.until) })
          : t(words.tierUntil, { until: on(tier.until) })}
      </span>
      <span className="text-soft">{tier.says}</span>
    </li>
  )
}
