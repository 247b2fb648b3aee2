import { expect, test } from 'vitest'
import { nativeParams } from './usePaying.ts'

test('the mini-program gets an entry by its key, and an order with the call for its state and the way back', () => {
  expect(nativeParams('7-key', '/registration/pay', '/pay?_key=7-key')).toEqual({ id: '7-key' })
  expect(nativeParams('7-key', '/sales/pay', '/tickets/pay?id=7-key')).toEqual({
    id: '7-key',
    ask: '/sales/pay',
    back: '/tickets/pay?id=7-key',
  })
})
test('the postage of a registration is paid by the key of its order, and its state is asked by the key of the registration', () => {
  expect(nativeParams('7-order', '/postage/pay', '/postage?_key=7-key', '7-key')).toEqual({
    id: '7-order',
    ask: '/postage/pay',
    back: '/postage?_key=7-key',
    of: '7-key',
  })
})
