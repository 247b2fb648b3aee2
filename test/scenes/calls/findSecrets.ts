/** Something about a person that nobody else may learn, and the place where the world keeps it. */
export type Secret = { value: string; of: string }

const GRAM = 4
/**
 * Makes a search for thousands of secrets in one walk over a text. Each secret has at least four letters, and its first
 * four letters lead to it.
 */
export const secretFinder = (secrets: readonly Secret[]): ((text: string) => Secret[]) => {
  const beginning = new Map<string, Secret[]>()
  for (const secret of secrets) {
    const { value } = secret
    if (value.length < GRAM) throw new Error('A secret of so few letters stands in many texts by chance')
    const gram = value.slice(0, GRAM)
    const same = beginning.get(gram)
    if (same) same.push(secret)
    else beginning.set(gram, [secret])
  }
  return (text) => {
    const found = new Set<Secret>()
    for (let at = 0; at + GRAM <= text.length; at++)
      for (const secret of beginning.get(text.slice(at, at + GRAM)) ?? [])
        if (text.startsWith(secret.value, at)) found.add(secret)
    return [...found]
  }
}
