import { Printer } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { words as orderWords, wordOf } from '#features/orders/words.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Refused, useAsk } from '#ui/network/call.ts'
import { Facts } from '#ui/layout/Card.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { dateText } from '#ui/language/clock.ts'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { usePageParams } from '#ui/router/Link.tsx'
import { money } from '#ui/language/money.ts'
import { MoneyLines } from '#ui/layout/MoneyLines.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { applyTheme } from '#ui/look/applyTheme.ts'
import { words as kit } from '#ui/language/words.ts'
import { path } from '#seam/web/paths.ts'
import { type Receipt, receiptShow } from '../contract.ts'
import { refusals, words } from '../words.ts'

/** A receipt on the screen and on paper. Anybody can verify it by its code. */
export const ReceiptPage = () => {
  const t = useWords()
  const id = usePageParams()._key ?? ''
  const query = useAsk(receiptShow, { id }, { enabled: id !== '', quiet: true })
  const primary = query.data?.race.primary
  useEffect(() => {
    if (primary) void applyTheme(primary)
  }, [primary])
  return (
    <Page title={t(words.receipt)} narrow>
      {query.data ? (
        <Shown receipt={query.data} id={id} />
      ) : query.error || id === '' ? (
        <ErrorState
          error={query.error ?? new Refused({ code: '404', msg: t(refusals.receipt_none.message), data: null })}
          onRetry={() => void query.refetch()}
          action={
            <ButtonLink href={path.home()} look="plain">
              {t(kit.home)}
            </ButtonLink>
          }
        />
      ) : (
        <SkeletonCards count={1} className="h-[32rem]" />
      )}
    </Page>
  )
}

const Shown = ({ receipt, id }: { receipt: Receipt; id: string }) => {
  const t = useWords()
  const { lang } = useLang()
  const { race, refunded, amount, currency } = receipt
  const at = (time: string | null) => dateText(time, lang, 'minute', race.zone)
  const whole = refunded >= amount
  const here = new URL(path.receipt({ _key: id, raceid: race.id }), location.origin).href
  return (
    <>
      <article className="overflow-hidden rounded bg-surface shadow-card print:shadow-none">
        <header className="border-b border-dashed border-line bg-tint px-6 py-6 text-center">
          <p className="text-14 text-soft">{race.name}</p>
          <h1 className="mt-1 text-20 font-bold">{t(words.receipt)}</h1>
          <p className="display mt-2 text-64">{money(amount, lang, currency)}</p>
          <div className="mt-2 flex justify-center">
            <Chip tone={whole ? 'plain' : refunded > 0 ? 'warning' : 'success'}>
              {t(whole ? words.receiptBack : refunded > 0 ? words.receiptPart : words.receiptPaid)}
            </Chip>
          </div>
        </header>
        {receipt.items ? (
          <div className="border-b border-dashed border-line px-6 py-4">
            <MoneyLines
              lines={receipt.items.map((item) => ({ ...item, name: item.name || receipt.subject }))}
              currency={currency}
            />
          </div>
        ) : null}
        <div className="px-6 py-3">
          <Facts
            rows={[
              [
                t(words.receiptNumber),
                <span key="number" className="break-all">
                  {receipt.number}
                </span>,
              ],
              [t(words.subject), receipt.subject],
              [
                t(orderWords.paid_for),
                receipt.paid_for === 'other' ? '' : t(orderWords[`paid_for_${receipt.paid_for}`]),
              ],
              [t(words.price), receipt.discount && !receipt.items ? money(receipt.fee, lang, currency) : ''],
              [
                t(words.discount),
                receipt.discount && !receipt.items ? `−${money(receipt.discount, lang, currency)}` : '',
              ],
              [t(words.paidAt), at(receipt.pay_at)],
              [t(words.method), receipt.payment ? t(orderWords.methods[receipt.payment]) : ''],
              ...receipt.paid.map(
                (one) =>
                  [`${wordOf(orderWords.methods, one.gateway, lang)} ${t(words.channelNumber)}`, one.number] as const,
              ),
              ...receipt.back.map(
                (one) =>
                  [
                    `${t(words.backAt)} ${one.done ? at(one.at) : t(words.backUnderWay)}`,
                    `−${money(one.amount, lang, one.currency)}`,
                  ] as const,
              ),
            ]}
          />
        </div>
        <footer className="flex items-center gap-5 border-t border-dashed border-line px-6 py-5">
          <Suspense fallback={<div className="size-24" />}>
            <LaterQrCode text={here} size={96} label={t(words.verify)} />
          </Suspense>
          <div className="text-14 text-soft">
            <p className="font-medium text-ink">{t(words.verify)}</p>
            <p className="mt-1">{t(words.receiptHow)}</p>
          </div>
        </footer>
      </article>
      <Button
        wide
        look="plain"
        className="print:hidden"
        icon={<Printer className="size-5" aria-hidden />}
        onClick={() => window.print()}
      >
        {t(words.print)}
      </Button>
    </>
  )
}
