import { rooms } from '#server/features.ts'

/** The addresses that the server itself answers to a GET, as Fastify writes them; every other GET is the apps'. */
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
