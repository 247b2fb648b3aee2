import * as z from 'zod/mini'
import { dayIn } from '#contract/days.ts'
import { type Lang, nameIn } from '#contract/words.ts'
import type { ShownGoods } from '#features/sales/goods/goods.service.ts'

/** The name of this room in orders and in kinds of goods. */
export const SHOP = 'shop'

const Picture = z.string().check(z.regex(/^\/files\/[\w./-]{1,200}$/))
const Pictures = z.catch(z.array(z.unknown()), [])
/** The most pictures of a kind. */
const PICTURES_MOST = 8
const VariantSettings = z.object({
  grams: z.catch(z.number().check(z.int(), z.minimum(0), z.maximum(100_000)), 0),
  picture: z.catch(z.nullable(Picture), null),
})
/** Reads the settings of a kind of goods. It leaves out each picture that is not a path under /files/. */
export const goodsSettings = ({ pictures }: Record<string, unknown>): { pictures: string[] } => ({
  pictures: Pictures.parse(pictures)
    .flatMap((one) => {
      const read = Picture.safeParse(one)
      return read.success ? [read.data] : []
    })
    .slice(0, PICTURES_MOST),
})
const variantSettings = (given: Record<string, unknown>) => VariantSettings.parse(given)

/** Returns the weight of each variant in grams. */
export const gramsOf = (kinds: readonly ShownGoods[]): ReadonlyMap<number, number> =>
  new Map(kinds.flatMap(({ variants }) => variants.map(({ id, settings }) => [id, variantSettings(settings).grams])))

/** Shows a kind of goods to visitors. Undefined if visitors cannot choose any variant of the kind. */
export const shopGoods = (lang: Lang, goods: ShownGoods, { zone, now }: { zone: string; now: Date }) => {
  const variants = goods.variants.flatMap((variant) => {
    const row = variant.stock.find(({ slot }) => slot === '')
    if (!variant.open || !row?.open) return []
    return [
      {
        ...variantSettings(variant.settings),
        variantid: variant.id,
        name: nameIn(lang, variant.name, variant.names),
        price: row.price ?? variant.price,
        free: row.pieces - row.sold,
        sold: row.sold,
      },
    ]
  })
  if (!goods.open || variants.length === 0) return undefined
  const today = dayIn(zone, now)
  const tier = goods.refund?.tiers.find(({ until }) => until >= today)
  return {
    ...goods,
    ...goodsSettings(goods.settings),
    name: nameIn(lang, goods.name, goods.names),
    about: nameIn(lang, goods.about, goods.abouts),
    price_from: Math.min(...variants.map(({ price }) => price)),
    free: variants.reduce((sum, { free }) => sum + free, 0),
    sold: variants.reduce((sum, { sold }) => sum + sold, 0),
    return_until: tier?.until ?? null,
    variants,
  }
}
