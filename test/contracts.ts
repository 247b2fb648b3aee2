import type { Endpoint } from '#contract/endpoint.ts'
import { projectPaths } from '#tools/checks/sources.ts'

export const root = new URL('..', import.meta.url).pathname

const roomOf = (path: string): string | undefined => /^features\/([^/]+)\//.exec(path)?.[1]

/** Returns the folders under features/, in alphabetical order. */
export const roomFolders = (): string[] => [...new Set(projectPaths().flatMap((path) => roomOf(path) ?? []))].toSorted()

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'refusals' in value

/** Loads every room's contracts (`contract.ts`, or in a larger room `<subject>.contract.ts`), file by file. */
export const contractModules = async (): Promise<{ room: string; exported: Record<string, unknown> }[]> => {
  const found = []
  for (const path of projectPaths()) {
    const room = roomOf(path)
    if (room !== undefined && /[/.]contract\.ts$/.test(path))
      found.push({ room, exported: (await import(`${root}${path}`)) as Record<string, unknown> })
  }
  return found
}

/** Returns all endpoints that the contracts export. `name` is the name of the export. */
export const declaredEndpoints = async (): Promise<{ room: string; name: string; endpoint: Endpoint }[]> =>
  (await contractModules()).flatMap(({ room, exported }) =>
    Object.entries(exported).flatMap(([name, endpoint]) => (isEndpoint(endpoint) ? [{ room, name, endpoint }] : [])),
  )
