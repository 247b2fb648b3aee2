import type pg from 'pg'
import { type Db, poolOf } from '../db.ts'

export type Listening = {
  /** Resolves when the channel is open, or when it could not be opened. */
  ready: () => Promise<void>
  /**
   * Tells whether the channel is open. If the channel is closed, the call tries to open it again. Regular calls
   * therefore bring the channel back after any failure.
   */
  hears: () => boolean
  close: () => Promise<void>
}

/**
 * Listens to a channel of `notify` over a connection of its own, and opens a new connection if the connection is lost.
 * A message that is sent while no connection is open is lost.
 */
export const listenTo = (db: Db, channel: string, heard: (payload: string) => void): Listening => {
  let client: pg.PoolClient | undefined
  let closed = false
  const begin = async (): Promise<void> => {
    const mine = await poolOf(db).connect()
    if (closed) return mine.release(true)
    const lost = () => {
      if (client !== mine) return
      client = undefined
      mine.release(true)
      if (!closed) ready = begin().catch(() => undefined)
    }
    client = mine
    mine.once('error', lost)
    mine.once('end', lost)
    // A connection that is being closed can still receive a message.
    mine.on('notification', ({ payload }) => {
      if (client === mine) heard(payload ?? '')
    })
    await mine.query(`listen ${channel}`)
  }
  let ready = begin().catch(() => undefined)
  return {
    ready: () => ready,
    hears: () => {
      if (!client && !closed) ready = ready.then(() => (client || closed ? undefined : begin())).catch(() => undefined)
      return client !== undefined
    },
    close: async () => {
      closed = true
      await ready
      const last = client
      client = undefined
      last?.release(true)
    },
  }
}
