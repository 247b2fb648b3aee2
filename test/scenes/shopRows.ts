/** The rows of a race's shop that a copy of the race takes over. */
export const shopRows = (at: string) => ({
  shop_settings: { places: [], updated_at: at },
  coupon_batches: {
    id: 1,
    name: '立减券',
    kind: 'amount',
    value: 1_000,
    goodsids: [1],
    given: 3,
    way: 'claim',
    valid_from: at,
    valid_until: new Date(Date.parse(at) + 86_400_000).toISOString(),
    created_at: at,
    updated_at: at,
  },
})
/** The rows of a kind of goods. */
export const goodsRows = {
  variants: { id: 1, goodsid: 1, name: 'A', price: 5_000 },
  stock: { variantid: 1, slot: '', pieces: 9, sold: 4 },
}
