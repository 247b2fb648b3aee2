/**
 * Keeps the page of a desk or a gate and its files on the device (tools/build/deskWorker.ts), and asks the browser not
 * to drop the store when the disk is full. Without a service worker the device still works until its page is closed.
 */
export const keepScreen = async (page: string): Promise<void> => {
  try {
    await navigator.storage.persist()
    if (import.meta.env.PROD)
      await navigator.serviceWorker.register('/console/desk-worker.js', {
        scope: page,
        updateViaCache: 'none',
      })
  } catch {
    // Some private windows have no service worker and no lasting store. The device's line tells until when the device
    // works.
  }
}
