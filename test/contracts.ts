import { readdirSync } from 'node:fs'
import type { Endpoint } from '#contract/endpoint.ts'

export const root = new URL('..', import.meta.url).pathname

/** The folders under features/, in alphabetical order. */
export const roomFolders = (): string[] =>
  readdirSync(`${root}features`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort()

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value && 'refusals' in value

/** Every room's contracts (`contract.ts`, or in a larger room `<subject>.contract.ts`), file by file. */
export const contractModules = async (): Promise<{ room: string; exported: Record<string, unknown> }[]> => {
  const found = []
  for (const room of roomFolders())
    for (const file of readdirSync(`${root}features/${room}`, { recursive: true, encoding: 'utf8' })
      .filter((name) => /(^|[\\/.])contract\.ts$/.test(name))
      .sort())
      found.push({ room, exported: (await import(`${root}features/${room}/${file}`)) as Record<string, unknown> })
  return found
}

/** Every endpoint that some room's contract declares: its room, the name of its export, and itself. */
export const declaredEndpoints = async (): Promise<{ room: string; name: string; endpoint: Endpoint }[]> =>
  (await contractModules()).flatMap(({ room, exported }) =>
    Object.entries(exported).flatMap(([name, endpoint]) => (isEndpoint(endpoint) ? [{ room, name, endpoint }] : [])),
  )
