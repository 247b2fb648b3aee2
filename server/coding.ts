import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/** The compressions that the server writes itself. */
export type Coding = 'br' | 'gzip'
const [toBrotli, toGzip] = [promisify(brotliCompress), promisify(gzip)]

/** Chooses the compression for a caller by the header `accept-encoding`. Undefined if the caller takes neither. */
export const codingFor = (accepts: unknown): Coding | undefined =>
  /\bbr\b/.test(String(accepts)) ? 'br' : /\bgzip\b/.test(String(accepts)) ? 'gzip' : undefined

/** Compresses bytes. Another thread does the work, so that other calls do not wait. */
export const coded = (plain: Buffer, coding: Coding): Promise<Buffer> =>
  coding === 'br' ? toBrotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }) : toGzip(plain, { level: 6 })
