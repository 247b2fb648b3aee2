import { useState } from 'react'
import { useMe } from '#features/staff/console/useMe.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type RefundPolicies, consoleRefundsRules } from '../contract.ts'
import { deskWords as words } from './desk.words.ts'
import { PolicyDialog } from './PolicyDialog.tsx'

type Item = RefundPolicies['items'][number]

export const RulesPart = ({ raceid }: { raceid: number }) => {
  const t = useWords()
  const rules = useAsk(consoleRefundsRules, { raceid })
  const [edited, setEdited] = useState<Item>()
  if (rules.error && !rules.data) return <ErrorState error={rules.error} onRetry={() => void rules.refetch()} />
  if (!rules.data) return <SkeletonCards count={3} className="h-40" />
  const race = rules.data.items[0]!
  return (
    <div className="grid items-start gap-4 md:grid-cols-2 md:gap-6">
      {rules.data.items.map((item) => (
        <RulesCard
          key={item.eventid}
          raceid={raceid}
          item={item}
          zone={rules.data.zone}
          onEdit={() => setEdited(item)}
          title={item.eventid === 0 ? t(words.ofRace) : item.name}
        />
      ))}
      {edited ? (
        <PolicyDialog
          raceid={raceid}
          item={edited}
          like={edited.policy ?? race.policy}
          zone={rules.data.zone}
          startsAt={rules.data.starts_at}
          onClose={() => setEdited(undefined)}
          onDone={() => void rules.refetch()}
        />
      ) : null}
    </div>
  )
}

const RulesCard = ({
  raceid,
  item,
  zone,
  title,
  onEdit,
}: {
  raceid: number
  item: Item
  zone: string
  title: string
  onEdit: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe(raceid)
  const on = (at: string) => dateText(at, lang, 'deadline', zone)
  return (
    <Card
      title={title}
      aside={
        item.eventid === 0 ? null : (
          <Chip tone={item.policy ? 'race' : 'plain'}>{t(item.policy ? words.own : words.likeRace)}</Chip>
        )
      }
    >
      {item.tiers.length === 0 ? (
        <p className="text-soft">{t(words.closed)}</p>
      ) : (
        <ol className="divide-y divide-line">
          {item.tiers.map((tier) => (
            <li
              key={`${tier.from} ${tier.until}`}
              className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5"
            >
              <span className={`figures ${tier.now ? 'font-bold text-strong' : ''}`}>
                {tier.from
                  ? t(words.span, { from: on(tier.from), until: on(tier.until) })
                  : t(words.until, { until: on(tier.until) })}
                {tier.now ? (
                  <span className="ml-2 rounded-full bg-tint px-2 py-0.5 text-14 font-medium">{t(words.now)}</span>
                ) : null}
              </span>
              <span className="text-soft">{tier.says}</span>
            </li>
          ))}
        </ol>
      )}
      {item.policy?.successor ? (
        <p className="border-t border-line pt-2.5 text-14 text-soft">{t(words.successor)}</p>
      ) : null}
      <div className="pt-3">
        <Button look="plain" disabledReason={may('money.refund') ? undefined : t(words.noRight)} onClick={onEdit}>
          {t(item.policy ? words.edit : words.write)}
        </Button>
      </div>
    </Card>
  )
}
