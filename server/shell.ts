import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Lang, langOf } from '#contract/words.ts'
import { type PageLink, readLink } from '#ui/router/address.ts'
import { hexOf } from '#ui/look/colour.ts'
import type { FirstAnswer, FirstRefusal } from '#ui/router/first.ts'
import { cacheOf } from '#db/sharing/kept.ts'
import { mapHosts } from '#features/maps/service.ts'
import { platformName } from '#features/platform/service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { cookieForPage } from './calls/devices.ts'
import { holdsSession } from './calls/session.ts'
import { isPage } from './pages/addresses.ts'
import { type Apps, newest, readApps, serveFiles } from './pages/built.ts'
import { pageDrawer, usualShare } from './pages/drawing.ts'
import { firstAnswers, ownAnswers } from './pages/firstAnswers.ts'
import { isPageDrawn, keptUnder, nobodyHere, ownCalls, ownParamsOf, publicCalls } from './pages/firstCalls.ts'
import { namedIn } from './pages/found.ts'
import { serveDeskManifest } from './pages/deskManifest.ts'
import { servePublicFiles } from './pages/publicFiles.ts'
import { serveSharePictures } from './pages/sharePictures.ts'
import { codingFor } from './coding.ts'
import { type Places, type Shell, buildShell, codedAs, pageFactsOf } from './pages/shells.ts'

/** The time for which the server keeps a shell in memory. A change by an organiser shows within this time. */
const keptMs = 3_000
/** Guesses a page's language: from the link, then from the remembered choice (cookie), then from the browser. */
export const langOfPage = (link: string | undefined, cookie: string | undefined, accepts: string | undefined): Lang =>
  langOf(link ?? /(?:^|;\s*)lang=([\w-]+)/.exec(cookie ?? '')?.[1] ?? accepts?.split(',')[0])

const send = async (
  request: FastifyRequest,
  reply: FastifyReply,
  shell: Shell,
  mine: boolean,
  now: Date,
): Promise<FastifyReply> => {
  const coding = codingFor(request.headers['accept-encoding'])
  reply
    .type('text/html; charset=utf-8')
    // No cache keeps a page that is written for one person. This includes the cache of that person's browser.
    .header('cache-control', mine ? 'private, no-store' : 'no-cache')
    .header('vary', 'accept-encoding, accept-language, cookie')
    // A page counts down to a moment by the server's clock (ui/network/serverClock.ts).
    .header('server-timing', `now;desc="${now.getTime()}"`)
    .header('content-security-policy', shell.policy)
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'same-origin')
    .header('cross-origin-opener-policy', 'same-origin')
    .header('permissions-policy', 'camera=(self), microphone=(), geolocation=(self), payment=(self)')
  if (!shell.found) reply.code(404)
  if (shell.link) reply.header('link', shell.link)
  if (coding) reply.header('content-encoding', coding)
  return reply.send(coding ? await codedAs(shell, coding) : shell.plain)
}

const searchFor = (page: PageLink, lang: Lang, params: URLSearchParams): string => {
  const own = ownParamsOf(params)
  if (page.raceid !== undefined) own.set('raceid', String(page.raceid))
  if (page.lang !== undefined) own.set('lang', lang)
  const colour = hexOf(page.color)
  if (colour !== undefined) own.set('color', colour.slice(1))
  return `?${own}`
}

/** Tells whether a link names a race. If `readLink` finds no race in such a link, no race can have that number. */
const namesRace = (params: URLSearchParams): boolean =>
  ['raceid', 'r', 'race_id'].some((name) => (params.get(name) ?? '') !== '')

const readAddress = (apps: Apps, request: FastifyRequest) => {
  const address = new URL(request.url.replace(/^\/+/, '/'), 'http://page')
  const isConsole = address.pathname === '/console' || address.pathname.startsWith('/console/')
  const page = readLink(address.search)
  const lang = langOfPage(page.lang, request.headers.cookie, request.headers['accept-language'])
  const name = isConsole ? ('console' as const) : ('web' as const)
  const pathname = address.pathname.toLowerCase().replace(/(.)\/$/, '$1')
  // A frame of the console shows a draft that the console sends. For a draft the server reads no data of the race and
  // counts no visitor.
  const isDraft = address.searchParams.get('preview') === '1'
  return {
    name,
    lang,
    params: address.searchParams,
    /** True if the link names a language. */
    spoken: page.lang !== undefined,
    /** The link with only the parameters of the page, so that all pages kept under one name are drawn alike. */
    search: searchFor(page, lang, address.searchParams),
    isPage: isPage(pathname) && !(page.raceid === undefined && namesRace(address.searchParams)),
    path: pathname in apps[name].screens ? pathname : '*',
    raceid: isConsole || isDraft ? undefined : page.raceid,
    colour: isConsole ? undefined : hexOf(page.color),
    wide: !/Mobi/.test(String(request.headers['user-agent'] ?? '')),
  }
}
type Address = ReturnType<typeof readAddress>

/** The answers and refusals that only this browser gets. */
type Here = { answers: readonly FirstAnswer[]; refused: readonly FirstRefusal[] }

