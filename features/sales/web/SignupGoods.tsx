import { Minus, Plus } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { getsPlace } from '#features/registrations/web/signup/prices/charges.ts'
import { signupStepWords } from '#features/registrations/web/signup/steps/steps.words.ts'
import type { SignUp } from '#features/registrations/web/signup/useSignUp.ts'
import { ChoiceChip } from '#ui/feedback/Chip.tsx'
import { IconButton } from '#ui/form/Button.tsx'
import { Select } from '#ui/form/Select.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { Dotted } from '#ui/layout/Dotted.ts'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { type SignupOffer, salesSignup } from '../contract.ts'
import { LINE_MOST } from '../fill.rules.ts'
import { GoodsPicture } from './GoodsPicture.tsx'
import { signupGoodsWords as words } from './signupGoods.words.ts'

type Kind = SignupOffer['items'][number]
const priceOf = (variants: readonly Kind['variants'][number][], lines: Readonly<Record<string, number>>): number =>
  variants.reduce((sum, { variantid, price }) => sum + price * (lines[variantid] ?? 0), 0)
/** Lists the kinds that are offered for the chosen events in which a person gets a place and pays at once. */
const kindsFor = (offer: SignupOffer | undefined, form: SignUp): Kind[] => {
  const events = form.people.flatMap(({ event }) =>
    event && getsPlace(event) && event.state === 'normal' ? [event.id] : [],
  )
  if (events.length === 0) return []
  return (offer?.items ?? []).filter(
    (kind) => kind.events.length === 0 || events.some((id) => kind.events.includes(id)),
  )
}

/** The goods of the shop that the form buys. A discount takes effect through `onDiscount`. */
export type SignupBasket = {
  raceid: number
  place: string
  lines: { variantid: number; n: number }[]
  onDiscount: (coupons: readonly string[], discount: number) => void
}
type Props = { form: SignUp; coupons?: ((basket: SignupBasket) => ReactNode) | undefined }
/**
 * The goods and deposits that the summary of the sign-up offers. They are paid with the entries. The caller passes
 * the choice of coupons as `coupons`, because this room may not import the room of the shop.
 */
export const SignupGoods = ({ form, coupons }: Props) => {
  const t = useWords()
  const { lang } = useLang()
  const query = useAsk(salesSignup, { raceid: link().raceid ?? 0 }, { quiet: true, staleTime: 15_000 })
  const kinds = kindsFor(query.data, form)
  const places = query.data?.places ?? []
  const needsPlace = kinds.some(
    ({ room, variants }) => room === 'shop' && variants.some((one) => form.goods.lines[one.variantid]),
  )
  const place = places.find(({ id }) => id === form.goods.place)?.id ?? places[0]?.id ?? ''
  const put = (lines: Readonly<Record<string, number>>, chosen = place) => {
    const known = kinds.flatMap(({ variants }) => variants)
    const kept = Object.fromEntries(
      known.flatMap(({ variantid }) => (lines[variantid] ? [[variantid, lines[variantid]]] : [])),
    )
    // If the chosen goods have changed, the shop chooses the coupons again.
    const same = known.every(({ variantid }) => kept[variantid] === form.goods.lines[variantid])
    const { coupons: used, discount } = same ? form.goods : { coupons: [], discount: 0 }
    form.putGoods({ lines: kept, place: chosen, coupons: used, discount, amount: priceOf(known, kept) - discount })
  }
  const inShop = kinds.filter(({ room }) => room === 'shop').flatMap(({ variants }) => variants)
  const basket = inShop.flatMap(({ variantid }) => {
    const n = form.goods.lines[variantid] ?? 0
    return n > 0 ? [{ variantid, n }] : []
  })
  const onDiscount = (used: readonly string[], discount: number) => {
    const all = kinds.flatMap(({ variants }) => variants)
    form.putGoods({ ...form.goods, coupons: used, discount, amount: priceOf(all, form.goods.lines) - discount })
  }
  // The answer of the server has the present prices and pieces. The form then shows the sum of these prices.
  const renew = useEffectEvent(() => query.data && put(form.goods.lines))
  useEffect(() => void renew(), [query.data])
  const refused = form.refused?.refusal
  const ask = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (refused?.startsWith('goods_') || refused?.startsWith('coupon_')) ask()
  }, [refused])
  if (kinds.length === 0) return null
  return (
    <section aria-label={t(words.title)} className="rounded bg-surface p-5 shadow-card">
      <header className="mb-2 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="text-20 font-bold">{t(words.title)}</h3>
        <span className="text-14 text-soft">{t(words.how)}</span>
      </header>
      <ul className="divide-y divide-line">
        {kinds.map((kind) => (
          <KindLine
            key={kind.id}
            kind={kind}
            lines={form.goods.lines}
            onBuy={(id, n) => put({ ...form.goods.lines, [id]: n })}
          />
        ))}
      </ul>
      {needsPlace && places.length > 0 ? (
        <Select
          label={t(words.place)}
          value={place}
          onChange={(event) => put(form.goods.lines, event.target.value)}
          options={places.map(({ id, name, when }) => ({ value: id, label: [name, when].filter(Boolean).join(' · ') }))}
        />
      ) : null}
      {basket.length > 0 ? coupons?.({ raceid: link().raceid ?? 0, place, lines: basket, onDiscount }) : null}
      {form.goods.amount > 0 || form.goods.discount > 0 ? (
        <p className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3" aria-live="polite">
          <span className="text-soft">{t(words.sum)}</span>
          <span className="display text-28">{money(form.goods.amount, lang)}</span>
        </p>
      ) : null}
    </section>
  )
}

