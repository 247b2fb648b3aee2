import { beforeEach, expect, test, vi } from 'vitest'
import { keepRunner, keptRunner } from './keptRunner.ts'

const storage = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}
let tab = storage()
let device = storage()
beforeEach(() => {
  tab = storage()
  device = storage()
  vi.stubGlobal('sessionStorage', tab)
  vi.stubGlobal('localStorage', device)
})

test('an empty record gives nothing, and an unreadable record counts as a key', () => {
  expect(keptRunner('4')).toBeUndefined()
  tab.setItem('startline:runner:4', '1ka-abc')
  expect(keptRunner('4')).toEqual({ _key: '1ka-abc' })
})

test('the tab keeps the whole record, the device only the values that are not sealed', () => {
  keepRunner('4', {
    _key: '1ka-abc',
    name: '高远',
    bib: 'A12',
    idnum: '3399**********0027',
    mobile: '139****3333',
    birth: '1985-07-03',
  })
  expect(keptRunner('4')).toMatchObject({ name: '高远', idnum: '3399**********0027' })
  expect(keptRunner('5')).toBeUndefined()
  tab.kept.clear()
  expect(keptRunner('4')).toEqual({ _key: '1ka-abc', name: '高远', bib: 'A12' })
  expect([...device.kept.values()].join()).not.toMatch(/3399|139|1985/)
})
