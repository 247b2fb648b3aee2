import { PackageOpen, TicketPercent } from 'lucide-react'
import type { OutputOf } from '#contract/endpoint.ts'
import { path } from '#seam/web/paths.ts'
import { ButtonLink } from '#ui/form/Button.tsx'
import { Empty } from '#ui/feedback/Empty.tsx'
import { ErrorState } from '#ui/feedback/ErrorState.tsx'
import { useWords } from '#ui/language/lang.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { SkeletonCards } from '#ui/layout/Skeleton.tsx'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { miniShopGoods } from '../contract.ts'
import { BagButton } from './BagButton.tsx'
import { ClaimCoupon } from './ClaimCoupon.tsx'
import { GoodsCard } from './GoodsCard.tsx'
import { GoodsPicture } from '#features/sales/web/GoodsPicture.tsx'
import { shopWords as words } from './shop.words.ts'

export const ShopPage = () => {
  const t = useWords()
  const raceid = link().raceid ?? 0
  const query = useAsk(miniShopGoods, { raceid }, { staleTime: 5_000 })
  return (
    <Page
      title={t(words.title)}
      backTo={path.home()}
      aside={
        <>
          <ButtonLink href={path.shopOrders()} look="quiet" icon={<PackageOpen className="size-5" aria-hidden />}>
            {t(words.orders)}
          </ButtonLink>
          <BagButton raceid={raceid} />
        </>
      }
    >
      {query.data ? (
        <Shelves data={query.data} raceid={raceid} />
      ) : query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonCards count={4} className="h-64" grid="grid-cols-2 gap-3 md:grid-cols-3 md:gap-5 lg:grid-cols-4" />
      )}
    </Page>
  )
}

const Shelves = ({ data, raceid }: { data: OutputOf<typeof miniShopGoods>; raceid: number }) => {
  const t = useWords()
  const { items, zone, coupons } = data
  const [first] = items
  if (!first) return <Empty title={t(words.none)} description={t(words.noneHow)} />
  return (
    <>
      <section className="relative grid overflow-hidden rounded bg-tint shadow-card md:grid-cols-[1fr_20rem]">
        <div className="grid content-center gap-2 p-6 md:p-10">
          <p className="text-14 font-medium text-strong">{data.race}</p>
          <p className="text-28 font-bold md:text-40">{t(words.subtitle)}</p>
          <ButtonLink
            href={path.shopCoupons()}
            look="quiet"
            className="-ml-4 w-fit"
            icon={<TicketPercent className="size-5" aria-hidden />}
          >
            {t(words.couponMine)}
          </ButtonLink>
        </div>
        <GoodsPicture
          src={first.pictures[0]}
          name={first.name}
          seed={first.id}
          sizes="20rem"
          className="hidden max-h-64 md:flex"
        />
      </section>
      {coupons.length > 0 ? (
        <section
          aria-label={t(words.coupons)}
          className="-mx-4 flex snap-x gap-3 overflow-x-auto px-4 pb-2 md:mx-0 md:px-0"
        >
          {coupons.map((coupon) => (
            <div key={coupon.id} className="w-[min(22rem,85vw)] shrink-0 snap-start">
              <ClaimCoupon coupon={coupon} items={items} zone={zone} raceid={raceid} />
            </div>
          ))}
        </section>
      ) : null}
      <section aria-label={t(words.all)} className="grid gap-3">
        <h2 className="text-20 font-bold">{t(words.all)}</h2>
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(max(8.5rem,40%),1fr))] gap-3 md:grid-cols-3 md:gap-5 lg:grid-cols-4">
          {items.map((goods) => (
            <li key={goods.id}>
              <GoodsCard goods={goods} zone={zone} />
            </li>
          ))}
        </ul>
      </section>
    </>
  )
}
