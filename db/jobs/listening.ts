import type pg from 'pg'
import { type Db, poolOf } from '../db.ts'

export type Listening = {
  /** Settles once it hears, or could not begin. */
  ready: () => Promise<void>
  /** Whether it hears now. Where it does not, it tries anew: asked now and then, it comes back after any failure. */
  hears: () => boolean
  close: () => Promise<void>
}

/**
 * Hears what `notify` says on a channel, over a connection of its own; where that is lost it begins anew. What was said
 * meanwhile is not heard.
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
    mine.on('notification', ({ payload }) => heard(payload ?? ''))
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