export type PageServer = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>
type FixedPlaces = Omit<Places, 'maps' | 'platform'>
/** Builds the shell of an address: makes its first calls, and draws the page if the server can. */
const shellBuilder = (app: FastifyInstance, parts: Parts, apps: Apps, fixed: FixedPlaces, drawing: number) => {
  const drawPage = pageDrawer(drawing, (error) => app.log.error(error))
  return async (address: Address, here: Here, of: 'shared' | 'own'): Promise<Shell> => {
    const { name, lang, raceid, colour, path, params, search, wide } = address
    const calls = name === 'console' ? [] : publicCalls(path, { raceid, params })
    const first = await firstAnswers(parts, calls, raceid, lang)
    const found = address.isPage && first !== 'no_race'
    const answered = first === 'no_race' ? [] : first
    const isOwn = ([asked]: FirstAnswer) => calls.some((call) => call.own && call.path === asked)
    const answers = answered.filter((answer) => !isOwn(answer))
    const own = [...answered.filter(isOwn), ...here.answers]
    const platform = await platformName(parts.db, lang)
    const places = { ...fixed, platform, maps: await mapHosts(parts.db, parts.clock()) }
    const page = {
      lang,
      raceid,
      colour,
      pathname: path === '*' ? '/$' : path,
      answers,
      own,
      refused: here.refused,
      found,
      named: namedIn(path, params),
      spoken: address.spoken,
    }
    const drawn =
      name === 'web' && found && isPageDrawn(path, params)
        ? await drawPage({ pathname: path, search, wide, now: parts.clock(), first: pageFactsOf(page, places) }, of)
        : undefined
    return buildShell(newest(apps, name), { ...page, drawn, isDesk: name === 'console' }, places)
  }
}

/**
 * Returns the function that serves the page of an address. The function takes the shell of the page from memory if a
 * fresh shell is there. Otherwise the function builds the shell.
 */
const pageServer = (
  app: FastifyInstance,
  parts: Parts,
  apps: Apps,
  places: FixedPlaces,
  drawing: number,
): PageServer => {
  const build = shellBuilder(app, parts, apps, places, drawing)
  const shells = cacheOf<string, Shell>({ ms: keptMs, most: 500 })
  return async (request, reply) => {
    const cookie = await cookieForPage(parts, request.headers)
    if (cookie !== undefined) reply.header('set-cookie', cookie)
    const address = readAddress(apps, request)
    const { name, lang, raceid, colour, path, params, wide } = address
    // A logged-in runner sees more of their own pages than other people do. A token in the link may belong to another
    // person.
    const session = name === 'web' && holdsSession(request.headers, parts.origin)
    const here = { answers: session || name === 'console' ? [] : [nobodyHere], refused: [] }
    const ownAsked = name === 'web' && !params.has('_token') ? ownCalls(path, { raceid, params, session }) : []
    if (ownAsked.length > 0) {
      const own = await ownAnswers(app, request, { calls: ownAsked, raceid, lang, device: cookie })
      return send(
        request,
        reply,
        await build(address, { ...own, answers: [...here.answers, ...own.answers] }, 'own'),
        true,
        parts.clock(),
      )
    }
    // A result page looks different to the runner whose result it shows.
    const under = session && path === '/score' ? undefined : keptUnder(path, params)
    const key = JSON.stringify([name, lang, raceid, colour, path, address.isPage, wide, session, address.spoken, under])
    const shell =
      under === undefined
        ? await build(
            session && path === '/score' ? { ...address, params: new URLSearchParams() } : address,
            here,
            'own',
          )
        : await shells.read(parts.db, key, { now: new Date() }, () => build(address, here, 'shared'))
    return send(request, reply, shell, false, parts.clock())
  }
}

/**
 * Serves both apps: the built files, the console below `/console`, and the runner app for every GET that no other route
 * answers. An address without a page gets the query page, and an unknown race gets the finder, both with the status
 * 404. From the query string, the server logs and keeps at most the race, the language, the colour and the id of a
 * ballot. Returns the function that serves a page. Undefined if the apps are not built.
 */
export const serveApps = async (
  app: FastifyInstance,
  parts: Parts,
  { partnerOrigin, drawing = usualShare }: { partnerOrigin?: string | undefined; drawing?: number | undefined },
): Promise<PageServer | undefined> => {
  const apps = readApps()
  if (!apps) {
    app.get('/*', (_request, reply) =>
      reply.code(503).type('text/plain; charset=utf-8').send('The apps are not built yet: npm run build\n'),
    )
    return undefined
  }
  await serveFiles(app)
  servePublicFiles(app, parts)
  serveDeskManifest(app, parts)
  serveSharePictures(app, parts, drawing)
  const posts = Object.values(parts.integrations.gateways).flatMap(({ postsTo }) => postsTo ?? [])
  const serve = pageServer(app, parts, apps, { partner: partnerOrigin, posts, origin: parts.origin }, drawing)
  app.get('/', serve)
  app.get('/console', serve)
  app.get('/*', serve)
  return serve
}
