import { path } from '#seam/web/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import type { ClubDesk } from '../desk/desk.contract.ts'
import { clubWords as words } from './club.words.ts'

export const MoneyCards = ({ desk }: { desk: ClubDesk }) => {
  const t = useWords()
  const { lang } = useLang()
  return (
    <>
      {desk.open ? (
        <Card>
          <p className="mb-3 font-medium">
            {t(words.open_order, {
              n: desk.open.people,
              time: desk.open.pay_end ? dateText(desk.open.pay_end, lang, 'minute', desk.zone) : '',
            })}
          </p>
          <ButtonLink wide href={path.pay({ _key: desk.open._key })}>
            {t(words.to_pay, { amount: money(desk.open.amount, lang) })}
          </ButtonLink>
        </Card>
      ) : null}
      {desk.paid.length > 0 ? (
        <Card title={t(words.orders)}>
          <ul className="grid gap-3">
            {desk.paid.map(({ _key, amount, pay_at }) => (
              <li key={_key} className="flex flex-wrap items-center justify-between gap-x-3">
                <span>
                  <span className="display text-20">{money(amount, lang)}</span>
                  <span className="figures block text-14 text-soft">
                    {pay_at ? t(words.paid_at, { time: dateText(pay_at, lang, 'minute', desk.zone) }) : ''}
                  </span>
                </span>
                <span className="-mr-3 flex">
                  <ButtonLink look="quiet" className="px-3 text-14" href={path.receipt({ _key })}>
                    {t(words.receipt)}
                  </ButtonLink>
                  <ButtonLink look="quiet" className="px-3 text-14" href={path.invoice({ _key })}>
                    {t(words.invoice)}
                  </ButtonLink>
                </span>
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
    </>
  )
}
