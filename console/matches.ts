const plain = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether every word that was typed occurs; nothing typed matches everything. */
export const matches = (typed: string, text: string): boolean => {
  const within = plain(text)
  return plain(typed)
    .split(/\s+/)
    .every((word) => within.includes(word))
}
