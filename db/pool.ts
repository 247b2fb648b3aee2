import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Statements that every connection prepares under a name: their text → their name. */
export const statementNames = new Map<string, string>()

/** A client that runs registered texts as prepared statements, inside a transaction as well. */
export class NamingClient extends pg.Client {
  // pg's overloads can't be written down again here; this one passes everything on but the call that Kysely makes.
  override query = ((text: unknown, params?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    const plain = pg.Client.prototype.query as (...args: unknown[]) => unknown
    return name === undefined
      ? plain.call(this, text, params, ...rest)
      : plain.call(this, { name, text, values: params }, ...rest)
  }) as typeof pg.Client.prototype.query
}

/** No server there, or one that is just starting or stopping. */
const isAway = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P03', '57P01'].includes(code ?? '') ||
    message === 'Connection terminated unexpectedly'
  )
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * A pool that waits for a database which is being started again, up to `patienceMs`, rather than fail every call
 * meanwhile. Only connecting is tried again, never a statement: what was under way fails, as nobody knows whether it
 * was done.
 */
export class PatientPool extends pg.Pool {
  readonly patienceMs: number

  constructor(config: pg.PoolConfig, patienceMs: number) {
    super(config)
    this.patienceMs = patienceMs
    // A connection lost while idle is no reason to fall: the pool drops it and opens another.
    this.on('error', () => undefined)
    this.on('connect', (client) => client.on('error', () => undefined))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(connected: Connected): void
  override connect(connected?: Connected): Promise<pg.PoolClient> | void {
    if (!connected) return this.patiently()
    this.patiently().then(
      (client) => connected(undefined, client, (release) => client.release(release as Error | boolean | undefined)),
      (error: Error) => connected(error, undefined, () => undefined),
    )
  }

  private async patiently(): Promise<pg.PoolClient> {
    const deadline = Date.now() + this.patienceMs
    for (;;) {
      try {
        return await super.connect()
      } catch (error) {
        if (!isAway(error) || this.ending || Date.now() > deadline) throw error
        await wait(50)
      }
    }
  }
}
