export const MOST_HOSTS = 10
export const MOST_TILES = 8

const parsed = (text: string): URL | undefined => {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
/** A host name as a content policy may hold it. A sign such as `;` or a space would begin another rule. */
const hostName = /^(\*\.)?[a-z\d-]+(\.[a-z\d-]+)*(:\d{1,5})?$/
const ownMachine = /^(localhost|127\.0\.0\.1)(:\d{1,5})?$/
/** Tells whether the address is safe to name in a content policy. An address without https must be on this machine. */
const isSafe = (url: URL): boolean =>
  url.username === '' &&
  url.password === '' &&
  ((url.protocol === 'https:' && hostName.test(url.host) && !url.host.startsWith('*')) ||
    (url.protocol === 'http:' && ownMachine.test(url.host)))

export const isWebAddress = (text: string): boolean => {
  const url = parsed(text)
  return url !== undefined && (url.protocol === 'https:' || url.protocol === 'http:') && url.username === ''
}
export const isStyleAddress = (text: string): boolean => {
  const url = parsed(text)
  return url !== undefined && isSafe(url)
}
/** Tells whether the text is the address of tiles with their zoom, column and row: `https://…/{z}/{x}/{y}.png`. */
export const isTileAddress = (text: string): boolean => {
  const url = parsed(text.replaceAll(/\{[xyz]\}/g, '1'))
  return url !== undefined && isSafe(url) && ['{z}', '{x}', '{y}'].every((part) => text.includes(part))
}
/** Tells whether the text is an origin such as `https://tiles.example.com` or `https://*.example.com`. */
export const isHost = (text: string): boolean => {
  const found = /^(https?):\/\/([^/]+)$/.exec(text)
  if (!found) return false
  return found[1] === 'https' ? hostName.test(found[2]!) && found[2]!.includes('.') : ownMachine.test(found[2]!)
}
