import { rooms } from '#server/features.ts'

/**
 * Returns the addresses that the server itself answers to a GET, in Fastify's form. Every other GET belongs to the
 * apps.
 */
export const pagesOf = (): string[] => [
  '/up',
  '/ready',
  '/openapi.json',
  ...rooms.flatMap(({ rawRoutes = [], routes = [] }) => [
    ...rawRoutes.filter(({ method }) => method === 'GET').map(({ path }) => path),
    ...routes
      .filter(({ endpoint }) => endpoint.kind === 'get')
      .map(({ endpoint }) => endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')),
  ]),
]
