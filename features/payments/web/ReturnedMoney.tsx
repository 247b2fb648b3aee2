import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { payWords as words } from './pay.words.ts'
import type { Pay } from './usePaying.ts'

/** Payments that could not settle the order, and the state of their refund. */
export const ReturnedMoney = ({ returned }: { returned: Pay['returned'] }) => {
  const t = useWords()
  const { lang } = useLang()
  if (returned.length === 0) return null
  return (
    <div role="status" className="w-full">
      <ul className="grid gap-3 text-left">
        {returned.map(({ amount, currency, reason, state, at }) => (
          <li
            key={`${at}${reason}${amount}`}
            className={
              'rounded p-4 text-14 ' +
              (state === 'failed' ? 'bg-warning-tint text-warning-ink' : 'bg-info-tint text-info-ink')
            }
          >
            <p className="font-medium">{t(words.returned[reason])}</p>
            <p className="mt-1">
              {t(words.returnedState[state], {
                amount: money(amount, lang, currency),
                time: dateText(at, lang, 'deadline'),
              })}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
