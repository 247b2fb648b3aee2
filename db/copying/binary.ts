/**
 * The first bytes of rows in the binary form of COPY. Startline writes the numbers of all rows into one buffer, so it
 * makes no text for a row, and PostgreSQL need not read numbers and moments out of a text.
 */
const HEAD = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const END_BYTES = 2
/** The moment from which PostgreSQL counts, in milliseconds since 1970: the beginning of the year 2000. */
const EPOCH_MS = Date.UTC(2000, 0)
const TWO_32 = 2 ** 32

/** Writes values in the order of the columns. Each value has the exact type of its column. Null is a missing value. */
export class BinaryRows {
  #bytes: Buffer
  #at: number

  /** `bytes` is the size of the first buffer. */
  constructor(bytes = 4096) {
    this.#bytes = Buffer.allocUnsafe(Math.max(HEAD.length + END_BYTES, bytes))
    this.#at = HEAD.copy(this.#bytes)
  }
  /** Makes room for some bytes and returns the position of the first of these bytes. */
  #take(bytes: number): number {
    const at = this.#at
    this.#at += bytes
    // The buffer always keeps room for the bytes that end the rows.
    if (this.#at + END_BYTES > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(this.#at + END_BYTES, this.#bytes.length * 2))
      this.#bytes.copy(larger, 0, 0, at)
      this.#bytes = larger
    }
    return at
  }
  #missing(): void {
    const at = this.#take(4)
    this.#bytes.writeInt32BE(-1, at)
  }
  row(columns: number): void {
    const at = this.#take(2)
    this.#bytes.writeInt16BE(columns, at)
  }
  int2(value: number | null): void {
    if (value === null) return this.#missing()
    const at = this.#take(6)
    this.#bytes.writeInt32BE(2, at)
    this.#bytes.writeInt16BE(value, at + 4)
  }
  int4(value: number | null): void {
    if (value === null) return this.#missing()
    const at = this.#take(8)
    this.#bytes.writeInt32BE(4, at)
    this.#bytes.writeInt32BE(value, at + 4)
  }
  int8(value: number): void {
    const at = this.#take(12)
    const high = Math.floor(value / TWO_32)
    this.#bytes.writeInt32BE(8, at)
    this.#bytes.writeInt32BE(high, at + 4)
    this.#bytes.writeUInt32BE(value - high * TWO_32, at + 8)
  }
  /** Writes a moment in milliseconds since 1970 as timestamptz. */
  moment(ms: number): void {
    this.int8((ms - EPOCH_MS) * 1000)
  }
  bool(value: boolean): void {
    const at = this.#take(5)
    this.#bytes.writeInt32BE(1, at)
    this.#bytes[at + 4] = value ? 1 : 0
  }
  end(): Buffer {
    this.#bytes.writeInt16BE(-1, this.#at)
    return this.#bytes.subarray(0, this.#at + END_BYTES)
  }
}
