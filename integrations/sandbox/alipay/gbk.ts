/** The two bytes of each character in GBK. Node reads GBK but cannot write it. */
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
/** Writes a text in GBK. A character that GBK lacks becomes a question mark, as it does at Alipay. */
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
