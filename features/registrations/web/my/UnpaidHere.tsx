import { unpaidHere } from '#seam/web/unpaid.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { link } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { statusWords } from '../status/status.words.ts'
import { myWords as words } from './my.words.ts'

/** The unpaid orders that this device remembers, for a runner who is not logged in. */
export const UnpaidHere = () => {
  const t = useWords()
  const { lang } = useLang()
  const orders = unpaidHere(link().raceid)
  if (orders.length === 0) return null
  return (
    <section aria-labelledby="unpaid" className="mt-6 grid w-full gap-3 text-left">
      <h2 id="unpaid" className="text-16 font-bold">
        {t(words.unpaidHere)}
      </h2>
      <ul className="grid gap-3">
        {orders.map(({ key, raceid, race, event, amount, until }) => (
          <li key={key} className="grid gap-3 rounded bg-surface p-4 shadow-card">
            <div>
              <p className="font-medium">
                <Dotted text={[race, event].join(' · ')} />
              </p>
              {until ? (
                <p className="figures text-14 text-soft">
                  {t(statusWords.payBy)} {dateText(until, lang, 'minute')}
                </p>
              ) : null}
            </div>
            <ButtonLink wide look="plain" href={path.pay({ raceid, _key: key })}>
              {t(statusWords.payNow, { amount: money(amount, lang) })}
            </ButtonLink>
          </li>
        ))}
      </ul>
    </section>
  )
}
