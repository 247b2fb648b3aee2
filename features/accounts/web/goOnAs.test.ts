import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { call, setPartner } from '#ui/network/call.ts'
import { forgetToken, keepToken } from '#ui/router/address.ts'
import { userCurrent } from '../contract.ts'
import { goOnAs } from './useAccount.ts'

const PARTNER = 'https://partner.example'
let kept: Record<string, string> | undefined
beforeEach(() => {
  kept = {}
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => {
      if (!kept) throw new Error('refused')
      return kept[name] ?? null
    },
    setItem: (name: string, value: string) => {
      if (!kept) throw new Error('refused')
      kept[name] = value
    },
    removeItem: (name: string) => void (kept && delete kept[name]),
  })
})
afterEach(() => {
  forgetToken()
  setPartner(null)
  vi.unstubAllGlobals()
})

/** Returns the session that the next call of a page carries, and the host that receives the call. */
const nextCall = async () => {
  const fetched = vi.fn(async (_address: string, _init: RequestInit) => ({
    json: async () => ({ code: '200', msg: '', data: {} }),
  }))
  vi.stubGlobal('fetch', fetched)
  await call(userCurrent, {})
  const [address, init] = fetched.mock.calls[0]!
  return [new URL(address, 'https://here.example').origin, (init.body as URLSearchParams).get('_token')]
}

test('the calls after a log-in on a page of the partner carry the session, because no cookie goes to its host', async () => {
  setPartner(PARTNER)
  vi.stubGlobal('location', { search: '?raceid=7&app=jd' })
  expect(await nextCall()).toEqual([PARTNER, null])
  goOnAs('fresh')
  expect(await nextCall()).toEqual([PARTNER, 'fresh'])
  forgetToken()
  expect(await nextCall()).toEqual([PARTNER, null])
})
test('this also works if the webview stores nothing', async () => {
  setPartner(PARTNER)
  kept = undefined
  vi.stubGlobal('location', { search: '?app=jd' })
  goOnAs('fresh')
  expect(await nextCall()).toEqual([PARTNER, 'fresh'])
})
test('on other pages the cookie is enough, unless the page came with a token', async () => {
  for (const [partner, search] of [
    [PARTNER, '?raceid=7'],
    [null, '?app=jd'],
  ] as const) {
    setPartner(partner)
    vi.stubGlobal('location', { search })
    goOnAs('fresh')
    expect((await nextCall())[1]).toBeNull()
  }
  keepToken('came with the link')
  goOnAs('fresh')
  expect((await nextCall())[1]).toBe('fresh')
})
