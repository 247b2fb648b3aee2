import { PackageCheck, RotateCcw, Truck } from 'lucide-react'
import { useState } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import { path } from '#seam/web/paths.ts'
import { Button, ButtonLink } from '#ui/form/Button.tsx'
import { Chip, ChoiceChip } from '#ui/feedback/Chip.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { toastSuccess } from '#ui/feedback/Toast.tsx'
import { dateText } from '#ui/language/clock.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { LargePictures } from '#ui/media/LargePictures.tsx'
import { useAsk } from '#ui/network/call.ts'
import { useGo, usePageParams } from '#ui/router/Link.tsx'
import { link } from '#ui/router/address.ts'
import { type ShopGoods, miniShopGoods } from '../contract.ts'
import { BagButton } from './BagButton.tsx'
import { GoodsCard, useShelfState } from './GoodsCard.tsx'
import { GoodsCoupons } from './GoodsCoupons.tsx'
import { Swiper } from '#ui/layout/Swiper.tsx'
import { GoodsPicture } from '#features/sales/web/GoodsPicture.tsx'
import { Pieces } from './Pieces.tsx'
import { shopWords as words } from './shop.words.ts'
import { useBag } from './useBag.ts'

/** The largest number of other goods that the page shows below the chosen goods. */
const OTHERS = 4

export const GoodsPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const id = Number(usePageParams().id) || 0
  const query = useAsk(miniShopGoods, { raceid }, { staleTime: 2_000 })
  const goods = query.data?.items.find((one) => one.id === id)
  if (query.data && goods) return <Shown key={goods.id} data={query.data} goods={goods} raceid={raceid} />
  return (
    <Page title={t(words.title)} backTo={path.shop()}>
      {query.data ? (
        <Empty
          title={t(words.over)}
          action={
            <ButtonLink look="plain" href={path.shop()}>
              {t(words.all)}
            </ButtonLink>
          }
        />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={2} className="h-80" />
      )}
    </Page>
  )
}

