import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MessagingAppDown, WECHAT, messagingApp } from './messagingapp.ts'
import { type PretendApp, startPretendApp } from './pretendapp.ts'

const origin = 'http://localhost:3000'
let folder: string
let now = new Date('2026-03-01T04:00:00Z')
let pretend: PretendApp
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'startline-app-'))
  pretend = await startPretendApp({ folder, origin: () => origin, clock: () => now })
})
afterAll(async () => {
  await pretend.close()
  rmSync(folder, { recursive: true })
})
const app = (change: { appid?: string; secret?: string } = {}) => messagingApp({ ...pretend.credentials, ...change }, () => ({ authorize: `${origin}/pretend/messagingapp/authorize`, api: pretend.base }))
const codeFor = () => {
  const answer = pretend.authorize(new URL(app().authorizeUrl(`${origin}/back?x=1`, 's')).searchParams, '')
  if (answer.status !== 302) throw new Error('not authorised')
  const back = new URL(answer.location)
  expect([back.pathname, back.searchParams.get('x'), back.searchParams.get('state')]).toEqual(['/back', '1', 's'])
  return back.searchParams.get('code')!
}

test('the address is the vendor\'s, its parameters in the vendor\'s order', () => {
  expect(messagingApp({ appid: 'wx1', secret: 's' }, () => WECHAT).authorizeUrl('https://run.example.org/a?b=1', 'st')).toBe(
    'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx1&redirect_uri=https%3A%2F%2Frun.example.org%2Fa%3Fb%3D1&response_type=code&scope=snsapi_base&state=st#wechat_redirect',
  )
})
test('a code tells the openid once, within five minutes', async () => {
  const code = codeFor()
  expect(await app().openidOf(code)).toMatch(/^o[0-9a-f]{27}$/)
  expect(await app().openidOf(code)).toBeUndefined()
  const old = codeFor()
  now = new Date(now.getTime() + 301_000)
  expect(await app().openidOf(old)).toBeUndefined()
})
test('a wrong secret or app is our fault and no answer about the payer', async () => {
  await expect(app({ secret: 'x' }).openidOf(codeFor())).rejects.toBeInstanceOf(MessagingAppDown)
  await expect(app({ appid: 'x' }).openidOf('0')).rejects.toBeInstanceOf(MessagingAppDown)
})
test('nobody is sent elsewhere with a code', () => {
  for (const wrong of ['https://elsewhere.example/', 'nonsense', '']) expect(pretend.authorize(new URL(app().authorizeUrl(wrong, 's')).searchParams, '')).toEqual({ status: 400 })
})
