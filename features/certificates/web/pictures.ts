import { MissingPicture, type Picture } from '../render/paint.rules.ts'

/**
 * Writes the address of a missing picture to the console, as organisers know it. The page tells it in its own words.
 */
const missing = (address: string): MissingPicture => {
  // oxlint-disable-next-line no-console -- the specification's place for it (docs/behaviour/sentences.md)
  console.log('图片加载失败', address.slice(0, 200))
  return new MissingPicture(address)
}

/** A decoded picture. Rejects with `MissingPicture` where it cannot be loaded; nothing is ever drawn without it. */
export const loadPicture = async (address: string): Promise<Picture> => {
  const image = new Image()
  image.decoding = 'async'
  // A canvas with a picture of another origin, taken without permission, cannot be read again.
  if (!address.startsWith('data:')) image.crossOrigin = 'anonymous'
  image.src = address
  try {
    await image.decode()
  } catch {
    throw missing(address)
  }
  return { width: image.naturalWidth, height: image.naturalHeight, source: image }
}

export const loadPictures = async (addresses: readonly string[]): Promise<Map<string, Picture>> =>
  new Map(await Promise.all(addresses.map(async (address) => [address, await loadPicture(address)] as const)))

/** A picture's bytes as a `data:` address, so that a page that may load nothing still shows it. */
export const inlined = async (address: string): Promise<string> => {
  if (address.startsWith('data:')) return address
  const answer = await fetch(address).catch(() => undefined)
  if (!answer?.ok) throw missing(address)
  const blob = await answer.blob()
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(new MissingPicture(address))
    reader.readAsDataURL(blob)
  })
}
