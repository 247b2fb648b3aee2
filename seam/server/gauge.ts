import type { Db } from '#db/db.ts'

/** A number that a room gives to Prometheus. Labels name races and events, and never a person. */
export type RoomGauge = { name: `startline_${string}`; help: string; values: readonly LabelledValue[] }
type LabelledValue = { labels: Readonly<Record<string, string | number>>; value: number }

/** Reads the gauges of a room from the database, once each time Prometheus asks for the metrics. */
export type ReadGauges = (db: Db, now: Date) => Promise<RoomGauge[]>
