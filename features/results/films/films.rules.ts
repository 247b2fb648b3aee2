import { addressedId } from '#contract/key.ts'
import { type FilmType, pieceBytes } from './films.contract.ts'

const text = (bytes: Uint8Array, from: number, until: number): string =>
  String.fromCharCode(...bytes.subarray(from, until))
/** Brands of MP4 files. QuickTime's own brand (`qt `) is not among them, because some browsers do not play it. */
const brands = /^(iso[2-9m]|mp4[12v]|avc1|M4V |M4VH|M4VP|MSNV|dash|dby1|f4v |NDSC|NDXC)$/

/**
 * Finds the type of a film by its first bytes; its file name does not matter. Undefined for a film that browsers do not
 * play.
 */
export const filmTypeOf = (bytes: Uint8Array): FilmType | undefined => {
  if (bytes.length >= 16 && text(bytes, 4, 8) === 'ftyp') return brands.test(text(bytes, 8, 12)) ? 'mp4' : undefined
  const ebml = bytes.length >= 64 && bytes[0] === 0x1a && bytes[1] === 0x45 && bytes[2] === 0xdf && bytes[3] === 0xa3
  return ebml && text(bytes, 4, 64).includes('webm') ? 'webm' : undefined
}

/** Returns the length that the piece at `at` must have; undefined if no piece begins there. */
export const pieceLength = (bytes: number, at: number): number | undefined =>
  at % pieceBytes === 0 && at < bytes ? Math.min(pieceBytes, bytes - at) : undefined

/** Writes a film's address on our origin. `readFilmPath` reads such an address. */
export const filmPath = ({ raceid, key, type }: { raceid: number; key: string; type: string }): string =>
  `/films/${raceid}/${key}.${type}`
export const readFilmPath = (
  raceid: string,
  name: string,
): { raceid: number; key: string; type: string } | undefined => {
  const found = /^([0-9a-f]{32})\.(mp4|webm)$/.exec(name)
  const id = addressedId(raceid)
  return found && id !== undefined ? { raceid: id, key: found[1]!, type: found[2]! } : undefined
}
