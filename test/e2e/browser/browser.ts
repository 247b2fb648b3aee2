import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import axe from 'axe-core'
import { type Browser, type BrowserContext, type Page, type Request, chromium } from 'playwright-core'
import { buildApp } from '#server/app.ts'
import { freePort } from '#test/prove/killed.ts'
import { type ProxyKind, startProxy } from '#test/proxies.ts'
import { buildApps } from '#tools/build.ts'
import { chromiumFlags, chromiumPath, mapFlags, sizes } from '#tools/screens.ts'
import { type World, makeWorld } from '../../world.ts'
import type { Lang } from '#contract/words.ts'

const locales = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en-GB' } as const
/** The name of a phone's browser, which decides the way to pay. */
const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
export type Stage = {
  world: World
  origin: string
  browser: Browser
  /**
   * Opens a browser for a new person with cookies and storage of their own. The sizes are 390×844 (phone), 1180×820
   * (tablet) and 1280×800 (desktop). With `clock` (default true) the page's clock begins `fast` milliseconds ahead of
   * the world's clock. With `worker` the page may install its service worker. The visitor's `errors` collect the errors
   * of the page and of its console.
   */
  visit: (
    size?: keyof typeof sizes,
    lang?: Lang,
    options?: { dark?: boolean; clock?: boolean; fast?: number; worker?: boolean },
  ) => Promise<Visitor>
  /**
   * Opens a browser of its own that keeps everything in a folder, on a phone in Chinese. Closing its context ends the
   * browser. The next browser with the same folder begins where the last browser ended.
   */
  keptBrowser: (folder: string, origin?: string) => Promise<Visitor>
  close: () => Promise<void>
}
export type Visitor = {
  context: BrowserContext
  page: Page
  errors: string[]
  /** Goes to a path of the app and waits until the page is drawn. */
  open: (path: string) => Promise<void>
  reload: () => Promise<void>
  logIn: (as: 'runner' | 'staff', token: string) => Promise<void>
  /** Returns the findings of axe on the present page, seen from its top: one line for each node. */
  axe: () => Promise<string[]>
}

/** The time without a request after which a page counts as drawn, and the longest wait for such a time. */
const QUIET_MS = 500
const QUIET_MOST_MS = 30_000
/**
 * Watches the requests of a page. The returned function waits until no request is under way for half a second, but at
 * most 30 seconds. If a page contains a frame, such as the preview of an article, Playwright's own `networkidle` may
 * never come on a slow machine.
 */
const watchRequests = (page: Page): (() => Promise<void>) => {
  const open = new Set<Request>()
  let since = performance.now()
  const end = (request: Request) => {
    open.delete(request)
    since = performance.now()
  }
  page.on('request', (request) => {
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  page.on('requestfinished', end)
  page.on('requestfailed', end)
  return async () => {
    const began = performance.now()
    while (performance.now() - began < QUIET_MOST_MS) {
      await wait(50)
      if (open.size === 0 && performance.now() - Math.max(since, began) >= QUIET_MS) return
    }
  }
}

const cookies = { runner: 'startline', staff: 'startline_console' } as const

/**
 * Reports of the browser that are no errors. While a test has cut the network, the browser reports each failed call.
 * The frame that lays out an HTML certificate allows no script. If Playwright looks into this frame, the browser
 * reports a blocked script.
 */
const expectedReport =
  /net::ERR_(INTERNET_DISCONNECTED|CONNECTION_REFUSED)|^Blocked script execution in '.*\/certificate\/paper'/

const visitorOf = async (context: BrowserContext, origin: string): Promise<Visitor> => {
  const page = await context.newPage()
  const untilQuiet = watchRequests(page)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' && !expectedReport.test(message.text())) errors.push(message.text())
  })
  return {
    context,
    page,
    errors,
    open: async (path) => {
      await page.goto(origin + path)
      await untilQuiet()
    },
    reload: async () => {
      await page.reload()
      await untilQuiet()
    },
    logIn: (as, value) =>
      context.addCookies([{ name: cookies[as], value, url: origin, httpOnly: true, sameSite: 'Lax' }]),
    axe: async () => {
      // The page's policy does not apply to Playwright's own evaluation, so axe can run in the page.
      await page.evaluate(axe.source)
      const found = await page.evaluate(async () => {
        const { axe: checker } = globalThis as unknown as { axe: typeof axe }
        // axe would report a control as too small if a fixed header covers half of it. So the page scrolls to the top
        // first.
        const { scrollX: left, scrollY: top } = globalThis
        scrollTo({ left: 0, top: 0, behavior: 'instant' })
        const { violations } = await checker.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
        })
        // A bar at the foot may cover a control. So axe checks each control that it found too small once more, in the
        // middle of the screen.
        for (const found of violations.filter(({ id }) => id === 'target-size')) {
          const still = []
          for (const node of found.nodes) {
            const element = document.querySelector(String(node.target[0]))
            element?.scrollIntoView({ block: 'center', behavior: 'instant' })
            const again =
              element && (await checker.run(element, { runOnly: { type: 'rule', values: ['target-size'] } }))
            if (!again || again.violations.length > 0) still.push(node)
          }
          found.nodes = still
        }
        scrollTo({ left, top, behavior: 'instant' })
        return violations.flatMap(({ id, nodes }) =>
          nodes.map(
            ({ html, failureSummary }) =>
              `${id}: ${html.slice(0, 160)} — ${failureSummary?.split('\n')[1]?.trim() ?? ''}`,
          ),
        )
      })
      return found
    },
  }
}

