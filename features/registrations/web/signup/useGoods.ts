import { useState } from 'react'
import { inSession } from '#ui/router/address.ts'
import type { SignupGoodsGiven } from '../../signup/beside.contract.ts'

/**
 * The goods that a form buys with its entries. `amount` is the amount that the page shows, in fen, after the `discount`
 * of the coupons.
 */
export type ChosenGoods = {
  lines: Readonly<Record<string, number>>
  place: string
  coupons: readonly string[]
  discount: number
  amount: number
}
const none: ChosenGoods = { lines: {}, place: '', coupons: [], discount: 0, amount: 0 }

const read = (key: string): ChosenGoods => {
  try {
    return { ...none, ...(JSON.parse(inSession.get(key) ?? '{}') as Partial<ChosenGoods>) }
  } catch {
    return none
  }
}

/** Holds the goods of the form. This tab keeps them, so that a reload of the page loses nothing. */
export const useGoods = (raceid: number) => {
  const key = `goods:${raceid}`
  const [goods, setGoods] = useState<ChosenGoods>(() => read(key))
  const put = (next: ChosenGoods) => {
    inSession.set(key, next.amount === 0 && Object.keys(next.lines).length === 0 ? undefined : JSON.stringify(next))
    setGoods(next)
  }
  return {
    goods,
    putGoods: put,
    leaveGoods: () => put(none),
    /** Returns the goods as the call sends them; undefined if the person chose no goods. */
    sentGoods: (): SignupGoodsGiven | undefined => {
      const lines = Object.entries(goods.lines).flatMap(([id, n]) => (n > 0 ? [{ variantid: Number(id), n }] : []))
      return lines.length > 0
        ? { lines, place: goods.place, coupons: [...goods.coupons], amount: goods.amount }
        : undefined
    },
  }
}
