import { type IncomingMessage, type Server, type ServerResponse, createServer, request as ask } from 'node:http'
import type { ViteDevServer } from 'vite'
import type { RunningServer } from './serverProcess.ts'

const escaped = (text: string): string => text.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')

/** Returns a function that tells whether an address is one of the pages. */
export const matcherOf = (pages: readonly string[]): ((pathname: string) => boolean) => {
  const patterns = pages.map(
    (page) =>
      new RegExp(
        `^${page
          .split('/')
          .map((part) =>
            part
              .split(/(:\w+|\*)/)
              .map((piece) => (piece === '*' ? '.*' : piece.startsWith(':') ? '[^/]+' : escaped(piece)))
              .join(''),
          )
          .join('/')}$`,
      ),
  )
  return (pathname) => patterns.some((pattern) => pattern.test(pathname))
}

const answer = (response: ServerResponse, status: number, text: string): void => {
  if (response.headersSent) return void response.destroy()
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' }).end(text)
}

/** Passes a call on to the server. Calls `onLost` if the server went away before it answered. */
const pass = (from: IncomingMessage, to: ServerResponse, port: number, onLost: () => void): void => {
  const call = ask({
    host: '127.0.0.1',
    port,
    method: from.method,
    path: from.url,
    headers: { ...from.headers, connection: 'close' },
  })
  call.once('response', (got) => {
    const { connection: _, 'keep-alive': __, ...headers } = got.headers
    to.writeHead(got.statusCode ?? 502, headers)
    to.flushHeaders()
    got.once('error', () => to.destroy())
    got.pipe(to)
  })
  call.once('error', () => (to.headersSent ? to.destroy() : onLost()))
  to.once('close', () => call.destroy())
  from.pipe(call)
}

export type Front = {
  /** The HTTP server of the address. Vite takes the WebSockets of its pages from this server. */
  server: Server
  /** Lets the address answer calls. */
  open: (
    apps: { web: ViteDevServer; console: ViteDevServer },
    running: () => Promise<RunningServer | undefined>,
  ) => void
}

/**
 * Makes one address for everything, as in production. Requests that the server answers itself go to the server, and
 * wait while there is none. Every other GET is a page or a module of the runners' app, or of the organisers' app below
 * /console.
 */
export const makeFront = (): Front => {
  const opened = Promise.withResolvers<(from: IncomingMessage, to: ServerResponse) => Promise<void>>()
  const server = createServer((from, to) => {
    // Serving fails only for an invalid address.
    void opened.promise.then((serve) => serve(from, to)).catch(() => answer(to, 400, 'This address can not be read.\n'))
  })
  return {
    server,
    open: (apps, running) => {
      type Addresses = { of: readonly string[]; match: (pathname: string) => boolean }
      let pages: Addresses = { of: [], match: () => false }
      let shared = pages
      const serve = async (from: IncomingMessage, to: ServerResponse, tries = 2): Promise<void> => {
        const pathname = new URL(from.url ?? '/', 'http://page').pathname
        const reads = from.method === 'GET' || from.method === 'HEAD'
        // A page requests hundreds of modules, so a request for a module does not wait for the server. A picture or
        // font that the server answers is no module.
        const isModule = /\/@|\/node_modules\/|\.(tsx?|css|svg|woff2)$/.test(pathname) && !pages.match(pathname)
        if (!reads || !isModule) {
          const up = await running()
          if (up && up.pages !== pages.of) pages = { of: up.pages, match: matcherOf(up.pages) }
          if (up && up.shared !== shared.of) shared = { of: up.shared, match: matcherOf(up.shared) }
          const isOpened = String(from.headers.accept).includes('text/html')
          if (!reads || pages.match(pathname) || (!isOpened && shared.match(pathname))) {
            if (!up) return answer(to, 503, 'The server does not start; the terminal says why.\n')
            return pass(from, to, up.port, () => {
              if (reads && tries > 0) setTimeout(() => void serve(from, to, tries - 1), 50)
              else answer(to, 502, 'The server ended during this call.\n')
            })
          }
        }
        const isConsole = pathname === '/console' || pathname.startsWith('/console/')
        if (pathname === '/console') from.url = `/console/${(from.url ?? '').slice('/console'.length)}`
        const { middlewares } = isConsole ? apps.console : apps.web
        middlewares(from, to, () => answer(to, 404, 'There is no such page.\n'))
      }
      opened.resolve(serve)
    },
  }
}
