/** Shortens a text to at most `most` units, and never cuts a letter of two units (such as 𠮷 or an emoji) in two. */
export const cutText = (text: string, most: number): string =>
  text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '')
