import { useEffect, useEffectEvent, useState } from 'react'
import type { Text } from '#contract/words.ts'
import { Button } from '#ui/form/Button.tsx'
import { useAsk } from '#ui/network/call.ts'
import { Card } from '#ui/layout/Card.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { inSession } from '#ui/router/address.ts'
import { money } from '#ui/language/money.ts'
import { Skeleton } from '#ui/layout/Skeleton.tsx'
import { PayMethods, ScanCode, Waiting } from './PayMethods.tsx'
import { payWords } from './pay.words.ts'
import { type Method, type PayCall, onPhone, rememberMethod, rememberedMethod, usePaying } from './usePaying.ts'

const poll = 2500

/**
 * The card on which a person pays for a thing that a room sells. `name` tells the sold thing apart from other things
 * under the same id. `says` are the room's own words.
 */
export const OrderPayCard = ({
  id,
  order,
  name,
  call,
  says: words,
  zone,
  onPaid,
}: {
  id: string
  /** The key of the order, if `id` is the key of a registration. */
  order?: string | undefined
  name: string
  call: PayCall
  says: { how: Text; pay: Text; payBy: Text; noMethods: Text }
  zone: string
  onPaid: () => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const key = `${name}:${id}`
  const pay = useAsk(call, { id }, { quiet: true, refetchInterval: poll, staleTime: 0, keep: true })
  const paying = usePaying(id, call, key, order)
  const methods = pay.data?.methods ?? []
  const [chosen, setChosen] = useState<Method>()
  const method = chosen ?? rememberedMethod(methods)
  const phone = onPhone()
  const code = method !== undefined && (paying.nexts[method]?.code_url || (!phone && method === 'wechat'))
  const state = pay.data?.state
  const settle = useEffectEvent(() => {
    if (state === undefined || state === 'open') return
    inSession.set(`paying:${key}`, undefined)
    onPaid()
  })
  useEffect(() => settle(), [state])
  // On a desktop the code appears at once, without a press.
  const showCode = useEffectEvent(() => {
    if (state === 'open' && !phone && method === 'wechat' && !paying.nexts.wechat) paying.begin(method)
  })
  useEffect(() => showCode(), [state, method])
  if (!pay.data)
    return (
      <Card title={t(words.how)}>
        {pay.error ? (
          <ErrorState error={pay.error} onRetry={() => void pay.refetch()} />
        ) : (
          <Skeleton lines={4} className="h-10" />
        )}
      </Card>
    )
  const amount = money(pay.data.amount, lang)
  const due =
    method === 'paypal' && pay.data.paypal ? money(pay.data.paypal.amount, lang, pay.data.paypal.currency) : amount
  return (
    <Card title={t(words.how)} aside={<span className="display text-28">{amount}</span>}>
      {pay.data.pay_end ? (
        <p className="-mt-1 mb-3 text-14 text-soft">
          {t(words.payBy, { time: dateText(pay.data.pay_end, lang, 'deadline', zone) })}
        </p>
      ) : null}
      {method ? (
        <>
          <PayMethods
            methods={methods}
            value={method}
            onChange={(one) => {
              rememberMethod(one)
              setChosen(one)
            }}
          />
          {code ? (
            <ScanCode next={paying.nexts[method] ?? null} busy={paying.busy} renew={() => paying.begin(method)} />
          ) : null}
          {phone || !code ? (
            <Button wide className="mt-4" busy={paying.busy} onClick={() => paying.begin(method)}>
              {t(paying.waiting ? payWords.again : words.pay, { fee: due, amount: due })}
            </Button>
          ) : null}
          {paying.waiting ? (
            <div className="mt-4">
              <Waiting again={() => void pay.refetch()} />
            </div>
          ) : null}
        </>
      ) : (
        <p className="text-soft">{t(words.noMethods)}</p>
      )}
      {paying.error ? (
        <p role="alert" className="mt-3 rounded bg-danger-tint px-4 py-3 text-14 text-danger-ink">
          {paying.error.msg}
        </p>
      ) : null}
    </Card>
  )
}
