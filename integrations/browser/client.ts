import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

export type Shot = {
  width: number
  height: number
  /** The device pixels of a CSS pixel. */ scale: number
  /** The quality of the JPEG, from 0 to 1. */ quality: number
  /** Our own expression, which runs after the page is laid out. The page's own scripts are off. */ prepare?: string
}
/**
 * A page of a headless browser that shows one document after another. It runs no script of a document and reaches
 * nothing outside.
 */
export type BrowserPage = { shoot: (html: string, shot: Shot) => Promise<Buffer>; close: () => Promise<void> }
/** A browser on this machine that lays HTML out for pictures (setting BROWSER_PATH). */
export type PageBrowser = { open: () => Promise<BrowserPage> }

/** The caller gets this error if the browser has ended, or does not answer as expected. */
export class BrowserDown extends Error {
  constructor(why: string) {
    super(`The browser failed: ${why}`)
  }
}

const TIMEOUT_MS = 30_000
const flags = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--mute-audio',
  // The browser resolves no host name, so it cannot reach an address in a template.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--proxy-server=127.0.0.1:9',
]

type Reply = { id?: number; result?: Record<string, unknown>; error?: { message: string } }
/**
 * Speaks the browser's own protocol over two pipes, in JSON texts that each end with a NUL. No port is open that other
 * programs could reach.
 */
const speak = (child: ChildProcess) => {
  const [toBrowser, fromBrowser] = [child.stdio[3] as Writable, child.stdio[4] as Readable]
  const waiting = new Map<
    number,
    { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void }
  >()
  const fall = (why: string) => {
    for (const { reject } of waiting.values()) reject(new BrowserDown(why))
    waiting.clear()
  }
  let rest: Buffer[] = []
  fromBrowser.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
      const reply = JSON.parse(Buffer.concat([...rest, chunk.subarray(from, end)]).toString()) as Reply
      rest = []
      from = end + 1
      const request = reply.id === undefined ? undefined : waiting.get(reply.id)
      if (!request) continue
      waiting.delete(reply.id!)
      if (reply.error) request.reject(new BrowserDown(reply.error.message))
      else request.resolve(reply.result ?? {})
    }
    if (from < chunk.length) rest.push(chunk.subarray(from))
  })
  for (const pipe of [toBrowser, fromBrowser]) pipe.on('error', () => fall('its pipe broke'))
  child.once('error', (error) => fall(error.message))
  child.once('exit', (code) => fall(`it ended with ${code ?? 'a signal'}`))
  let last = 0
  return (method: string, params: Record<string, unknown> = {}, sessionId?: string): Promise<Record<string, unknown>> =>
    new Promise((resolve, reject) => {
      const id = ++last
      const limit = setTimeout(() => {
        waiting.delete(id)
        reject(new BrowserDown(`${method} took too long`))
      }, TIMEOUT_MS)
      const settled = () => clearTimeout(limit)
      waiting.set(id, {
        resolve: (result) => (settled(), resolve(result)),
        reject: (error) => (settled(), reject(error)),
      })
      toBrowser.write(`${JSON.stringify({ id, method, params, ...(sessionId ? { sessionId } : {}) })}\0`)
    })
}

/** The script that waits for the pictures and fonts of the page. It rejects if a picture cannot be decoded. */
const settledPage = `(async () => {
  if (document.readyState !== 'complete') await new Promise((done) => addEventListener('load', done, { once: true }))
  await document.fonts.ready
  const pictures = [...document.images].filter((image) => image.getAttribute('src'))
  await Promise.all(pictures.map((image) => image.decode()))
  return true
})()`

/** A running browser, with a profile of its own in a folder of its own. */
type Browser = { ask: ReturnType<typeof speak>; close: () => Promise<void> }
const startBrowser = async (path: string): Promise<Browser> => {
  const profile = await mkdtemp(join(tmpdir(), 'startline-browser-'))
  // As root, the browser starts only with `--no-sandbox`. With this flag too, the page has no scripts, no network and a
  // strict policy.
  const child = spawn(
    path,
    [...flags, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), `--user-data-dir=${profile}`],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'], detached: true },
  )
  const leave = () => rmSync(profile, { recursive: true, force: true })
  process.once('exit', leave)
  const ended = new Promise<void>((resolve) => void child.once('exit', () => resolve()).once('error', () => resolve()))
  return {
    ask: speak(child),
    close: async () => {
      endGroup(child)
      await ended
      for (const pipe of child.stdio) pipe?.destroy()
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      process.off('exit', leave)
    },
  }
}

/** Ends the whole process group, because the configured browser may be a script that starts the real browser. */
const endGroup = (child: ChildProcess): void => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, 'SIGKILL')
  } catch {
    child.kill('SIGKILL')
  }
}

/** Opens a page without scripts and network. Returns the function that takes pictures on the page. */
const openPage = async ({ ask }: Browser): Promise<BrowserPage['shoot']> => {
  const { targetId } = await ask('Target.createTarget', { url: 'about:blank' })
  const { sessionId } = (await ask('Target.attachToTarget', { targetId, flatten: true })) as { sessionId: string }
  const send = (method: string, params?: Record<string, unknown>) => ask(method, params, sessionId)
  await send('Page.enable')
  const { frameTree } = (await send('Page.getFrameTree')) as { frameTree: { frame: { id: string } } }
  await send('Emulation.setScriptExecutionDisabled', { value: true })
  await send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  return async (html, { width, height, scale, quality, prepare }) => {
    await send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: scale, mobile: false })
    await send('Page.setDocumentContent', { frameId: frameTree.frame.id, html })
    const { exceptionDetails } = await send('Runtime.evaluate', { expression: settledPage, awaitPromise: true })
    if (exceptionDetails) throw new BrowserDown('a picture of the page can not be decoded')
    if (prepare) await send('Runtime.evaluate', { expression: prepare })
    const { data } = (await send('Page.captureScreenshot', {
      format: 'jpeg',
      quality: Math.round(quality * 100),
      clip: { x: 0, y: 0, width, height, scale: 1 },
    })) as { data: string }
    return Buffer.from(data, 'base64')
  }
}

/** Returns Chromium, or a browser made from it, at this path. */
export const browserAt = (path: string): PageBrowser => ({
  open: async () => {
    const browser = await startBrowser(path)
    try {
      const shoot = await openPage(browser)
      // Only one document at a time is on the page.
      let last: Promise<unknown> = Promise.resolve()
      return {
        shoot: (html, shot) => {
          const shown = last.then(() => shoot(html, shot))
          last = shown.catch(() => undefined)
          return shown
        },
        close: browser.close,
      }
    } catch (error) {
      await browser.close()
      throw error
    }
  },
})
