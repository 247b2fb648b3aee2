import { rooms } from '#server/features.ts'

const addressOf = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Returns the addresses at which the server answers every GET, in Fastify's form. */
export const pagesOf = (): string[] => [
  '/up',
  '/ready',
  '/openapi.json',
  ...rooms.flatMap(({ rawRoutes = [], routes = [] }) => [
    ...rawRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path),
    ...routes.filter(({ endpoint }) => endpoint.kind === 'get').map(({ endpoint }) => addressOf(endpoint.path)),
  ]),
]

/**
 * Returns the addresses of the calls whose answer many people share. The server answers them to a GET too. A page of an
 * app may have the same address, and a browser that opens the address gets the page.
 */
export const sharedCalls = (): string[] =>
  rooms.flatMap(({ routes = [] }) =>
    routes
      .filter(({ endpoint }) => endpoint.kind !== 'get' && endpoint.shared !== undefined)
      .flatMap(({ endpoint: { path } }) => (path.endsWith('/') ? [path, `${path}:id`] : [path]).map(addressOf)),
  )
