import { MapPin, Store, TicketPercent, Trash2, Truck } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { LoginSheet, useAccount } from '#seam/web/account.tsx'
import { path } from '#seam/web/paths.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { Button, ButtonLink, IconButton } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { Refusal } from '#ui/feedback/Refusal.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { type Refused, needsLogin, refusedFrom, useAsk, useCall } from '#ui/network/call.ts'
import { Link, useGo } from '#ui/router/Link.tsx'
import { provinces } from '#features/overview/provinces.words.ts'
import { link } from '#ui/router/address.ts'
import { miniShopCheck, miniShopGoods, orderCreate, shopAddresses } from '../contract.ts'
import { AddressSheet } from './AddressSheet.tsx'
import { BagSummary } from './BagSummary.tsx'
import { CouponSheet } from './CouponSheet.tsx'
import { GoodsPicture } from '#features/sales/web/GoodsPicture.tsx'
import { Pieces } from './Pieces.tsx'
import { shopWords as words } from './shop.words.ts'
import { useBag } from './useBag.ts'

type Shelves = OutputOf<typeof miniShopGoods>
type Check = OutputOf<typeof miniShopCheck>

export const BagPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const query = useAsk(miniShopGoods, { raceid }, { staleTime: 2_000 })
  const { bag } = useBag(raceid)
  if (query.data && bag.length > 0)
    return <Filled shelves={query.data} raceid={raceid} again={() => void query.refetch()} />
  return (
    <Page title={t(words.bag)} backTo={path.shop()}>
      {query.data ? (
        <Empty
          title={t(words.bagEmpty)}
          description={t(words.bagEmptyHow)}
          action={<ButtonLink href={path.shop()}>{t(words.toShop)}</ButtonLink>}
        />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={3} className="h-28" />
      )}
    </Page>
  )
}

