import type { PushSubscription as Target } from '../contract.ts'

/**
 * The worker that shows notifications (tools/build/pushWorker.ts). Its scope holds no page, so it never handles the
 * requests of a page.
 */
const WORKER = '/push-worker.js'
const SCOPE = '/push-worker/'

/**
 * The support for web push. `none` means that the browser, or the app around the page, knows no web push. `blocked`
 * means that the person has forbidden messages.
 */
export type PushSupport = 'yes' | 'blocked' | 'none'
export const pushSupport = (): PushSupport => {
  if (!('serviceWorker' in navigator) || !('PushManager' in globalThis) || !('Notification' in globalThis))
    return 'none'
  return Notification.permission === 'denied' ? 'blocked' : 'yes'
}

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> => {
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (one) => one.charCodeAt(0))
}
const isFor = ({ options }: PushSubscription, key: Uint8Array): boolean => {
  const kept = options.applicationServerKey && new Uint8Array(options.applicationServerKey)
  return kept?.length === key.length && kept.every((byte, at) => byte === key[at])
}
const targetOf = (made: PushSubscription): Target | undefined => {
  const { endpoint, keys } = made.toJSON()
  return endpoint && keys?.p256dh && keys.auth ? { endpoint, p256dh: keys.p256dh, auth: keys.auth } : undefined
}

/**
 * Asks for the permission, then subscribes the browser for the platform's public key. The caller waits for a tap,
 * because browsers refuse a page that asks by itself. Returns undefined if the person or the browser refuses.
 */
export const subscribeBrowser = async (publicKey: string): Promise<Target | undefined> => {
  try {
    if ((await Notification.requestPermission()) !== 'granted') return undefined
    const registration = await navigator.serviceWorker.register(WORKER, { scope: SCOPE, updateViaCache: 'none' })
    const key = bytesOf(publicKey)
    const before = await registration.pushManager.getSubscription()
    if (before && isFor(before, key)) return targetOf(before)
    // A subscription for another key would make the new subscription fail.
    await before?.unsubscribe()
    await activeOf(registration)
    return targetOf(await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }))
  } catch {
    return undefined
  }
}

/** Waits until the worker is active, because only then may the browser subscribe. */
const activeOf = (registration: ServiceWorkerRegistration): Promise<void> =>
  new Promise((resolve, reject) => {
    const worker = registration.active ?? registration.waiting ?? registration.installing
    if (!worker) return reject(new Error('no worker'))
    if (worker.state === 'activated') return resolve()
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
      if (worker.state === 'redundant') reject(new Error('the worker is gone'))
    })
  })

/**
 * Returns the address of this browser's subscription; undefined if the browser has no subscription. The function
 * asks for no permission.
 */
export const subscribedAt = async (): Promise<string | undefined> => {
  if (pushSupport() !== 'yes') return undefined
  const registration = await navigator.serviceWorker.getRegistration(SCOPE).catch(() => undefined)
  return (await registration?.pushManager.getSubscription().catch(() => null))?.endpoint
}
