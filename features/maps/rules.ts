import type { GroundShown, GroundSettings } from './contract.ts'

/**
 * Lists the origins from which pages load the ground, each once. A plain ground and a file of this server need none.
 */
export const hostsOf = (settings: GroundSettings): string[] => {
  const origins = (addresses: readonly string[]) => addresses.map((one) => new URL(one).origin)
  if (settings.kind === 'style') return [...new Set([...origins([settings.style]), ...settings.hosts])]
  if (settings.kind === 'raster')
    return [...new Set(origins(settings.tiles.map((one) => one.replaceAll(/\{[xyz]\}/g, '1'))))]
  return []
}

export const groundFrom = (settings: GroundSettings): GroundShown => {
  if (settings.kind === 'style') {
    const { hosts: _, ...shown } = settings
    return shown
  }
  return settings.kind === 'file' ? { ...settings, file: `/maps/${settings.file}` } : settings
}

export const plainGroundSettings: GroundSettings = { kind: 'plain' }
