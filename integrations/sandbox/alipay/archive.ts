import { crc32, deflateRawSync } from 'node:zlib'

/** What Alipay packs its statements in: zips of files in GBK. */

/** Characters to their two bytes in GBK. Node reads GBK and cannot write it. */
let gbkCodes: Map<string, number> | undefined
const gbkTable = (): Map<string, number> => {
  if (gbkCodes) return gbkCodes
  gbkCodes = new Map()
  const decoder = new TextDecoder('gbk')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      if (sign.length === 1 && sign !== '\ufffd' && !gbkCodes.has(sign)) gbkCodes.set(sign, high * 256 + low)
    }
  return gbkCodes
}
/** What GBK lacks becomes a question mark, as with the vendor. */
export const gbkBytes = (text: string): Buffer => {
  const codes = gbkTable()
  const bytes: number[] = []
  for (const sign of text) {
    if (sign < '\u0080') bytes.push(sign.charCodeAt(0))
    else {
      const code = codes.get(sign) ?? 0x3f
      if (code > 0xff) bytes.push(code >> 8)
      bytes.push(code & 0xff)
    }
  }
  return Buffer.from(bytes)
}

/** A zip of files under their names in GBK, as Alipay packs its statements. */
export const zipOf = (files: readonly { name: string; bytes: Buffer }[]): Buffer => {
  const parts: Buffer[] = []
  const listing: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const [named, packed] = [gbkBytes(name), deflateRawSync(bytes)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(named.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, named, packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    listing.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, named)
    offset += 30 + named.length + packed.length
  }
  const list = Buffer.concat(listing)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end])
}
