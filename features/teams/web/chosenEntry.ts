let chosen: string | undefined

/**
 * Remembers the registration whose team page the runner opened last, until the app is loaded again. The address of a
 * team cannot carry the key of a registration, because runners send the address to friends.
 */
export const rememberEntry = (key: string): void => {
  chosen = key
}

export const rememberedFirst = <T extends { _key: string }>(items: readonly T[]): T[] => [
  ...items.filter(({ _key }) => _key === chosen),
  ...items.filter(({ _key }) => _key !== chosen),
]
