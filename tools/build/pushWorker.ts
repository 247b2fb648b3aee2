import type { Lang } from '#contract/words.ts'
import { notificationWords } from '#features/push/words.ts'

type Message = {
  title: string
  body: string
  path: string
  tag: string
  lang: Lang
  stop?: { raceid: number; key: string }
}
type Shown = { data?: Message; close: () => void }
type Window = { url: string; focus: () => Promise<unknown> }
/** The part of a service worker's surroundings that the worker of notifications uses. */
export type PushScope = {
  location: { origin: string }
  navigator: { language: string }
  fetch: (path: string, init: RequestInit) => Promise<unknown>
  skipWaiting: () => Promise<void>
  clients: {
    matchAll: (which: { type: 'window'; includeUncontrolled: true }) => Promise<readonly Window[]>
    openWindow: (path: string) => Promise<unknown>
  }
  registration: {
    showNotification: (title: string, options: object) => Promise<void>
    pushManager: { subscribe: (options: object) => Promise<{ toJSON: () => unknown }> }
  }
  addEventListener: (name: string, listener: (event: PushWorkerEvent) => void) => void
}
type Subscribed = { endpoint: string; options: { applicationServerKey: unknown } }
export type PushWorkerEvent = {
  data?: { json: () => unknown } | null
  notification: Shown
  action: string
  oldSubscription?: Subscribed | null
  newSubscription?: { toJSON: () => unknown } | null
  waitUntil: (work: Promise<unknown>) => void
}

/**
 * Returns the function that shows the message of an event in the language of the person. The build writes the text of
 * `showerOf` and of `pushWorker` into the worker, so both use nothing outside of themselves.
 */
export const showerOf = (
  self: PushScope,
  stopWords: Readonly<Record<string, string>>,
  unread: Readonly<Record<string, string>>,
): ((event: PushWorkerEvent) => Promise<void>) => {
  const langHere = () => {
    const { language } = self.navigator
    if (!/^zh\b/i.test(language)) return 'en'
    return /hant|tw|hk|mo/i.test(language) ? 'zh-tw' : 'zh-cn'
  }
  const read = (event: PushWorkerEvent): Message | undefined => {
    try {
      const message = event.data?.json() as Message | undefined
      return typeof message?.title === 'string' && /^\/(?!\/)/.test(message.path) ? message : undefined
    } catch {
      return undefined
    }
  }
  const show = async (message: Message | undefined): Promise<void> => {
    // If the worker shows no notification for a message, the browser ends the subscription. So the worker also shows an
    // unreadable message. Such a message names no language, so the language of the browser decides.
    if (!message)
      return self.registration.showNotification(unread[langHere()]!, {
        icon: '/icon.svg',
        data: { path: '/messages' },
      })
    const { title, body, tag, lang, stop } = message
    return self.registration.showNotification(title, {
      body,
      tag,
      lang: { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' }[lang],
      icon: '/icon.svg',
      data: message,
      ...(stop ? { actions: [{ action: 'stop', title: stopWords[lang] ?? stopWords.en }] } : {}),
    })
  }
  return (event) => show(read(event))
}

/**
 * The service worker of notifications. It shows a message, opens the page of the message, ends a follow by one tap, and
 * tells the server when the browser changes its subscription. It answers no request of a page.
 */
export const pushWorker = (self: PushScope, show: (event: PushWorkerEvent) => Promise<void>): void => {
  const post = (path: string, body: object) =>
    self.fetch(path, {
      method: 'POST',
      credentials: 'same-origin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const open = async (path: string): Promise<void> => {
    const address = self.location.origin + path
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
    const there = pages.find(({ url }) => url === address)
    await (there ? there.focus() : self.clients.openWindow(path))
  }
  self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
  self.addEventListener('push', (event) => event.waitUntil(show(event)))
  self.addEventListener('notificationclick', (event) => {
    const { data: message } = event.notification
    event.notification.close()
    if (event.action === 'stop' && message?.stop)
      event.waitUntil(post('/live/gps/unsubscribe', { raceid: message.stop.raceid, stop: message.stop.key }))
    else event.waitUntil(open(message?.path ?? '/'))
  })
  self.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription: old, newSubscription } = event
    const renew = async () => {
      const made =
        newSubscription ??
        (await self.registration.pushManager.subscribe({
          userVisibleOnly: true,
          applicationServerKey: old?.options.applicationServerKey,
        }))
      const { endpoint, keys } = made.toJSON() as { endpoint: string; keys: { p256dh: string; auth: string } }
      await post('/push/save', { push: { endpoint, ...keys }, ...(old ? { former: old.endpoint } : {}) })
    }
    if (old || newSubscription) event.waitUntil(renew())
  })
}

export const pushWorkerText = (): string =>
  `(${String(pushWorker)})(self, (${String(showerOf)})(self, ${JSON.stringify(notificationWords.stop)}, ${JSON.stringify(notificationWords.unread)}))\n`
