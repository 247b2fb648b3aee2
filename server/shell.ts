import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { raceOfKey } from '#contract/key.ts'
import { type Lang, langOf } from '#contract/words.ts'
import { readLink } from '#ui/router/address.ts'
import { defaultPrimary, hexOf } from '#ui/look/colour.ts'
import { themeCss } from '#ui/look/theme.ts'
import { type Parts, Presented, nobody } from '#seam/server/handle.ts'
import { rooms } from './features.ts'
import { bannerHtml, cardHtml, escapeHtml } from './banner.ts'

/** How long a shell may be served from memory: an organiser's change shows within this time. */
const keptMs = 3000
const keptShells = 500
const dist = join(import.meta.dirname, '../dist')

type App = {
  made: number
  template: string
  css: string
  cssHash: string
  font: string
  screens: Record<string, string[]>
}
type Coding = 'br' | 'gzip'
type Shell = {
  until: number
  policy: string
  link: string
  plain: Buffer
  coded: Partial<Record<Coding, Promise<Buffer>>>
}
type FirstAnswer = readonly [path: string, input: object, answer: unknown]
type RaceFacts = {
  name: string
  header: string | null
  city: string
  time: string
  zone: string
  skins: { primary: string }
}

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** A built app: its HTML with the style sheet taken out, for it goes inline. */
const readApp = (name: 'web' | 'console'): App | undefined => {
  const file = join(dist, name, 'index.html')
  if (!existsSync(file)) return undefined
  let css = ''
  const template = readFileSync(file, 'utf8').replace(
    /<link rel="stylesheet"[^>]*href="((?:\/console)?\/([^"]+))"[^>]*>\s*/g,
    (_whole, href: string, path: string) => {
      css += readFileSync(join(dist, name, path), 'utf8').trim()
      // The loader of lazy screens looks for this link and would fetch the sheet once more; disabled, it is found and
      // never fetched.
      return `<link rel="stylesheet" href="${href}" disabled>`
    },
  )
  const font = /url\(([^)]+\.woff2)\)/.exec(css)?.[1]
  const screens = join(dist, name, 'screens.json')
  return {
    made: statSync(file).mtimeMs,
    template,
    css,
    cssHash: hashOf(css),
    font: font ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">` : '',
    screens: existsSync(screens) ? (JSON.parse(readFileSync(screens, 'utf8')) as Record<string, string[]>) : {},
  }
}

/**
 * What a page may load and run: our own files, no script inside the page. Style attributes are needed by organisers'
 * sanitised texts; style sheets inside the page are named by their hashes.
 */