const Filled = ({ shelves, raceid, again }: { shelves: Shelves; raceid: number; again: () => void }) => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const account = useAccount()
  const { bag, clear } = useBag(raceid)
  const [way, setWay] = useState<'pickup' | 'post'>(shelves.places.length > 0 ? 'pickup' : 'post')
  const [place, setPlace] = useState(shelves.places[0]?.name ?? '')
  const [chosen, setChosen] = useState<string>()
  const [coupons, setCoupons] = useState<readonly string[]>()
  const [sheet, setSheet] = useState<'login' | 'address' | 'coupons'>()
  const [refused, setRefused] = useState<Refused>()
  const book = useAsk(shopAddresses, {}, { quiet: true, enabled: account.loggedIn && way === 'post' })
  const to = book.data?.items.find(({ _key }) => _key === chosen) ?? book.data?.items[0]
  const basket = { raceid, lines: [...bag], way, place: way === 'pickup' ? place : '' }
  const check = useAsk(
    miniShopCheck,
    { ...basket, province: way === 'post' ? (to?.province ?? '') : '', ...(coupons ? { coupons: [...coupons] } : {}) },
    { quiet: true, enabled: account.loggedIn, staleTime: 0, keep: true },
  )
  const buy = useCall(orderCreate, { quiet: true })
  const gross = bag.reduce((sum, line) => sum + (variantOf(shelves, line.variantid)?.variant.price ?? 0) * line.n, 0)
  const order = async () => {
    setRefused(undefined)
    try {
      const made = await buy.mutateAsync({
        ...basket,
        coupons: check.data?.used ?? [],
        ...(way === 'post' && to ? { address: to._key } : {}),
        ...(check.data ? { amount: check.data.amount } : {}),
      })
      clear()
      go(made.paid ? path.shopOrder({ id: made.order }) : path.shopPay({ id: made.order }))
    } catch (thrown) {
      const said = refusedFrom(thrown)
      if (needsLogin(said)) return setSheet('login')
      setRefused(said)
      again()
      void check.refetch()
    }
  }
  const problems = check.data?.problems ?? []
  const couponText = (checked: Check | undefined) => {
    if (!checked) return ''
    if (checked.discount > 0) return t(words.couponUsed, { amount: money(checked.discount, lang) })
    const usable = checked.coupons.filter(({ why }) => why === null).length
    return usable > 0 ? t(words.couponCount, { n: usable }) : t(words.couponNone)
  }
  const pay = (
    <>
      <Refusal refused={refused} />
      <Button
        wide
        className="min-h-13"
        busy={buy.isPending}
        disabledReason={account.loggedIn && problems.length > 0 ? problems[0]!.msg : undefined}
        onClick={() => (account.loggedIn ? void order() : setSheet('login'))}
      >
        {account.loggedIn
          ? check.data?.amount === 0
            ? t(words.getFree)
            : t(words.payNow, { amount: money(check.data?.amount ?? gross, lang) })
          : t(words.logInFirst)}
      </Button>
    </>
  )
  return (
    <Page title={t(words.bag)} backTo={path.shop()} foot={<div className="grid w-full gap-3 md:hidden">{pay}</div>}>
      <div className="grid items-start gap-4 md:grid-cols-[1fr_22rem] md:gap-6">
        <div className="grid gap-4">
          <Lines shelves={shelves} raceid={raceid} check={check.data} />
          <Delivery
            shelves={shelves}
            way={way}
            place={place}
            onWay={setWay}
            onPlace={setPlace}
            to={to ? `${to.name} · ${to.mobile}\n${provinces[to.province]?.[lang] ?? ''} ${to.address}` : undefined}
            onAddress={() => setSheet(account.loggedIn ? 'address' : 'login')}
          />
          <button
            type="button"
            onClick={() => setSheet(account.loggedIn ? 'coupons' : 'login')}
            className="flex min-h-14 items-center justify-between gap-3 rounded bg-surface px-4 py-3 text-left shadow-card"
          >
            <span className="flex items-center gap-2 font-medium">
              <TicketPercent className="size-5 text-strong" aria-hidden />
              {t(words.coupons)}
            </span>
            <span className={check.data?.discount ? 'font-bold text-danger-ink' : 'text-soft'}>
              {account.loggedIn ? couponText(check.data) : t(words.couponLogIn)}
            </span>
          </button>
        </div>
        <div className="grid gap-4 md:sticky md:top-4">
          <BagSummary shelves={shelves} check={check.data} gross={gross} way={way} />
          <div className="hidden gap-4 md:grid">{pay}</div>
        </div>
      </div>
      <LoginSheet open={sheet === 'login'} onClose={() => setSheet(undefined)} />
      {sheet === 'address' ? (
        <AddressSheet
          chosen={to?._key}
          onClose={() => setSheet(undefined)}
          onChoose={(key) => {
            setChosen(key)
            setSheet(undefined)
            void book.refetch()
          }}
        />
      ) : null}
      {sheet === 'coupons' && check.data ? (
        <CouponSheet
          raceid={raceid}
          zone={shelves.zone}
          check={check.data}
          onClose={() => setSheet(undefined)}
          onChoose={setCoupons}
          again={() => void check.refetch()}
          empty={
            shelves.coupons.length > 0 ? (
              <ButtonLink look="plain" href={path.shop()}>
                {t(words.couponsFind)}
              </ButtonLink>
            ) : null
          }
        />
      ) : null}
    </Page>
  )
}

const variantOf = ({ items }: Shelves, variantid: number) => {
  for (const goods of items) {
    const variant = goods.variants.find((one) => one.variantid === variantid)
    if (variant) return { goods, variant }
  }
  return undefined
}

