import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { from } from 'pg-copy-streams'
import { keyFrom } from '#contract/scalars.ts'
import { type Db, poolOf } from '#db/db.ts'
import { type Seal, raceScope } from '#db/sealing/seal.ts'
import { maskIdnum } from '#features/people/rules.ts'
import { RACE, idnumOf } from '#test/entrants.ts'

const family = [...'沈周陆顾林何白许韩秦陶叶方石龙万钱汤黎贺']
const given = [...'跑启明一舟行晚晴小雨田露青远山河川云海峰岩松柏竹兰菊梅']
export const nameOf = (n: number): string =>
  family[n % family.length]! + given[(n * 7) % given.length]! + given[(n * 13 + 5) % given.length]!
const digits = (n: number) => Uint8Array.from({ length: 22 }, (_, at) => Math.floor(n / 58 ** at) % 58)
export const keyOfRunner = (n: number): string => keyFrom(RACE, digits(n))
export const bibOf = (n: number): string => `A${String(n).padStart(5, '0')}`
export const endOfDocument = (n: number): string => idnumOf(n).slice(-4)
export const sizes = ['S', 'M', 'L', 'XL'] as const
export const sizeOfRunner = (n: number): (typeof sizes)[number] => sizes[n % sizes.length]!

/** Writes invented runners who paid and have bibs, by COPY. Runner `n` has the registration `n`, from 1 on. */
export const fillPacks = async (db: Db, seal: Seal, count: number): Promise<void> => {
  const scope = raceScope(RACE)
  await seal.prepare(scope)
  const hex = (bytes: Buffer) => `\\\\x${bytes.toString('hex')}`
  const sealed = {
    idnum: hex(seal.seal(scope, 'idnum', idnumOf(1))),
    birth: hex(seal.seal(scope, 'birth', '1990-01-01')),
    mobile: hex(seal.seal(scope, 'mobile', '13900000000')),
  }
  function* lines() {
    for (let n = 1; n <= count; n++) {
      const idnum = idnumOf(n)
      const index = hex(seal.blind(scope, 'idnum', idnum))
      const at = '2026-03-01T00:00:00Z'
      const mobile = `139****${String((n * 37) % 10_000).padStart(4, '0')}`
      yield `${RACE}\t${n}\t${keyOfRunner(n)}\t1\t1\tnormal\t${nameOf(n)}\tidcard\t${sealed.idnum}\t${maskIdnum(idnum)}\t${index}\t${index}\t${sealed.birth}\t${sealed.mobile}\t${mobile}\tmale\t0\t${at}\t${at}\t${at}\tA\t${bibOf(n).slice(1)}\t${sizeOfRunner(n)}\n`
    }
  }
  const client = await poolOf(db).connect()
  try {
    const copy = client.query(
      from(
        'copy registrations (raceid, id, _key, eventid, uid, state, name, idtype, idnum, idnum_mask, idnum_ix, document_ix, birth, mobile, mobile_mask, gender, price, pay_at, created_at, updated_at, prefix_bib, bib, clothes) from stdin',
      ),
    )
    await pipeline(Readable.from(lines(), { objectMode: true, highWaterMark: 1000 }), copy)
  } finally {
    client.release()
  }
  await sql`vacuum analyze registrations`.execute(db)
}
