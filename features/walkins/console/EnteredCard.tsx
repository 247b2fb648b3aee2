import { Suspense, useEffect } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { path } from '#seam/console/paths.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { bookMoney } from '#ui/language/money.ts'
import { Card } from '#ui/layout/Card.tsx'
import { useCall } from '#ui/network/call.ts'
import { receiptText } from '#features/orders/receipt.rules.ts'
import { type WalkInPays, consoleWalkinsBib, type consoleWalkinsEnter, isDeskWay } from '../contract.ts'
import { words } from '../words.ts'

export type EnteredWalkIn = OutputOf<typeof consoleWalkinsEnter> & { pay: WalkInPays }
const EVERY_MS = 4000

/** Shows the runner who was entered, with the bib to hand out. */
export const EnteredCard = (props: { raceid: number; entered: EnteredWalkIn; onNext: () => void }) => {
  const { raceid, entered, onNext } = props
  const t = useWords()
  const ask = useCall(consoleWalkinsBib, { quiet: true })
  const now = ask.data ?? entered
  const { mutate } = ask
  useEffect(() => {
    if (now.paid) return undefined
    const timer = setInterval(() => mutate({ raceid, id: entered.id }), EVERY_MS)
    return () => clearInterval(timer)
  }, [now.paid, mutate, raceid, entered.id])
  const amount = bookMoney(entered.amount)
  return (
    <Card title={t(words.done, { name: entered.name })}>
      <div role="status" className="grid gap-4">
        {now.bib ? (
          <p>
            <span className="text-soft">{t(words.done_bib)}</span>{' '}
            <strong className="figures text-32">{now.bib}</strong>
          </p>
        ) : now.paid ? (
          <p className="text-soft">{t(words.done_no_bib)}</p>
        ) : null}
        {now.paid ? (
          <p>
            {entered.amount === 0
              ? t(words.done_free)
              : t(isDeskWay(entered.pay) ? words[`done_${entered.pay}`] : words.done_paid, { amount })}
            {entered.receipt === null ? null : (
              <span className="figures ml-3 text-soft">
                {t(words.done_receipt, { n: receiptText(entered.receipt) })}
              </span>
            )}
          </p>
        ) : (
          <>
            <p>{t(words.done_link, { amount })}</p>
            <Suspense fallback={<div className="bone size-52" />}>
              <LaterQrCode
                text={`${location.origin}/pay?_key=${entered._key}`}
                label={t(words.done_link, { amount })}
              />
            </Suspense>
            <p className="text-14 text-soft">{t(words.done_waits)}</p>
          </>
        )}
      </div>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button onClick={onNext}>{t(words.next)}</Button>
        <ButtonLink look="plain" href={path.registration({ raceid, id: entered.id })}>
          {t(words.open)}
        </ButtonLink>
      </div>
    </Card>
  )
}
