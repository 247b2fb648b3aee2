import { beforeEach, expect, test, vi } from 'vitest'
import { openDraft } from './draft.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    all: () => JSON.stringify([...kept]),
  }
}
let device = storage()
let tab = storage()
beforeEach(() => {
  device = storage()
  tab = storage()
  vi.stubGlobal('localStorage', device)
  vi.stubGlobal('sessionStorage', tab)
})

type Form = { name: string; idnum: string; clothes: string }
const draft = () => openDraft<Form>('signup', 2026, ['idnum'])

test('a draft comes back whole, and its sealed field lives in the tab only', () => {
  draft().write({ name: '张三', idnum: '330106199001011234', clothes: 'M' })
  expect(draft().read()).toEqual({ name: '张三', idnum: '330106199001011234', clothes: 'M' })
  expect(device.all()).not.toContain('330106199001011234')
  vi.stubGlobal('sessionStorage', storage())
  expect(draft().read()).toEqual({ name: '张三', clothes: 'M' })
})

test('drafts of two races are two, and a cleared one is gone', () => {
  draft().write({ name: '张三' })
  expect(openDraft<Form>('signup', 1878, ['idnum']).read()).toEqual({})
  draft().clear()
  expect(draft().read()).toEqual({})
})

test('a draft is dropped after two weeks, and a broken draft counts as none', () => {
  draft().write({ name: '张三' })
  vi.useFakeTimers({ now: Date.now() + 15 * 86_400_000 })
  expect(draft().read()).toEqual({})
  vi.useRealTimers()
  device.setItem('startline:draft:2026:signup', '{')
  expect(draft().read()).toEqual({})
})
