import { type ReactNode, Suspense, useState } from 'react'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { RadioCards } from '#ui/form/RadioCards.tsx'
import { AlipayMark, CardMark, PaypalMark, UnionpayMark, WechatMark } from './marks.tsx'
import { payWords as words } from './pay.words.ts'
import { type Method, type NextPayment, onPhone } from './usePaying.ts'

const marks: Partial<Record<Method, ReactNode>> = {
  wechat: <WechatMark />,
  alipay: <AlipayMark />,
  paypal: <PaypalMark />,
  cmb: <CardMark />,
}

/** The ways to pay on this device. If there is only one way, the person need not choose. */
export const PayMethods = ({
  methods,
  value,
  onChange,
}: {
  methods: readonly Method[]
  value: Method
  onChange: (method: Method) => void
}) => {
  const t = useWords()
  const phone = onPhone()
  const named = (one: Method) => (
    <span className="flex items-center gap-3 font-medium">
      {marks[one]}
      {t(one === 'wechat' && !phone ? words.wechatNative : words[one])}
      {one === 'cmb' ? <UnionpayMark name={words.unionpay} /> : null}
    </span>
  )
  if (methods.length < 2) return <p className="flex min-h-12 items-center">{named(value)}</p>
  return (
    <RadioCards
      label={t(words.how)}
      bare
      value={value}
      onChange={(chosen) => onChange(chosen as Method)}
      options={methods.map((one) => ({ value: one, label: named(one) }))}
    />
  )
}

export const ScanCode = ({ next, busy, renew }: { next: NextPayment; busy: boolean; renew: () => void }) => {
  const t = useWords()
  return (
    <div className="mt-4 flex flex-col items-center gap-4 rounded bg-sunk p-6 text-center">
      {next?.code_url && !busy ? (
        <Suspense fallback={<div className="size-[13rem]" />}>
          <LaterQrCode text={next.code_url} size={208} label={t(words.scanAlt)} />
        </Suspense>
      ) : (
        <div role="status" aria-label={t(words.preparing)} className="bone size-[13rem]" />
      )}
      <p className="font-medium">{t(onPhone() ? words.pressCode : words.scan)}</p>
      {next?.code_url && next.url ? (
        // Only the sandbox gateway has a page beside its code: a person who tries the product may have no phone that
        // reaches this server.
        <ButtonLink look="plain" href={next.url} target="_blank" rel="noopener">
          {t(words.pretendOpen)}
        </ButtonLink>
      ) : null}
      <p className="text-14 text-soft">{t(words.waitingHow)}</p>
      <Button look="quiet" onClick={renew}>
        {t(words.newCode)}
      </Button>
    </div>
  )
}

/**
 * The text while the server waits for the payment. The page shows the text after the payer left for the gateway, also
 * after a reload.
 */
export const Waiting = ({ again }: { again: () => void }) => {
  const t = useWords()
  const [queried, setQueried] = useState(false)
  return (
    <div role="status" className="grid gap-3 rounded bg-info-tint p-4 text-info-ink">
      <p className="font-medium">{t(words.waiting)}</p>
      <p className="text-14">{t(queried ? words.notYetSeen : words.waitingHow)}</p>
      <Button
        look="plain"
        onClick={() => {
          setQueried(true)
          again()
        }}
      >
        {t(words.iHavePaid)}
      </Button>
    </div>
  )
}