const Lines = ({ shelves, raceid, check }: { shelves: Shelves; raceid: number; check: Check | undefined }) => {
  const t = useWords()
  const { lang } = useLang()
  const { bag, set } = useBag(raceid)
  return (
    <ul className="divide-y divide-line rounded bg-surface shadow-card">
      {bag.map(({ variantid, n }) => {
        const found = variantOf(shelves, variantid)
        const problem = check?.problems.find((one) => one.variantid === variantid)
        const name = found ? [found.goods.name, found.variant.name].filter(Boolean).join(' · ') : t(words.over)
        return (
          <li key={variantid} className="flex gap-3 p-3 md:gap-4 md:p-4">
            <Link
              href={found ? path.shopGoods({ id: found.goods.id }) : path.shop()}
              aria-label={name}
              className="block w-22 shrink-0 overflow-hidden rounded"
            >
              <GoodsPicture
                src={found?.variant.picture ?? found?.goods.pictures[0]}
                name={name}
                seed={found?.goods.id ?? 0}
                sizes="5.5rem"
              />
            </Link>
            <div className="grid min-w-0 flex-1 content-between gap-1">
              <div className="flex items-start justify-between gap-2">
                <div className="min-w-0">
                  <p className="line-clamp-2 font-medium">{found?.goods.name ?? t(words.over)}</p>
                  <p className="text-14 text-soft">{found?.variant.name}</p>
                </div>
                <IconButton label={t(words.remove, { name })} onClick={() => set(variantid, 0)} className="-mr-2 -mt-1">
                  <Trash2 className="size-5 text-soft" aria-hidden />
                </IconButton>
              </div>
              {problem ? (
                <p role="alert" className="text-14 text-danger-ink">
                  <Dotted
                    text={
                      problem.msg +
                      (problem.free !== null && problem.free > 0 ? ` · ${t(words.few, { n: problem.free })}` : '')
                    }
                  />
                </p>
              ) : null}
              <div className="flex flex-wrap items-center justify-between gap-2">
                <span className="display text-28 text-strong">{money((found?.variant.price ?? 0) * n, lang)}</span>
                <Pieces
                  n={n}
                  most={Math.max(n, Math.min(100, found?.variant.free ?? n))}
                  label={name}
                  onChange={(next) => set(variantid, next)}
                />
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

const choice = (chosen: boolean) =>
  `flex min-h-16 items-center gap-3 rounded border px-4 py-3 text-left transition ${
    chosen ? 'border-strong bg-tint' : 'border-edge bg-surface'
  }`

const Delivery = ({
  shelves,
  way,
  place,
  onWay,
  onPlace,
  to,
  onAddress,
}: {
  shelves: Shelves
  way: 'pickup' | 'post'
  place: string
  onWay: (way: 'pickup' | 'post') => void
  onPlace: (place: string) => void
  to: string | undefined
  onAddress: () => void
}) => {
  const t = useWords()
  const { places, carriage } = shelves
  const ways = [
    places.length > 0 ? ({ way: 'pickup', icon: Store, how: words.pickupHow } as const) : undefined,
    carriage.open ? ({ way: 'post', icon: Truck, how: words.postHow } as const) : undefined,
  ].filter((one) => one !== undefined)
  return (
    <section aria-label={t(words.delivery)} className="grid gap-3 rounded bg-surface p-4 shadow-card">
      <h2 className="text-20 font-bold">{t(words.delivery)}</h2>
      <div className="grid gap-3 md:grid-cols-2">
        {ways.map(({ way: one, icon: Icon, how }) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === way}
            onClick={() => onWay(one)}
            className={choice(one === way)}
          >
            <Icon className="size-6 shrink-0 text-strong" aria-hidden />
            <span>
              <span className="block font-medium">{t(words[one])}</span>
              <span className="text-14 text-soft">{t(how)}</span>
            </span>
          </button>
        ))}
      </div>
      {way === 'pickup' ? (
        <ul className="grid gap-2" aria-label={t(words.place)}>
          {places.map((one) => (
            <li key={one.name}>
              <button
                type="button"
                aria-pressed={one.name === place}
                onClick={() => onPlace(one.name)}
                className={`w-full ${choice(one.name === place)}`}
              >
                <MapPin className="size-5 shrink-0" aria-hidden />
                <span>
                  <span className="block font-medium">{one.name}</span>
                  {one.when ? <span className="text-14 text-soft">{one.when}</span> : null}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <button type="button" onClick={onAddress} className={`w-full justify-between ${choice(to !== undefined)}`}>
          <span className="flex min-w-0 items-center gap-3">
            <MapPin className="size-5 shrink-0" aria-hidden />
            <span className="min-w-0 whitespace-pre-line break-words">{to ?? t(words.addAddress)}</span>
          </span>
          {to ? <span className="shrink-0 text-14 text-strong">{t(words.changeAddress)}</span> : null}
        </button>
      )}
    </section>
  )
}
