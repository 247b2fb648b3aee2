import { expect, test } from 'vitest'
import { accountNumberIn, areTwoApps, whyNotMerge } from './merging.rules.ts'

const account = (uid: number, change = {}) => ({ uid, merged_into: null, erased_at: null, ...change })

test('an account is not merged with itself, with no account, or with a removed account', () => {
  expect(whyNotMerge(account(1), account(2))).toBeUndefined()
  expect(whyNotMerge(account(1), account(1))).toBe('accounts_same')
  expect(whyNotMerge(undefined, account(1))).toBe('account_unknown')
  expect(whyNotMerge(account(1), undefined)).toBe('account_unknown')
  expect(whyNotMerge(account(1), account(2, { merged_into: 3 }))).toBe('account_gone')
  expect(whyNotMerge(account(1, { erased_at: new Date() }), account(2))).toBe('account_gone')
})

test('two accounts of one person of the messaging app can be merged, but not of two people', () => {
  const id = (kind: string, text: string) => ({ kind, ix: Buffer.from(text) })
  expect(areTwoApps([], [id('web', 'a')])).toBe(false)
  expect(areTwoApps([id('union', 'u'), id('web', 'a')], [id('union', 'u'), id('mini', 'b')])).toBe(false)
  expect(areTwoApps([id('union', 'u')], [id('union', 'v')])).toBe(true)
  expect(areTwoApps([id('union', 'u'), id('web', 'a')], [id('union', 'u'), id('web', 'b')])).toBe(true)
  expect(areTwoApps([id('web', 'a')], [id('mini', 'b')]), 'nothing shows that it is one person').toBe(true)
})

test('the number of an account is recognised among other texts', () => {
  expect(accountNumberIn('42')).toBe(42)
  for (const typed of ['', '13900001111', 'x', '1.5', '-1', '１２']) expect(accountNumberIn(typed)).toBeUndefined()
})
