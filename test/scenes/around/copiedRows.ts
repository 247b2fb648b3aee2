/** Returns the rows of a race's shop that a copy of the race takes over. */
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
export const goodsRows = {
  variants: { id: 1, goodsid: 1, name: 'A', price: 5_000 },
  stock: { variantid: 1, slot: '', pieces: 9, sold: 4 },
}

export const timingRows = (at: string) => ({
  timing_courses: {
    eventid: 1,
    points: [{ label: 'F', kind: 'finish', stationid: 1 }],
    waves: [{ name: 'A', zones: [], gun: at }],
    rules: {},
    live: true,
    closed_at: at,
    updated_at: at,
  },
})

export const pickupAndGiftRows = (at: string) => ({
  appointment_slots: {
    id: 9001,
    service: 'pickup',
    eventid: 0,
    name: {},
    place: {},
    starts_at: at,
    ends_at: '2026-10-01T03:00:00Z',
    places: 5,
    taken: 2,
    created_at: at,
    updated_at: at,
  },
  card_sets: { id: 1, name: '卡', created_at: at, updated_at: at },
  card_kinds: { setid: 1, card: 1, name: '起', odds: 1, pieces: 1 },
  luckydraws: { id: 1, kind: 'wheel', name: '转盘', stage_key: 'k', created_at: at, updated_at: at },
  luckydraw_gifts: { drawid: 1, gift: 1, name: '包', value: 100, pieces: 3, odds: 1, way: 'scan' },
})
