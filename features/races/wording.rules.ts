type Said = Readonly<Record<string, string>>
type Wordings = Readonly<Record<string, { title: Said; body: Said }>>

const isBlank = (said: Said): boolean => !Object.values(said).some((text) => text.trim() !== '')
/**
 * Finds the race's first wording without a title or without a text. With such a wording runners would agree to nothing,
 * or to the race's text under the title of the standard wording.
 */
export const blankWording = (consents: Wordings): { name: string; part: 'title' | 'body' } | undefined => {
  for (const [name, { title, body }] of Object.entries(consents)) {
    if (isBlank(title)) return { name, part: 'title' }
    if (isBlank(body)) return { name, part: 'body' }
  }
  return undefined
}
