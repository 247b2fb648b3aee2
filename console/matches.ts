const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Tells whether every typed word occurs. An empty text matches everything. */
export const matches = (typed: string, text: string): boolean => {
  const within = plain(text)
  return plain(typed)
    .split(/\s+/)
    .every((word) => within.includes(word))
}
