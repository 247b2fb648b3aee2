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

/** Every endpoint that some room's contract (`contract.ts`, or in a larger room `<subject>.contract.ts`) declares: its room, the name of its export, and itself. */
export const declaredEndpoints = async (): Promise<{ room: string; name: string; endpoint: Endpoint }[]> => {
  const found = []
  for (const room of roomFolders()) {
    for (const file of readdirSync(`${root}features/${room}`)
      .filter((name) => /^(\w+\.)?contract\.ts$/.test(name))
      .sort()) {
      const exported = (await import(`${root}features/${room}/${file}`)) as Record<string, unknown>
      for (const [name, value] of Object.entries(exported))
        if (isEndpoint(value)) found.push({ room, name, endpoint: value })
    }
  }
  return found
}
