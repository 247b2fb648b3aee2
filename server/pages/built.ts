import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { stylePieces } from './styles.ts'

/** The built files with a fixed name. */
const publicNames = [
  'icon.svg',
  'icon-192.png',
  'icon-512.png',
  'icon-maskable-512.png',
  'apple-touch-icon.png',
  'favicon.ico',
  'sw.js',
  'push-worker.js',
  'openapi.json',
] as const

const dist = join(import.meta.dirname, '../../dist')

export type BuiltApp = {
  made: number
  template: string
  css: string
  cssHash: string
  font: string
  screens: Record<string, string[]>
  /** The rules of the screens' style sheet. */
  pieces: ReturnType<typeof stylePieces>
}
export type Apps = Record<'web' | 'console', BuiltApp>

export const policyHashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/**
 * Reads a built app. The link to the style sheet is disabled in the HTML, because the server writes the rules of this
 * style sheet into the page. Returns undefined while the app is not built.
 */
const readApp = (name: 'web' | 'console'): BuiltApp | undefined => {
  const file = join(dist, name, 'index.html')
  if (!existsSync(file)) return undefined
  let css = ''
  const template = readFileSync(file, 'utf8').replace(
    /<link rel="stylesheet"[^>]*href="((?:\/console)?\/([^"]+))"[^>]*>\s*/g,
    (_whole, href: string, path: string) => {
      css += readFileSync(join(dist, name, path), 'utf8').trim()
      // The loader of lazy screens looks for this link and would otherwise fetch the style sheet again. A browser does
      // not fetch a disabled link.
      return `<link rel="stylesheet" href="${href}" disabled>`
    },
  )
  const font = /url\(([^)]+\.woff2)\)/.exec(css)?.[1]
  const list = join(dist, name, 'screens.json')
  const screens = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Record<string, string[]>) : {}
  const sheet = Object.values(screens)
    .flat()
    .find((path) => path.endsWith('.css'))
  return {
    made: statSync(file).mtimeMs,
    template,
    css,
    cssHash: policyHashOf(css),
    font: font ? `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">` : '',
    screens,
    pieces: sheet === undefined ? [] : stylePieces(readFileSync(join(dist, name, sheet), 'utf8')),
  }
}

export const readApps = (): Apps | undefined => {
  const [web, console] = [readApp('web'), readApp('console')]
  return web && console && { web, console }
}

/** Returns the newest build of the app, kept in memory. A new build needs no restart. */
export const newest = (apps: Apps, name: keyof Apps): BuiltApp => {
  const file = join(dist, name, 'index.html')
  if (!existsSync(file) || statSync(file).mtimeMs === apps[name].made) return apps[name]
  return (apps[name] = readApp(name) ?? apps[name])
}

/**
 * Serves the built files. A browser keeps a file for a year if the file's name contains a hash, and revalidates all
 * other files.
 */
export const serveFiles = async (app: FastifyInstance): Promise<void> => {
  await app.register(fastifyStatic, { root: join(dist, 'web'), serve: false, preCompressed: true })
  for (const [prefix, folder] of [
    ['/assets', 'web/assets'],
    ['/console/assets', 'console/assets'],
  ] as const)
    await app.register(
      async (scope) => {
        // No browser may keep the answer for a missing file.
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
  for (const file of publicNames)
    if (existsSync(join(dist, 'web', file)))
      app.get(`/${file}`, (_request, reply) =>
        reply.header('cache-control', 'no-cache').sendFile(file, join(dist, 'web'), { cacheControl: false }),
      )
  if (existsSync(join(dist, 'console/desk-worker.js')))
    app.get('/console/desk-worker.js', (_request, reply) =>
      reply
        .header('cache-control', 'no-cache')
        .sendFile('desk-worker.js', join(dist, 'console'), { cacheControl: false }),
    )
  const workbox = /workbox-[\w-]+\.js$/
  app.get('/:file(^workbox-[\\w-]+\\.js$)', (request, reply) => {
    const { file } = request.params as { file: string }
    return workbox.test(file) ? reply.sendFile(file, join(dist, 'web')) : reply.code(404).send()
  })
}
