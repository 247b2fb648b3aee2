import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Statements that every connection prepares under a name, from text to name. */
export const statementNames = new Map<string, string>()

/** A client that runs registered texts as prepared statements, also inside a transaction. */
export class NamingClient extends pg.Client {
  // This code cannot repeat the overloads of pg. The function changes only the call that Kysely makes and passes on
  // every other call.
  override query = ((text: unknown, params?: unknown, ...rest: unknown[]) => {
    const name = typeof text === 'string' ? statementNames.get(text) : undefined
    const plain = pg.Client.prototype.query as (...args: unknown[]) => unknown
    return name === undefined
      ? plain.call(this, text, params, ...rest)
      : plain.call(this, { name, text, values: params }, ...rest)
  }) as typeof pg.Client.prototype.query
}

/** Tells whether no server answers at the address, or whether the server is starting or stopping. */
export const isDatabaseAway = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE', '57P03', '57P01'].includes(code ?? '') ||
    message === 'Connection terminated unexpectedly'
  )
}

/**
 * Tells whether a connection broke while a statement was under way. In a transaction, the error may come from a later
 * statement over the same connection.
 */
export const isLost = (error: unknown): boolean => {
  const { code, message } = error as { code?: string; message?: string }
  return (
    ['ECONNRESET', 'EPIPE', '57P01'].includes(code ?? '') ||
    message === 'Connection terminated unexpectedly' ||
    message === 'Client has encountered a connection error and is not queryable'
  )
}

/** Ends a connection at once, without waiting for the server. */
export const cutOff = (client: pg.Client | pg.PoolClient): void => {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}

type Connected = (
  error: Error | undefined,
  client: pg.PoolClient | undefined,
  done: (release?: unknown) => void,
) => void

/**
 * A pool that waits up to `patienceMs` for a database that starts again, so that calls do not fail meanwhile. The pool
 * tries several times to connect, but never repeats a statement. A statement under way fails, because nobody knows
 * whether the database has run it.
 */
export class PatientPool extends pg.Pool {
  readonly patienceMs: number
  /** The open connections, each with the moment from which it is open. */
  private readonly opened = new Map<pg.PoolClient, number>()

  constructor(config: pg.PoolConfig, patienceMs: number) {
    super(config)
    this.patienceMs = patienceMs
    // A lost idle connection must not end the process. The pool drops the connection by itself.
    this.on('error', () => undefined)
    this.on('connect', (client) => {
      client.on('error', () => undefined)
      this.opened.set(client, Date.now())
    })
    this.on('remove', (client) => this.opened.delete(client))
  }

  /**
   * Cuts the connections that were opened before a moment. Their statements fail, and later statements open new
   * connections.
   */
  dropOlderThan(moment: number): void {
    for (const [client, at] of this.opened) if (at < moment) cutOff(client)
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
        if (!isDatabaseAway(error) || this.ending || Date.now() > deadline) throw error
        await wait(50)
      }
    }
  }
}
