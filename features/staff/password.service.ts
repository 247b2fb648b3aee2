import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** The cost that OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const derive = promisify(argon2)
const plain64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

type Cost = typeof cost
const tagOf = (password: string, nonce: Buffer, { memory, passes, parallelism }: Cost): Promise<Buffer> =>
  derive('argon2id', {
    message: Buffer.from(password.normalize('NFKC')),
    nonce,
    parallelism,
    tagLength: 32,
    memory,
    passes,
  })

/** Hashes a password for storage, in the PHC form `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`. */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${plain64(nonce)}$${plain64(tag)}`
}

const nobodys = hashPassword(randomBytes(16).toString('hex'))

/**
 * Tells whether a password is the stored password. If no password is stored (`kept` is null), the function takes the
 * same time and returns false. So the time of an answer does not tell whether a password is stored.
 */
export const isPassword = async (password: string, kept: string | null): Promise<boolean> => {
  const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(kept ?? (await nobodys))
  if (!found) return false
  const [, memory, passes, parallelism, nonce, tag] = found
  const given = await tagOf(password, Buffer.from(nonce!, 'base64'), {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
  })
  const expected = Buffer.from(tag!, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) && kept !== null
}
