import { expect, test } from 'vitest'
import { FrameHost } from './scalars.ts'

test('a site that may embed a page is a host name, and no text that would widen a policy', () => {
  for (const host of ['news.example.com', '*.example.com', 'example.com:8443', 'a-b.example.cn'])
    expect(FrameHost.safeParse(host).success, host).toBe(true)
  for (const host of [
    '*',
    'https://example.com',
    'example',
    'example.com/live',
    "example.com; script-src 'unsafe-inline'",
    'example.com evil.example',
    '*.*.example.com',
    '-a.example.com',
    'example.com:0',
    "'none'",
    '',
  ])
    expect(FrameHost.safeParse(host).success, host).toBe(false)
})
