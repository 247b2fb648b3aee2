import { useState } from 'react'
import { consoleOrdersClose } from '#features/payments/contract.ts'
import { useMe } from '#features/staff/console/useMe.ts'
import { path } from '#seam/console/paths.ts'
import { Button } from '#ui/form/Button.tsx'
import { refusedFrom, useCall } from '#ui/network/call.ts'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { Link } from '#ui/router/Link.tsx'
import { ballotDrawWords as words } from './draw.words.ts'

/** An order that keeps a list from being frozen. The name is there for staff who may read registrations. */
export type OpenOrder = { id: number; tradeno: string; name: string | null; until: string }
type Props = {
  raceid: number
  orders: readonly OpenOrder[]
  /** Runs when all orders are closed, or were paid meanwhile. */ onClosed: () => void
}

/** The orders that payers may still pay. Staff with the right can close them. */
export const OpenOrders = ({ raceid, orders, onClosed }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const { may } = useMe()
  const close = useCall(consoleOrdersClose)
  const [said, setSaid] = useState<string>()
  const closeAll = async () => {
    let left = 0
    setSaid(undefined)
    try {
      for (const { id } of orders) if ((await close.mutateAsync({ raceid, id })).state === 'waiting') left += 1
      if (left === 0) onClosed()
      else setSaid(t(words.orders_left, { n: left }))
    } catch (thrown) {
      setSaid(refusedFrom(thrown).msg)
    }
  }
  return (
    <section className="rounded border border-line p-3">
      <h3 className="text-14 font-medium">{t(words.orders_open)}</h3>
      <ul className="max-h-48 divide-y divide-line overflow-y-auto text-14">
        {orders.map(({ id, tradeno, name, until }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4 py-1.5">
            <Link href={path.order({ raceid, id })} className="figures underline underline-offset-2">
              {name ?? tradeno}
            </Link>
            <span className="figures text-soft">
              {t(words.orders_until, { at: dateText(until, lang, 'deadline') })}
            </span>
          </li>
        ))}
      </ul>
      {may('money.refund') ? (
        <>
          <p className="py-2 text-14 text-soft">{t(words.orders_close_text)}</p>
          <Button look="plain" busy={close.isPending} onClick={() => void closeAll()}>
            {t(words.orders_close)}
          </Button>
        </>
      ) : null}
      {said ? (
        <p role="alert" className="pt-2 text-14 text-danger-ink">
          {said}
        </p>
      ) : null}
    </section>
  )
}