const policyOf = (styleHashes: readonly string[], partner: string | undefined, posts: readonly string[]): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    `style-src-elem 'self' ${styleHashes.join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    // On-site video lies with whoever filmed it.
    "media-src 'self' blob: https:",
    "font-src 'self' data:",
    `connect-src 'self' blob: data:${partner === undefined ? '' : ` ${partner}`}`,
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    `form-action ${["'self'", ...posts].join(' ')}`,
    "frame-ancestors 'self'",
  ].join('; ')

/** First answers by page: asked here, so that the page need not ask before its first paint. */
const firstCalls: Record<string, readonly string[]> = {
  '/': ['/race/events'],
  '/home': ['/race/home'],
  '/baoming': ['/race/events'],
  '/report': ['/timing/reports/fetch'],
}

/**
 * A page of one result by its key carries that result, to whoever is not logged in: the runner reads more of it. Such a
 * page is everybody's own and is not kept.
 */
const resultAsked = (
  path: string,
  params: URLSearchParams,
  cookies: string | undefined,
): { id: string } | undefined => {
  const [[name, id] = ['', ''], ...more] = [...params].filter(
    ([one]) => one !== 'lang' && one !== 'app' && one !== 'raceid',
  )
  return path === '/score' &&
    more.length === 0 &&
    (name === 'key' || name === '_key') &&
    raceOfKey(id) !== undefined &&
    !/startline=/.test(cookies ?? '')
    ? { id }
    : undefined
}

const asked = async (
  parts: Parts,
  path: string,
  body: Record<string, unknown>,
  raceid: number | undefined,
  lang: Lang,
): Promise<unknown> => {
  const route = rooms.flatMap((room) => room.routes ?? []).find(({ endpoint }) => endpoint.path === path)
  if (!route) return undefined
  try {
    const data = await route.run(parts, {
      body,
      files: [],
      lang,
      raceid,
      channel: '',
      once: undefined,
      ticket: undefined,
      address: '127.0.0.1',
      userAgent: '',
      who: nobody,
      setSession: () => {},
      tell: () => {},
    })
    return data instanceof Presented ? (JSON.parse(data.json) as unknown) : data
  } catch {
    return undefined // the page asks for itself and shows what is wrong
  }
}

const tags = { 'zh-cn': 'zh-CN', 'zh-tw': 'zh-TW', en: 'en' } as const
/** JSON that may stand inside a script element. */
const jsonText = (value: unknown): string =>
  JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** Pages that begin without display numerals: their face may come later. */
const numberless = new Set(['/query', '/$', '/login'])

const build = (
  app: App,
  lang: Lang,
  raceid: number | undefined,
  colour: string | undefined,
  pathname: string,
  answers: readonly FirstAnswer[],
  partner: string | undefined,
  posts: readonly string[],
  now: number,
  origin: string,
): Shell => {
  const race = answers.find(([path]) => path === '/race/show')?.[2] as RaceFacts | undefined
  const primary = hexOf(colour) ?? hexOf(race?.skins.primary) ?? defaultPrimary
  const theme = themeCss(primary)
  const banner = race ? bannerHtml(race, lang, pathname) : { head: '', body: '', link: '' }
  const modules = (
    app.screens[raceid === undefined && pathname === '/' ? '/finder' : pathname] ??
    app.screens['/$'] ??
    []
  ).map((file) =>
    file.endsWith('.css')
      ? `<link rel="preload" as="style" crossorigin href="/${file}">`
      : `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${file}">`,
  )
  const head = [
    `<meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)">`,
    `<style>${theme}</style>`,
    `<style>${app.css}</style>`,
    race ? cardHtml(race, lang, origin) : '',
    banner.head,
    numberless.has(pathname) ? '' : app.font,
    ...modules,
  ].join('')
  const first = `<script type="application/json" id="first">${jsonText({ lang, raceid: raceid ?? null, primary, partner: partner ?? null, answers })}</script>`
  const html = app.template
    .replace('<html lang="zh-CN">', `<html lang="${tags[lang]}">`)
    .replace(/<title>([^<]*)<\/title>/, (_whole, title: string) => `<title>${escapeHtml(race?.name ?? title)}</title>`)
    .replace('<!--shell:head-->', () => head)
    .replace('<!--shell:body-->', () => banner.body)
    .replace('</body>', () => `${first}</body>`)
  const plain = Buffer.from(html)
  return {
    until: now + keptMs,
    policy: policyOf([hashOf(theme), app.cssHash], partner, posts),
    link: banner.link,
    plain,
    coded: {},
  }
}

/** The language of a page as the server guesses it: link, remembered choice (cookie), browser. */
export const langOfPage = (link: string | undefined, cookie: string | undefined, accepts: string | undefined): Lang =>
  langOf(link ?? /(?:^|;\s*)lang=([\w-]+)/.exec(cookie ?? '')?.[1] ?? accepts?.split(',')[0])

const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]
/**
 * Compressed as somebody asks for it, once, and beside the other calls: whoever makes up colours must not hold them up.
 */
