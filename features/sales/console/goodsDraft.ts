import type { InputOf } from '#contract/endpoint.ts'
import type { Goods, consoleGoodsSave } from '../goods/goods.contract.ts'

type Saved = InputOf<typeof consoleGoodsSave>
/** A function that finds the sentence of a refused field by the path of the field in the call. */
export type ErrorAt = (field: string) => string | undefined
export type StockDraft = {
  slot: string
  pieces: number
  price: number | null
  starts_at: string | null
  ends_at: string | null
  open: boolean
  sold: number
}
export type VariantDraft = {
  id?: number
  name: string
  names: Record<string, string>
  price: number
  open: boolean
  settings: Record<string, unknown>
  stock: StockDraft[]
}
export type GoodsDraft = Pick<
  Goods,
  'name' | 'names' | 'about' | 'abouts' | 'audience' | 'refund' | 'open' | 'signup_events'
> & {
  most_each: number | null
  sale_from: string | null
  sale_until: string | null
  settings: Record<string, unknown>
  variants: VariantDraft[]
}

export const freshStock = (): StockDraft => ({
  slot: '',
  pieces: Number.NaN,
  price: null,
  starts_at: null,
  ends_at: null,
  open: true,
  sold: 0,
})
export const freshVariant = (): VariantDraft => ({
  name: '',
  names: {},
  price: Number.NaN,
  open: true,
  settings: {},
  stock: [freshStock()],
})
export const goodsDraftOf = (goods: Goods | undefined, settings: Record<string, unknown>): GoodsDraft =>
  goods
    ? { ...goods, variants: goods.variants.map((one) => ({ ...one, stock: one.stock.map((row) => ({ ...row })) })) }
    : {
        name: '',
        names: {},
        about: '',
        abouts: {},
        audience: 'everybody',
        refund: null,
        open: false,
        most_each: null,
        sale_from: null,
        sale_until: null,
        settings,
        signup_events: null,
        variants: [freshVariant()],
      }

/**
 * Returns the input of the call that saves the draft. If a variant has no price or a stock row has no number of pieces,
 * the server refuses the call and names the field. An empty limit for each account means no limit.
 */
export const savedFrom = (raceid: number, room: string, id: number | undefined, draft: GoodsDraft): Saved => {
  const { variants, open, name, names, about, abouts, audience, most_each, sale_from, sale_until } = draft
  return {
    raceid,
    room,
    ...(id === undefined ? {} : { id }),
    name,
    names,
    about,
    abouts,
    audience,
    most_each: most_each === null || Number.isNaN(most_each) ? null : most_each,
    sale_from,
    sale_until,
    refund: draft.refund,
    settings: draft.settings,
    signup_events: draft.signup_events,
    open: open ? '1' : '0',
    variants: variants.map(({ stock, ...variant }) => ({
      ...variant,
      stock: stock.map(({ slot, pieces, price, starts_at, ends_at, open: isOpen }) => ({
        slot,
        pieces,
        price,
        starts_at,
        ends_at,
        open: isOpen,
      })),
    })),
  }
}
