/** The two facts that the desk takes from the chip of an identity card. */
export type ReadCard = { name: string; number: string }

/** The names that card readers use for the two facts. Each maker uses other names. */
const nameKeys = ['name', 'xm', 'partyname', 'cardname', '姓名']
const numberKeys = [
  'number',
  'idnum',
  'idnumber',
  'idno',
  'idcard',
  'idcardno',
  'idcardnumber',
  'cardno',
  'cardnumber',
  'certno',
  'certnumber',
  'code',
  'sfzh',
  '身份证号',
  '公民身份号码',
]
const NUMBER = /^\d{17}[\dX]$/
const DEEP = 4

const gather = (value: unknown, found: Map<string, string>, deep: number): void => {
  if (deep > DEEP || typeof value !== 'object' || value === null) return
  for (const [key, held] of Object.entries(value))
    if (typeof held === 'string' || typeof held === 'number')
      found.set(key.toLowerCase().replaceAll(/[\s_-]/g, ''), String(held).normalize('NFKC').trim())
    else gather(held, found, deep + 1)
}

/**
 * Reads the answer of a card reader: JSON of any shape with the name of a person and the number of an identity card.
 * Returns undefined if the answer has no name or no valid number, for example because no card is on the reader.
 */
export const readCard = (text: string): ReadCard | undefined => {
  const found = new Map<string, string>()
  try {
    gather(JSON.parse(text), found, 0)
  } catch {
    return undefined
  }
  const number = numberKeys
    .map((key) => found.get(key)?.toUpperCase())
    .find((one): one is string => one !== undefined && NUMBER.test(one))
  const name = nameKeys.map((key) => found.get(key)).find((one) => one !== undefined && one !== '')
  return number === undefined || name === undefined ? undefined : { name: name.slice(0, 60), number }
}

/**
 * Reads the address of a card reader. Readers serve the machine that they are plugged into, and the page may connect
 * only to that machine. Returns undefined for an address of another machine.
 */
export const readerAddress = (typed: string): URL | undefined => {
  const address = URL.canParse(typed.trim()) ? new URL(typed.trim()) : undefined
  if (!address || !['ws:', 'http:'].includes(address.protocol)) return undefined
  return ['127.0.0.1', 'localhost'].includes(address.hostname) ? address : undefined
}