type Data = OutputOf<typeof miniShopGoods>
const Shown = ({ data, goods, raceid }: { data: Data; goods: ShopGoods; raceid: number }) => {
  const t = useWords()
  const go = useGo()
  const { lang } = useLang()
  const bag = useBag(raceid)
  const state = useShelfState(goods, data.zone)
  const [chosen, setChosen] = useState<number>()
  const [n, setN] = useState(1)
  const variant =
    goods.variants.find(({ variantid }) => variantid === chosen) ??
    goods.variants.find(({ free }) => free > 0) ??
    goods.variants[0]!
  const most = Math.max(1, Math.min(variant.free, goods.most_each ?? variant.free, 100))
  const why = state?.off ? state.label : variant.free === 0 ? t(words.soldOut) : undefined
  const put = () => {
    bag.add(variant.variantid, Math.min(n, most))
    toastSuccess(t(words.added))
  }
  const others = data.items.filter(({ id }) => id !== goods.id).slice(0, OTHERS)
  const buttons = (
    <div className="grid w-full grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))] gap-3">
      <Button look="plain" wide disabledReason={why} onClick={put}>
        {t(words.add)}
      </Button>
      <Button
        wide
        disabled={why !== undefined}
        onClick={() => {
          bag.add(variant.variantid, Math.min(n, most))
          go(path.shopBag())
        }}
      >
        {t(words.buyNow)}
      </Button>
    </div>
  )
  return (
    <Page
      title={goods.name}
      backTo={path.shop()}
      aside={<BagButton raceid={raceid} />}
      foot={<div className="w-full md:hidden">{buttons}</div>}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 md:grid-cols-2 md:gap-8">
        <Gallery key={variant.variantid} goods={goods} first={variant.picture} />
        <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
          <div className="grid gap-2">
            <div className="flex flex-wrap items-center gap-2">
              {state ? <Chip tone={state.tone}>{state.label}</Chip> : null}
              {goods.audience === 'everybody' ? null : <Chip tone="race">{t(words[goods.audience])}</Chip>}
              {goods.sold > 0 ? <Chip>{t(words.sold, { n: goods.sold })}</Chip> : null}
            </div>
            <h2 className="text-28 font-bold text-balance">{goods.name}</h2>
            <p className="display text-40 text-strong">{money(variant.price, lang)}</p>
          </div>
          {goods.variants.length > 1 ? (
            <fieldset className="grid gap-2">
              <legend className="mb-2 font-medium">{t(words.choose)}</legend>
              <div className="flex flex-wrap gap-2">
                {goods.variants.map((one) => (
                  <ChoiceChip
                    key={one.variantid}
                    chosen={one.variantid === variant.variantid}
                    disabledReason={one.free === 0 ? t(words.soldOut) : undefined}
                    onClick={() => {
                      setChosen(one.variantid)
                      setN(1)
                    }}
                  >
                    <span className="flex items-center gap-2">
                      {one.picture ? (
                        <span className="-ml-2 block size-7 overflow-hidden rounded-full">
                          <GoodsPicture src={one.picture} name={one.name} sizes="2rem" />
                        </span>
                      ) : null}
                      {one.name || goods.name}
                    </span>
                  </ChoiceChip>
                ))}
              </div>
              {variant.free > 0 && variant.free <= 10 ? (
                <p className="text-14 text-warning-ink">{t(words.few, { n: variant.free })}</p>
              ) : null}
            </fieldset>
          ) : null}
          <div className="flex flex-wrap items-center justify-between gap-4">
            <span className="min-w-0 flex-[1_1_6rem] font-medium">
              {t(words.count)}
              {goods.most_each === null ? null : (
                <span className="ml-2 text-14 font-normal text-soft">{t(words.limit, { n: goods.most_each })}</span>
              )}
            </span>
            <Pieces n={Math.min(n, most)} most={most} label={t(words.count)} onChange={setN} />
          </div>
          <div className="hidden md:block">{buttons}</div>
          <GoodsCoupons data={data} goods={goods} raceid={raceid} />
          <Promises data={data} goods={goods} />
          {goods.about ? (
            <section className="grid gap-2">
              <h3 className="font-bold">{t(words.about)}</h3>
              <p className="whitespace-pre-line text-pretty text-soft">{goods.about}</p>
            </section>
          ) : null}
        </div>
      </div>
      {others.length > 0 ? (
        <section aria-label={t(words.alsoLike)} className="mt-4 grid gap-3">
          <h2 className="text-20 font-bold">{t(words.alsoLike)}</h2>
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(8.5rem,40%),1fr))] gap-3 md:grid-cols-4 md:gap-5">
            {others.map((one) => (
              <li key={one.id}>
                <GoodsCard goods={one} zone={data.zone} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </Page>
  )
}

/**
 * The pictures of goods. The picture of the chosen variant comes first. A phone shows the pictures as slides; a desktop
 * shows small pictures below.
 */
const Gallery = ({ goods, first }: { goods: ShopGoods; first: string | null }) => {
  const t = useWords()
  const all = [...new Set([...(first ? [first] : []), ...goods.pictures])]
  const [at, setAt] = useState(0)
  const [open, setOpen] = useState<number>()
  const alt = (nth: number) => t(words.picture, { name: goods.name, n: nth + 1 })
  const large = (nth: number) => {
    const picture = (
      <GoodsPicture
        src={all[nth]}
        name={goods.name}
        seed={goods.id}
        sizes="(min-width: 48rem) 30rem, 100vw"
        alt={alt(nth)}
        className="rounded shadow-card motion-safe:animate-fade"
      />
    )
    return all[nth] === undefined ? (
      picture
    ) : (
      <button key={nth} type="button" className="block w-full" onClick={() => setOpen(nth)}>
        {picture}
      </button>
    )
  }
  const sheet =
    open === undefined ? null : (
      <LargePictures label={goods.name} pictures={all} first={open} alt={alt} onClose={() => setOpen(undefined)} />
    )
  if (all.length < 2)
    return (
      <div className="md:sticky md:top-4">
        {large(0)}
        {sheet}
      </div>
    )
  return (
    <>
      {sheet}
      <div className="md:hidden">
        <Swiper still label={goods.name} slides={all.map((_, nth) => large(nth))} />
      </div>
      <div className="hidden gap-3 md:sticky md:top-4 md:grid">
        {large(at)}
        <ul className="flex gap-2 overflow-x-auto p-1">
          {all.map((src, nth) => (
            <li key={src} className="w-16 shrink-0">
              <button
                type="button"
                aria-pressed={nth === at}
                aria-label={alt(nth)}
                onClick={() => setAt(nth)}
                className={`block size-16 overflow-hidden rounded outline-offset-2 ${nth === at ? 'ring-2 ring-strong' : 'opacity-70'}`}
              >
                <GoodsPicture src={src} name={goods.name} sizes="4rem" />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}

/** The promises to a buyer: how the thing arrives, and until when it can go back. */
const Promises = ({ data, goods }: { data: Data; goods: ShopGoods }) => {
  const t = useWords()
  const { lang } = useLang()
  const { carriage, places } = data
  const lines = [
    places[0] ? { icon: PackageCheck, label: t(words.promisePickup, { place: places[0].name }) } : undefined,
    carriage.open ? { icon: Truck, label: t(words.promisePost) } : undefined,
    carriage.open && carriage.free_from !== null
      ? { icon: Truck, label: t(words.promiseFree, { amount: money(carriage.free_from, lang) }) }
      : undefined,
    goods.return_until
      ? { icon: RotateCcw, label: t(words.promiseReturn, { day: dateText(goods.return_until, lang, 'day') }) }
      : undefined,
  ].filter((one) => one !== undefined)
  if (lines.length === 0) return null
  return (
    <ul className="grid gap-2 rounded bg-sunk px-4 py-3 text-14">
      {lines.map(({ icon: Icon, label }) => (
        <li key={label} className="flex items-center gap-2">
          <Icon className="size-5 shrink-0 text-strong" aria-hidden />
          {label}
        </li>
      ))}
    </ul>
  )
}