const codedAs = (shell: Shell, coding: Coding): Promise<Buffer> =>
  (shell.coded[coding] ??=
    coding === 'br'
      ? toBrotli(shell.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
      : toGzip(shell.plain, { level: 6 }))

const send = async (request: FastifyRequest, reply: FastifyReply, shell: Shell): Promise<FastifyReply> => {
  const accepts = String(request.headers['accept-encoding'] ?? '')
  const coding = /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : undefined
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-cache')
    .header('vary', 'accept-encoding, accept-language, cookie')
    .header('content-security-policy', shell.policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self), payment=(self)')
  if (shell.link) reply.header('link', shell.link)
  if (coding) reply.header('content-encoding', coding)
  return reply.send(coding ? await codedAs(shell, coding) : shell.plain)
}

/**
 * Serves both apps: built files for ever and compressed, the console below `/console`, and for every other GET that
 * nothing answers the runner app, whose shell already carries the race's name, colours, picture and first answers.
 * Nothing of the query string is logged or kept but the race, the language and the colour.
 */
export const serveApps = async (app: FastifyInstance, parts: Parts, partnerOrigin?: string): Promise<void> => {
  const posts = Object.values(parts.outside.gateways).flatMap(({ postsTo }) => postsTo ?? [])
  const apps = { web: readApp('web'), console: readApp('console') }
  /** The app as built last; a new build needs no restart. */
  const built = (name: 'web' | 'console', known: App): App => {
    const file = join(dist, name, 'index.html')
    if (!existsSync(file) || statSync(file).mtimeMs === known.made) return known
    return (apps[name] = readApp(name) ?? known)
  }
  if (!apps.web || !apps.console) {
    app.get('/*', (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The apps are not built yet: npm run build\n'),
    )
    return
  }
  const shells = new Map<string, Shell>()
  await app.register(fastifyStatic, { root: join(dist, 'web'), serve: false, preCompressed: true })
  for (const [prefix, folder] of [
    ['/assets', 'web/assets'],
    ['/console/assets', 'console/assets'],
  ] as const)
    await app.register(
      async (scope) => {
        // A file that is gone must not be kept by anybody as if it were one.
        scope.setNotFoundHandler((_request, reply) =>
          reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(''),
        )
        await scope.register(fastifyStatic, {
          root: join(dist, folder),
          prefix: '/',
          preCompressed: true,
          immutable: true,
          maxAge: '365d',
          index: false,
          decorateReply: false,
        })
      },
      { prefix },
    )
  for (const file of ['icon.svg', 'sw.js', 'manifest.webmanifest', 'openapi.json'] as const)
    if (existsSync(join(dist, 'web', file)))
      app.get(`/${file}`, (_request, reply) =>
        reply.header('cache-control', 'no-cache').sendFile(file, join(dist, 'web'), { cacheControl: false }),
      )
  const workbox = /workbox-[\w-]+\.js$/
  app.get('/:file(^workbox-[\\w-]+\\.js$)', (request, reply) => {
    const { file } = request.params as { file: string }
    return workbox.test(file) ? reply.sendFile(file, join(dist, 'web')) : reply.code(404).send()
  })

  const serve = async (request: FastifyRequest, reply: FastifyReply) => {
    const address = new URL(request.url.replace(/^\/+/, '/'), 'http://page')
    const isConsole = address.pathname === '/console' || address.pathname.startsWith('/console/')
    const page = readLink(address.search)
    const lang = langOfPage(page.lang, request.headers.cookie, request.headers['accept-language'])
    const name = isConsole ? 'console' : 'web'
    const known = apps[name]!
    const pathname = address.pathname.toLowerCase().replace(/(.)\/$/, '$1')
    const path = pathname in known.screens || pathname in firstCalls ? pathname : '*'
    const raceid = isConsole ? undefined : page.raceid
    const colour = isConsole ? undefined : hexOf(page.color)
    const key = JSON.stringify([isConsole, lang, raceid, colour, path])
    const now = Date.now()
    const result = raceid === undefined ? undefined : resultAsked(path, address.searchParams, request.headers.cookie)
    const kept = result ? undefined : shells.get(key)
    if (kept && kept.until > now) return send(request, reply, kept)
    const fresh = built(name, known)
    const answers: FirstAnswer[] = []
    if (raceid !== undefined) {
      for (const call of ['/race/show', ...(firstCalls[path] ?? [])]) {
        const answer = await asked(parts, call, { raceid }, raceid, lang)
        if (answer !== undefined) answers.push([call, { raceid }, answer])
      }
      const own = result && (await asked(parts, '/timing/query', result, raceid, lang))
      if (result && own !== undefined) answers.push(['/timing/query', result, own])
    }
    const shell = build(
      fresh,
      lang,
      raceid,
      colour,
      path === '*' ? '/$' : path,
      answers,
      partnerOrigin,
      posts,
      now,
      parts.origin,
    )
    if (result) return send(request, reply, shell)
    if (shells.size >= keptShells) shells.clear()
    shells.set(key, shell)
    return send(request, reply, shell)
  }
  app.get('/', serve)
  app.get('/console', serve)
  app.get('/*', serve)
}
