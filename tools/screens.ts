import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright-core'

/** Flags for a Chromium without a desktop, as root, without background traffic. */
export const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-gpu-compositing',
  '--disable-gpu-rasterization',
  '--disable-software-rasterizer',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** The flags for pages with a map, which a processor draws in place of a graphics card. */
export const mapFlags = [
  ...chromiumFlags.filter((flag) => !/-gpu|software-rasterizer/.test(flag)),
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
]

/**
 * Returns the path of Chromium: `CHROMIUM_PATH`, then the system's own. Undefined if there is none. A Chromium without
 * windows comes first, because a story takes 2.5 times less processor time in it.
 */
export const chromiumPath = (): string | undefined =>
  [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path && existsSync(path))

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 1180, height: 820 },
  desktop: { width: 1280, height: 800 },
} as const
type Size = keyof typeof sizes

const help = `node tools/screens.ts --url http://localhost:3000 --out FOLDER --paths '/query?raceid=2026,/home?raceid=2026'
  --langs zh-cn,en          languages (default zh-cn,en)
  --sizes phone,desktop     of phone (390×844), tablet (1180×820), desktop (1280×800); default phone,desktop
  --dark                    also in dark mode
  --full                    whole pages instead of the first window
  --cookie name=value       a cookie for every page (a session)
  --docs                    the pictures that docs/screens/ keeps, from the demo races
Pictures of the app's screens, one PNG each. Errors of the page are printed.
`

/** The demo's screens that docs/screens/ keeps. */
const keptPaths = '/,/home?raceid=2026,/baoming?raceid=2026,/query?raceid=2026,/report?raceid=226'

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      url: { type: 'string', default: 'http://localhost:3000' },
      out: { type: 'string', default: 'test-results/screens' },
      paths: { type: 'string', default: '/' },
      langs: { type: 'string', default: 'zh-cn,en' },
      sizes: { type: 'string', default: 'phone,desktop' },
      cookie: { type: 'string' },
      docs: { type: 'boolean', default: false },
      dark: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) process.stdout.write(help)
  else {
    if (values.docs) Object.assign(values, { out: 'docs/screens', paths: keptPaths })
    mkdirSync(values.out, { recursive: true })
    const browser = await chromium.launch({ executablePath: chromiumPath() ?? '', args: chromiumFlags })
    for (const size of values.sizes.split(',') as Size[])
      for (const lang of values.langs.split(','))
        for (const scheme of values.dark ? (['light', 'dark'] as const) : (['light'] as const)) {
          const context = await browser.newContext({
            viewport: sizes[size],
            deviceScaleFactor: size === 'phone' ? 2 : 1,
            isMobile: size === 'phone',
            hasTouch: size === 'phone',
            locale: lang,
            timezoneId: 'Asia/Shanghai',
            colorScheme: scheme,
            serviceWorkers: 'block',
          })
          if (values.cookie)
            await context.addCookies([
              {
                name: values.cookie.split('=')[0]!,
                value: values.cookie.slice(values.cookie.indexOf('=') + 1),
                url: values.url,
              },
            ])
          for (const path of values.paths.split(',')) {
            const page = await context.newPage()
            const errors = new Set<string>()
            page.on('console', (message) => message.type() === 'error' && errors.add(message.text()))
            page.on('pageerror', (error) => errors.add(error.message))
            await page
              .goto(`${values.url}${path}${path.includes('?') ? '&' : '?'}lang=${lang}`, {
                waitUntil: 'networkidle',
                timeout: 30_000,
              })
              .catch((error: Error) => process.stdout.write(`  ${path}: ${error.message}\n`))
            await page.waitForTimeout(700)
            const name = `${path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'front'}.${size}.${lang}${scheme === 'dark' ? '.dark' : ''}.png`
            await page.screenshot({ path: join(values.out, name), fullPage: values.full })
            process.stdout.write(`${name}\n${[...errors].map((error) => `  ${error}\n`).join('')}`)
            await page.close()
          }
          await context.close()
        }
    await browser.close()
  }
}
