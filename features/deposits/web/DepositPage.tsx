import { KeyRound, Package, Radio, Timer } from 'lucide-react'
import { Suspense } from 'react'
import { salesMine, salesReturn } from '#features/sales/contract.ts'
import { LoggedInPage } from '#seam/web/LoggedInPage.tsx'
import { path } from '#seam/web/paths.ts'
import { LaterQrCode } from '#ui/media/LaterQrCode.tsx'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Chip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { useAsk, useCall } from '#ui/network/call.ts'
import { useGo } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { type Deposit, type DepositKind, liveDeposit } from '../contract.ts'
import { depositWords as words } from './deposit.words.ts'

const icons = { chip: Timer, tracker: Radio, key: KeyRound, other: Package }
const tones = { paid: 'info', lent: 'race', back: 'success', kept: 'warning' } as const

export const DepositPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const query = useAsk(liveDeposit, { raceid }, { quiet: true, staleTime: 0 })
  const bought = useAsk(salesMine, { raceid }, { quiet: true, staleTime: 0, enabled: query.data !== undefined })
  const unpaid = (bought.data?.items ?? []).filter(({ room, state }) => room === 'deposits' && state === 'open')
  return (
    <LoggedInPage title={t(words.title)} backTo={path.home()} query={query}>
      {({ kinds, items }) => (
        <Page title={t(words.title)} backTo={path.home()}>
          {unpaid.map(({ _key, goods, order_key, signup }) => (
            <div key={_key} className="flex items-center justify-between gap-4 rounded bg-info-tint px-5 py-4">
              <span className="text-info-ink">
                <span className="block font-bold">{t(words.unpaid)}</span>
                <span className="text-14">{goods}</span>
              </span>
              <ButtonLink href={signup ? path.personallist({ tab: 'orders' }) : path.depositPay({ id: order_key })}>
                {t(words.goPay)}
              </ButtonLink>
            </div>
          ))}
          {kinds.length === 0 && items.length === 0 ? (
            <Empty title={t(words.none)} description={t(words.noneHow)} />
          ) : null}
          {items.length > 0 ? (
            <section className="grid gap-3" aria-label={t(words.mine)}>
              <h2 className="text-20 font-bold">{t(words.mine)}</h2>
              <ul className="grid gap-3 md:grid-cols-2">
                {items.map((deposit) => (
                  <Mine key={deposit._key} deposit={deposit} again={() => void query.refetch()} />
                ))}
              </ul>
            </section>
          ) : null}
          {kinds.length > 0 ? (
            <section className="grid gap-3" aria-label={t(words.kinds)}>
              <h2 className="text-20 font-bold">{t(words.kinds)}</h2>
              <p className="text-soft">{t(words.promise)}</p>
              <ul className="grid gap-3 md:grid-cols-2">
                {kinds.map((kind) => (
                  <Kind key={kind.variantid} kind={kind} raceid={raceid} />
                ))}
              </ul>
            </section>
          ) : null}
        </Page>
      )}
    </LoggedInPage>
  )
}

const Kind = ({ kind, raceid }: { kind: DepositKind; raceid: number }) => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const buy = useCall(liveDeposit)
  const Icon = icons[kind.lends]
  return (
    <li className="flex items-center gap-4 rounded bg-surface p-4 shadow-card">
      <span className="flex size-14 shrink-0 items-center justify-center rounded-full bg-tint text-strong">
        <Icon className="size-7" aria-hidden />
      </span>
      <span className="grid min-w-0 flex-1 gap-2">
        <span className="font-bold">{kind.name}</span>
        {kind.about ? <span className="text-14 text-soft">{kind.about}</span> : null}
        <Button
          className="w-fit"
          busy={buy.isPending}
          disabledReason={kind.free === 0 ? t(words.soldOut) : undefined}
          onClick={() =>
            buy.mutate(
              { raceid, variantid: kind.variantid, amount: kind.price },
              {
                onSuccess: ({ order }) =>
                  order && go(order.paid ? path.deposit() : path.depositPay({ id: order.order })),
              },
            )
          }
        >
          {t(words.payDeposit, { amount: money(kind.price, lang) })}
        </Button>
      </span>
    </li>
  )
}

const Mine = ({ deposit, again }: { deposit: Deposit; again: () => void }) => {
  const t = useWords()
  const { lang } = useLang()
  const back = useCall(salesReturn)
  const amount = money(deposit.amount, lang)
  return (
    <li className="grid justify-items-center gap-3 rounded bg-surface p-5 text-center shadow-card">
      <span className="flex w-full items-center justify-between gap-3">
        <span className="font-bold">{deposit.name}</span>
        <Chip tone={tones[deposit.state]}>{t(words[deposit.state])}</Chip>
      </span>
      <span className="display text-40 text-strong">{amount}</span>
      {deposit.state === 'paid' ? (
        <>
          <Suspense fallback={<span className="block size-40" />}>
            <LaterQrCode text={deposit._key} size={160} label={t(words.code)} />
          </Suspense>
          <span className="text-soft">{t(words.showCode)}</span>
          <Button
            look="quiet"
            busy={back.isPending}
            onClick={() =>
              back.mutate(
                { id: deposit.order_key, lines: [{ id: deposit.item_key, pieces: 1 }] },
                {
                  onSuccess: () => {
                    toastSuccess(t(words.undone))
                    again()
                  },
                },
              )
            }
          >
            {t(words.undo)}
          </Button>
        </>
      ) : (
        <span className="text-soft">
          {deposit.state === 'lent'
            ? t(words.lentAs, { code: deposit.code ?? '' })
            : deposit.state === 'back'
              ? t(words.backText, { amount })
              : t(words.keptText, { reason: deposit.reason })}
        </span>
      )}
    </li>
  )
}
