import { afterEach, expect, test, vi } from 'vitest'
import { inMiniProgram, openNative } from './miniProgram.ts'

afterEach(() => vi.unstubAllGlobals())

test('a page opens a native page in the mini-program only, with its parameters escaped', () => {
  const invoke = vi.fn<(name: string, call: unknown) => void>()
  vi.stubGlobal('WeixinJSBridge', { invoke })
  vi.stubGlobal('navigator', { userAgent: 'MicroMessenger' })
  vi.stubGlobal('location', { search: '?raceid=7', pathname: '/pay', hash: '', origin: 'https://race.example' })
  expect([inMiniProgram(), openNative('pay', { id: '7-a' })]).toEqual([false, false])
  vi.stubGlobal('__wxjs_environment', 'miniprogram')
  expect(openNative('pay', { id: 'a&b' })).toBe(true)
  expect(invoke.mock.calls[0]!.slice(0, 2)).toEqual([
    'invokeMiniProgramAPI',
    { name: 'navigateTo', arg: { url: expect.stringMatching(/^\/pages\/pay\/pay\?.*id=a%26b$/) as string } },
  ])
  vi.stubGlobal('WeixinJSBridge', undefined)
  expect(openNative('pay')).toBe(false)
})
