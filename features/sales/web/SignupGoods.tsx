import { useEffect, useEffectEvent } from 'react'
import { AddonLines } from '#features/registrations/web/signup/prices/AddonLines.tsx'
import { getsPlace } from '#features/registrations/web/signup/prices/charges.ts'
import type { SignUp } from '#features/registrations/web/signup/useSignUp.ts'
import { Select } from '#ui/form/Select.tsx'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { money } from '#ui/language/money.ts'
import { useAsk } from '#ui/network/call.ts'
import { link } from '#ui/router/address.ts'
import { type SignupOffer, salesSignup } from '../contract.ts'
import { LINE_MOST } from '../fill.rules.ts'
import { GoodsPicture } from './GoodsPicture.tsx'
import { signupGoodsWords as words } from './signupGoods.words.ts'

type Kind = SignupOffer['items'][number]
/** Lists the kinds that the people of the form may buy: at least one of them gets a place and pays at once. */
const kindsFor = (offer: SignupOffer | undefined, form: SignUp): Kind[] => {
  const events = form.people.flatMap(({ event }) =>
    event && getsPlace(event) && event.state === 'normal' ? [event.id] : [],
  )
  if (events.length === 0) return []
  return (offer?.items ?? []).filter(
    (kind) => kind.events.length === 0 || events.some((id) => kind.events.includes(id)),
  )
}

/** The goods and deposits that the summary of the sign-up offers. They are paid with the entries. */
export const SignupGoods = ({ form }: { form: SignUp }) => {
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
    const amount = known.reduce((sum, { variantid, price }) => sum + price * (kept[variantid] ?? 0), 0)
    form.putGoods({ lines: kept, place: chosen, amount })
  }
  // The answer of the server has the present prices and pieces. The form then shows the sum of these prices.
  const renew = useEffectEvent(() => query.data && put(form.goods.lines))
  useEffect(() => void renew(), [query.data])
  const refused = form.refused?.refusal
  const ask = useEffectEvent(() => void query.refetch())
  useEffect(() => {
    if (refused?.startsWith('goods_')) ask()
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
          <li key={kind.id} className="flex gap-4 py-4">
            <span className="block w-20 shrink-0 self-start overflow-hidden rounded">
              <GoodsPicture src={kind.picture} name={kind.name} seed={kind.id} sizes="5rem" />
            </span>
            <div className="min-w-0 flex-1">
              <h4 className="font-bold">{kind.name}</h4>
              <p className="line-clamp-2 text-14 text-soft">
                {kind.room === 'deposits' ? t(words.deposit) : kind.about}
                {kind.most_each === null ? null : ` ${t(words.limit, { n: kind.most_each })}`}
              </p>
              <AddonLines
                addons={kind.variants.map(({ variantid, name, price, free }) => ({
                  id: String(variantid),
                  name: name || kind.name,
                  price,
                  per_person: Math.min(LINE_MOST, kind.most_each ?? 10),
                  left: free,
                }))}
                chosen={form.goods.lines}
                others={(id) => others(kind, form.goods.lines, id)}
                onBuy={(id, n) => put({ ...form.goods.lines, [id]: n })}
              />
            </div>
          </li>
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
      {form.goods.amount > 0 ? (
        <p className="mt-3 flex items-baseline justify-between gap-4 border-t border-line pt-3" aria-live="polite">
          <span className="text-soft">{t(words.sum)}</span>
          <span className="display text-28">{money(form.goods.amount, lang)}</span>
        </p>
      ) : null}
    </section>
  )
}

/** The pieces that the limit of a kind leaves no room for, because other variants of the kind take them. */
const others = (kind: Kind, lines: Readonly<Record<string, number>>, id: string): number => {
  if (kind.most_each === null) return 0
  const rest = kind.variants.reduce(
    (sum, { variantid }) => sum + (String(variantid) === id ? 0 : (lines[variantid] ?? 0)),
    0,
  )
  const free = kind.variants.find(({ variantid }) => String(variantid) === id)?.free ?? 0
  return Math.max(0, free - Math.max(0, kind.most_each - rest))
}
