import { expect, test } from 'vitest'
import { type PushScope, type PushWorkerEvent, pushWorker, pushWorkerText } from './pushWorker.ts'

const follow = { raceid: 226, key: '7.abc' }
const message = {
  title: '龙一 完赛',
  body: '1:20:00',
  path: '/result?key=a',
  tag: 'follow 1',
  lang: 'zh-tw',
  stop: follow,
}
/**
 * Makes a worker with the surroundings of a browser. `open` holds the addresses of the pages that the browser's windows
 * show.
 */
const scene = (open: readonly string[] = [], language = 'zh-CN') => {
  const did: unknown[] = []
  const listeners = new Map<string, (event: PushWorkerEvent) => void>()
  const made = { toJSON: () => ({ endpoint: 'https://push.example/new', keys: { p256dh: 'p', auth: 'a' } }) }
  const scope: PushScope = {
    location: { origin: 'https://race.example' },
    navigator: { language },
    fetch: async (path, { body }) => did.push(['post', path, JSON.parse(String(body))]),
    skipWaiting: async () => undefined,
    clients: {
      matchAll: async () => open.map((url) => ({ url, focus: async () => did.push(['focus', url]) })),
      openWindow: async (path) => did.push(['open', path]),
    },
    registration: {
      showNotification: async (title, options) => void did.push(['show', title, options]),
      pushManager: { subscribe: async (options) => (did.push(['subscribe', options]), made) },
    },
    addEventListener: (name, listener) => listeners.set(name, listener),
  }
  // The browser gets the text of the worker, so the test runs the text.
  new Function('self', pushWorkerText())(scope)
  const fire = async (name: string, event: Partial<PushWorkerEvent>) => {
    const work: Promise<unknown>[] = []
    listeners.get(name)!({ ...event, waitUntil: (one: Promise<unknown>) => work.push(one) } as PushWorkerEvent)
    await Promise.all(work)
    return did.splice(0)
  }
  return { fire }
}

test('shows a message in the language of the person, with one tap to stop', async () => {
  const { fire } = scene()
  const [[, title, options]] = (await fire('push', { data: { json: () => message } })) as [[string, string, object]]
  expect(title).toBe('龙一 完赛')
  expect(options).toMatchObject({
    body: '1:20:00',
    tag: 'follow 1',
    lang: 'zh-TW',
    actions: [{ action: 'stop', title: '取消追蹤' }],
  })
})

test('shows something for a message that nobody can read, and never leads to another site', async () => {
  const { fire } = scene()
  const broken = () => {
    throw new SyntaxError('no JSON')
  }
  expect(await fire('push', { data: { json: broken } })).toMatchObject([['show', '您有一条新消息', {}]])
  expect(await fire('push', { data: null })).toMatchObject([['show', '您有一条新消息', {}]])
  const evil = { ...message, path: '//evil.example/' }
  expect(await fire('push', { data: { json: () => evil } })).toMatchObject([['show', '您有一条新消息', {}]])
})

test('says in the language of the browser that an unreadable message came', async () => {
  for (const [language, said] of [
    ['zh-TW', '您有一則新訊息'],
    ['zh-Hant-HK', '您有一則新訊息'],
    ['zh', '您有一条新消息'],
    ['en-GB', 'You have a new message'],
    ['fr', 'You have a new message'],
  ] as const)
    expect(await scene([], language).fire('push', { data: null }), language).toMatchObject([['show', said, {}]])
})

test('a tap opens the page of the message, or the window that shows it; the other tap ends the follow', async () => {
  const notification = { data: message as never, close: () => undefined }
  expect(await scene().fire('notificationclick', { notification, action: '' })).toEqual([['open', '/result?key=a']])
  const shown = scene(['https://race.example/result?key=a'])
  expect(await shown.fire('notificationclick', { notification, action: '' })).toEqual([
    ['focus', 'https://race.example/result?key=a'],
  ])
  expect(await scene().fire('notificationclick', { notification, action: 'stop' })).toEqual([
    ['post', '/live/gps/unsubscribe', { raceid: 226, stop: '7.abc' }],
  ])
})

test('a browser that changes its subscription tells the server the new one and the former address', async () => {
  const oldSubscription = { endpoint: 'https://push.example/old', options: { applicationServerKey: 'key' } }
  expect(await scene().fire('pushsubscriptionchange', { oldSubscription })).toEqual([
    ['subscribe', { userVisibleOnly: true, applicationServerKey: 'key' }],
    [
      'post',
      '/push/save',
      {
        push: { endpoint: 'https://push.example/new', p256dh: 'p', auth: 'a' },
        former: 'https://push.example/old',
      },
    ],
  ])
  expect(await scene().fire('pushsubscriptionchange', {}), 'a browser that tells nothing').toEqual([])
})

test('the worker uses nothing outside of itself', () => {
  expect(typeof pushWorker).toBe('function')
  expect(pushWorkerText()).not.toMatch(/\bimport\b|__vite/)
})
