import { MissingPicture, type DrawablePicture } from '../render/paint.rules.ts'

/**
 * Writes the address of a missing picture to the console, in the form that organisers know. The page shows a sentence
 * of its own.
 */
const missing = (address: string): MissingPicture => {
  // oxlint-disable-next-line no-console -- the specification's place for it (docs/behaviour/sentences.md)
  console.log('图片加载失败', address.slice(0, 200))
  return new MissingPicture(address)
}

/** Loads and decodes a picture. The function rejects with `MissingPicture` if that fails, and then nothing is drawn. */
export const loadPicture = async (address: string): Promise<DrawablePicture> => {
  const image = new Image()
  image.decoding = 'async'
  // A canvas with a picture of another origin cannot be read, unless the picture was requested with permission.
  if (!address.startsWith('data:')) image.crossOrigin = 'anonymous'
  image.src = address
  try {
    await image.decode()
  } catch {
    throw missing(address)
  }
  return { width: image.naturalWidth, height: image.naturalHeight, source: image }
}

export const loadPictures = async (addresses: readonly string[]): Promise<Map<string, DrawablePicture>> =>
  new Map(await Promise.all(addresses.map(async (address) => [address, await loadPicture(address)] as const)))

/** Returns a picture's bytes as a `data:` address, so that a page that may load nothing still shows the picture. */
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
