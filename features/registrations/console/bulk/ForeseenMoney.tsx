import { words as orderWords } from '#features/orders/words.ts'
import type { Text } from '#contract/words.ts'
import { countText } from '#ui/language/clock.ts'
import { useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import type { BulkMoneyShown } from '../../bulk/bulk.contract.ts'
import { words } from './bulkDesk.words.ts'
import { useNames } from './useNames.ts'

const methods: Readonly<Record<string, Text>> = orderWords.methods

export const ForeseenMoney = ({ money }: { money: BulkMoneyShown }) => {
  const t = useWords()
  const namesOf = useNames()
  const { channels, by_hand, nothing, approval } = money
  return (
    <div className="grid gap-3" role="status">
      <div className="rounded bg-tint px-4 py-3">
        <p className="figures font-medium">{t(words.money_total, { amount: bookMoney(money.amount) })}</p>
        <ul className="figures text-14">
          {channels.map(({ channel, count, amount }) => (
            <li key={channel} className="flex justify-between gap-3">
              <span>
                {methods[channel] ? t(methods[channel]) : channel} · {t(words.reason_count, { n: countText(count) })}
              </span>
              <span className="shrink-0">{bookMoney(amount)}</span>
            </li>
          ))}
        </ul>
        {by_hand.count > 0 ? (
          <p className="mt-1 text-14 text-soft">
            {t(words.money_by_hand, { n: countText(by_hand.count), amount: bookMoney(by_hand.amount) })}
          </p>
        ) : null}
      </div>
      {nothing.length > 0 ? (
        <div className="rounded bg-warning-tint px-4 py-3 text-warning-ink">
          <p className="font-medium">{t(words.money_nothing)}</p>
          <ul className="text-14">
            {nothing.map(({ says, count, names }) => (
              <li key={says}>
                {says} · {t(words.reason_count, { n: countText(count) })} · {namesOf(names, count)}
              </li>
            ))}
          </ul>
        </div>
      ) : null}
      {approval ? <p className="rounded bg-info-tint px-4 py-3 text-info-ink">{t(words.money_approval)}</p> : null}
    </div>
  )
}