/** A kind with its picture, its sizes as chips, and one stepper for the chosen size. */
const KindLine = ({
  kind,
  lines,
  onBuy,
}: {
  kind: Kind
  lines: Readonly<Record<string, number>>
  onBuy: (variantid: number, n: number) => void
}) => {
  const t = useWords()
  const { lang } = useLang()
  const { variants } = kind
  const [chosen, setChosen] = useState<number>()
  const variant =
    variants.find(({ variantid }) => variantid === chosen) ??
    variants.find(({ variantid }) => (lines[variantid] ?? 0) > 0) ??
    variants.find(({ free }) => free > 0) ??
    variants[0]!
  const n = lines[variant.variantid] ?? 0
  const most = mostOf(kind, lines, variant)
  const name = [kind.name, variant.name].filter(Boolean).join(' ')
  const bought = variants.filter(({ variantid }) => (lines[variantid] ?? 0) > 0)
  const few = variant.free > 0 && variant.free <= FEW ? t(words.few, { n: variant.free }) : ''
  const limit = kind.most_each === null ? '' : t(words.limit, { n: kind.most_each })
  return (
    <li className="grid grid-cols-[5rem_1fr] gap-x-4 gap-y-3 py-4">
      <span className="block overflow-hidden rounded">
        <GoodsPicture src={kind.picture} name={kind.name} seed={kind.id} sizes="5rem" />
      </span>
      <div className="min-w-0">
        <h4 className="font-bold [overflow-wrap:anywhere]">{kind.name}</h4>
        <p className="line-clamp-2 text-14 text-soft">{kind.room === 'deposits' ? t(words.deposit) : kind.about}</p>
        <p className="display text-20 text-strong">{money(variant.price, lang)}</p>
      </div>
      <div className="col-span-2 grid gap-2">
        {variants.length > 1 ? (
          <div role="group" aria-label={kind.name} className="flex flex-wrap gap-2">
            {variants.map((one) => (
              <ChoiceChip
                key={one.variantid}
                chosen={one.variantid === variant.variantid}
                onClick={() => setChosen(one.variantid)}
              >
                {lines[one.variantid] ? `${one.name} × ${lines[one.variantid]}` : one.name}
              </ChoiceChip>
            ))}
          </div>
        ) : null}
        <div className="flex items-center justify-between gap-3">
          <span className="min-w-0 text-14 text-soft">
            <Dotted text={[few, limit].filter(Boolean).join(' · ')} />
          </span>
          {most === 0 && n === 0 ? (
            <span className="text-14 text-soft">{t(words.gone)}</span>
          ) : (
            <span className="-mr-2 flex shrink-0 items-center">
              <IconButton
                label={t(signupStepWords.addonLess, { name })}
                disabled={n === 0}
                onClick={() => onBuy(variant.variantid, n - 1)}
              >
                <Minus className="size-5" aria-hidden />
              </IconButton>
              <output className="figures w-8 text-center font-bold" aria-live="polite">
                {n}
              </output>
              <IconButton
                label={t(signupStepWords.addonMore, { name })}
                disabled={n >= most}
                onClick={() => onBuy(variant.variantid, n + 1)}
              >
                <Plus className="size-5" aria-hidden />
              </IconButton>
            </span>
          )}
        </div>
        {bought.length > 1 ? (
          <p className="text-14 text-soft">
            {bought.map((one) => `${one.name} × ${lines[one.variantid]}`).join(lang === 'en' ? ', ' : '、')}
          </p>
        ) : null}
      </div>
    </li>
  )
}

/** The largest number of free pieces that a line shows. */
const FEW = 10
/** Returns the most pieces of a variant that the form can buy. */
const mostOf = (kind: Kind, lines: Readonly<Record<string, number>>, { variantid, free }: Kind['variants'][number]) => {
  const rest = kind.variants.reduce(
    (sum, one) => sum + (one.variantid === variantid ? 0 : (lines[one.variantid] ?? 0)),
    0,
  )
  return Math.max(0, Math.min(free, LINE_MOST, (kind.most_each ?? LINE_MOST) - rest))
}