/** Puts a real proxy, set up as in docs/proxies, in front of two servers of the world (`npm run prove -- proxied`). */
const openFront = async (world: World, kind: ProxyKind) => {
  const apps = await Promise.all(
    [1, 2].map(() => buildApp(world.parts, { apps: true, drawing: 1000, keepsShared: false, trustProxy: 1 })),
  )
  for (const app of apps) await app.listen({ port: 0, host: '127.0.0.1' })
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'startline-proxy-'))
  const hosts = apps.map((app) => (app.server.address() as AddressInfo).port)
  const proxy = await startProxy(kind, folder, { proxy: port, hosts })
  return {
    port,
    close: async () => {
      proxy.kill('SIGKILL')
      for (const app of apps) await app.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const findChromium = (): string => {
  const path = chromiumPath()
  if (path && existsSync(path)) return path
  throw new Error('The browser stories need Chromium: apt-get install chromium fonts-noto-cjk, or set CHROMIUM_PATH')
}

/** Opens a world with a listening server, the built apps and a browser. With `maps`, the browser draws by WebGL. */
export const openStage = async ({
  flags = [],
  maps = false,
  ...settings
}: { now?: string; flags?: readonly string[]; maps?: boolean } = {}): Promise<Stage> => {
  const executablePath = findChromium()
  await buildApps({ quiet: true })
  const world = await makeWorld({ ...settings, apps: true })
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const proxied = process.env.STORY_PROXY as ProxyKind | undefined
  const front = proxied && (await openFront(world, proxied))
  const origin = `http://localhost:${front?.port ?? (world.app.server.address() as AddressInfo).port}`
  world.parts.origin = origin
  const browser = await chromium.launch({ executablePath, args: [...(maps ? mapFlags : chromiumFlags), ...flags] })
  return {
    world,
    origin,
    browser,
    visit: async (size = 'phone', lang = 'zh-cn', { dark = false, clock = true, fast = 0, worker = false } = {}) => {
      const phone = size === 'phone'
      const context = await browser.newContext({
        viewport: sizes[size],
        isMobile: phone,
        hasTouch: phone,
        ...(phone ? { userAgent: phoneAgent } : {}),
        locale: locales[lang],
        timezoneId: 'Asia/Shanghai',
        colorScheme: dark ? 'dark' : 'light',
        reducedMotion: 'reduce',
        serviceWorkers: worker ? 'allow' : 'block',
      })
      // A step takes a second or two on a quiet machine, and fifty times as long on an overloaded machine.
      context.setDefaultTimeout(90_000)
      if (clock) await context.clock.install({ time: world.clock.now().getTime() + fast })
      return visitorOf(context, origin)
    },
    keptBrowser: async (folder, at = origin) => {
      const context = await chromium.launchPersistentContext(folder, {
        executablePath,
        args: [...chromiumFlags],
        viewport: sizes.phone,
        isMobile: true,
        hasTouch: true,
        userAgent: phoneAgent,
        locale: locales['zh-cn'],
        timezoneId: 'Asia/Shanghai',
        reducedMotion: 'reduce',
        serviceWorkers: 'allow',
      })
      context.setDefaultTimeout(90_000)
      return visitorOf(context, at)
    },
    close: async () => {
      await browser.close()
      await front?.close()
      await world.close()
    },
  }
}
