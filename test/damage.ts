/** Returns a ZIP archive whose directory names a wrong checksum for each file. The content itself stays. */
export const withWrongChecksum = (archive: Buffer): Buffer => {
  const damaged = Buffer.from(archive)
  for (let at = damaged.indexOf('PK\u0001\u0002'); at >= 0; at = damaged.indexOf('PK\u0001\u0002', at + 1))
    damaged[at + 16]! ^= 0xff
  return damaged
}
