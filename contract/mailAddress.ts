/**
 * Tells whether a text is an address to which mail can go: one @, a dot in the domain, and no sign that breaks a
 * header.
 */
export const isMailAddress = (address: string): boolean =>
  address.length <= 254 &&
  /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@([a-z\d]([a-z\d-]{0,61}[a-z\d])?\.)+[a-z][a-z\d-]{0,61}[a-z\d]$/iu.test(address) &&
  !/^\.|\.\.|\.@/.test(address)

/**
 * Writes an address in small letters, without the spaces around it. The server stores and finds addresses only in this
 * form.
 */
export const normalMailAddress = (address: string): string => address.trim().toLowerCase()

/** Masks an address: `r***@example.com`. */
export const maskMailAddress = (address: string): string => {
  const at = address.lastIndexOf('@')
  return `${[...address][0] ?? ''}***${address.slice(at)}`
}
