import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Lang, langOf } from '#contract/words.ts'
import { readLink } from '#ui/router/address.ts'
import { hexOf } from '#ui/look/colour.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import type { Parts } from '#seam/server/handle.ts'
import { cookieForPage } from './calls/devices.ts'
import { isPage } from './pages/addresses.ts'
import { type Apps, newest, readApps, serveFiles } from './pages/built.ts'
import { firstAnswers, hasFirstCalls, resultAsked } from './pages/firstAnswers.ts'
import { type Places, type Shell, buildShell, codedAs } from './pages/shells.ts'

/** How long a shell may be served from memory: an organiser's change shows within this time. */
const keptMs = 3_000
/** The language of a page as the server guesses it: link, remembered choice (cookie), browser. */
export const langOfPage = (link: string | undefined, cookie: string | undefined, accepts: string | undefined): Lang =>
  langOf(link ?? /(?:^|;\s*)lang=([\w-]+)/.exec(cookie ?? '')?.[1] ?? accepts?.split(',')[0])

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

/** Serves the page of an address: from memory while its shell is fresh, else built anew. */
const pageServer = (parts: Parts, apps: Apps, places: Places) => {
  const shells = cacheOf<string, Shell>({ ms: keptMs, most: 500 })
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const cookie = await cookieForPage(parts, request.headers)
    if (cookie !== undefined) reply.header('set-cookie', cookie)
    const address = new URL(request.url.replace(/^\/+/, '/'), 'http://page')
    const isConsole = address.pathname === '/console' || address.pathname.startsWith('/console/')
    const page = readLink(address.search)
    const lang = langOfPage(page.lang, request.headers.cookie, request.headers['accept-language'])
    const name = isConsole ? 'console' : 'web'
    const pathname = address.pathname.toLowerCase().replace(/(.)\/$/, '$1')
    const path = pathname in apps[name].screens || hasFirstCalls(pathname) ? pathname : '*'
    // A frame of the console shows a draft that it is told: nothing is read for it, and nobody is counted.
    const isDraft = address.searchParams.get('preview') === '1'
    const raceid = isConsole || isDraft ? undefined : page.raceid
    const colour = isConsole ? undefined : hexOf(page.color)
    const key = JSON.stringify([isConsole, lang, raceid, colour, path, isPage(pathname)])
    const result = raceid === undefined ? undefined : resultAsked(path, address.searchParams, request.headers.cookie)
    const build = async () => {
      const app = newest(apps, name)
      const first = raceid === undefined ? undefined : await firstAnswers(parts, path, raceid, result, lang)
      const found = isPage(pathname) && first !== 'no_race'
      const answers = first === 'no_race' ? [] : (first ?? [])
      return buildShell(app, { lang, raceid, colour, pathname: path === '*' ? '/$' : path, answers, found }, places)
    }
    const shell = result ? await build() : await shells.read(parts.db, key, { now: new Date() }, build)
    if (!shell.found) reply.code(404)
    return send(request, reply, shell)
  }
}

/**
 * Serves both apps: built files for ever and compressed, the console below `/console`, and for every other GET that
 * nothing answers the runner app, whose shell already carries the race's name, colours, picture and first answers. The
 * status is 404 where the address has no page, which shows the query page, or the race is unknown, which shows the finder.
 * Nothing of the query string is logged or kept but the race, the language and the colour.
 */
export const serveApps = async (app: FastifyInstance, parts: Parts, partnerOrigin?: string): Promise<void> => {
  const apps = readApps()
  if (!apps) {
    app.get('/*', (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The apps are not built yet: npm run build\n'),
    )
    return
  }
  await serveFiles(app)
  const posts = Object.values(parts.integrations.gateways).flatMap(({ postsTo }) => postsTo ?? [])
  const serve = pageServer(parts, apps, { partner: partnerOrigin, posts, origin: parts.origin })
  app.get('/', serve)
  app.get('/console', serve)
  app.get('/*', serve)
}
