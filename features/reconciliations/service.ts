import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Db } from '#db/db.ts'
import { raceOfTradeno } from '#features/orders/rules.ts'
import { askGatewayAgain, askRefundAgain } from '#features/payments/askGateway.service.ts'
import type { Parts } from '#seam/server/handle.ts'
import { GatewayDown, GatewayRefused } from '#integrations/payment/gateway.ts'
import {
  type StatedPayment,
  type StatedRefund,
  type StatementPart,
  type StatedSpan,
  StatementUnreadable,
  type Statements,
} from '#integrations/payment/statement.ts'
import type { ReconciledChannel, DayState } from './contract.ts'
import {
  type FoundDifference,
  type Sums,
  addLine,
  noSums,
  paymentFound,
  refundFound,
  momentsOfDay,
  totalsFound,
} from './rules.ts'
import {
  type StatementDay,
  type KeptDifference,
  type MatchedLine,
  claimDay,
  clearLines,
  countOpen,
  findDay,
  finishDay,
  keepStatementRun,
  listDifferences,
  listPaymentsOf,
  listRefundsOf,
  listUnlisted,
  noteLines,
  readRates,
  replaceDifferences,
  settleByAsking,
} from './store.ts'

/**
 * The name of the job that compares one day of one channel. `DAILY` is the job that adds one such job for each channel
 * every morning.
 */
export const RECONCILE = 'day reconcile'
export const DAILY = 'days_reconcile'

type Working = Pick<Parts, 'db' | 'integrations' | 'origin'>
/**
 * The outcome of a comparison. `differences` lists the differences of this comparison, each with both sides. `open` is
 * the number of the day's differences that nobody has settled. `beyond` is the number of further differences that are
 * not kept one by one.
 */
export type ComparedDay = {
  state: DayState
  failure?: string
  lines: number
  matched: number
  asked: number
  open: number
  beyond: number
  differences: (KeptDifference & { settled: boolean })[]
  sums: Sums
}

/** The time after which a run counts as killed, so that another run may take its day. */
const STALE_MS = 30 * 60_000
const BATCH = 1000
/**
 * The most differences that a day keeps one by one. A file of another merchant makes thousands, and nobody reads all of
 * them.
 */
const MOST_KEPT = 5000

type Line = StatedPayment | StatedRefund
const isTakenBack = (line: Line) => line.kind === 'payment' && line.state === 'taken_back'
const refundNumber = (line: Line) => (line.kind === 'refund' ? line.refundno : undefined)
const raceOfLine = (line: Line): number | undefined =>
  raceOfTradeno((refundNumber(line) ?? line.tradeno).replace(/-r\d+$/, ''))
const markOf = (line: Line, found: FoundDifference): string =>
  `${found.kind} ${refundNumber(line) ?? line.tradeno}${found.kind === 'doubled' ? ` ${line.line}` : ''}`
const keyOf = (raceid: number, number: string) => `${raceid} ${number}`

export type Run = {
  db: Db
  parts: Working
  day: StatementDay
  rate: number | undefined
  sums: Sums
  matched: number
  asked: string[]
  found: Map<string, KeptDifference>
  count: number
  now: Date
  /** The span of time that the statement names. */ span?: { from: Date; until: Date }
}
const keep = (run: Run, one: KeptDifference): void => {
  if (run.found.has(one.mark)) return
  run.count += 1
  if (run.found.size < MOST_KEPT) run.found.set(one.mark, one)
}

type Ours = { id: number; orderid: number; raceid: number; found: (line: Line) => FoundDifference[] }
/**
 * Finds the payments and refunds of our books for some lines. The number in a line names the race. A line that our
 * books do not know has no entry in the result.
 */
export const oursOf = async ({ db, day: { gateway }, rate }: Run, lines: readonly Line[]): Promise<Map<Line, Ours>> => {
  const numbered = lines.flatMap((line) => {
    const raceid = raceOfLine(line)
    return raceid === undefined ? [] : [{ line, raceid, number: refundNumber(line) ?? line.tradeno }]
  })
  const [payments, refunds] = await Promise.all([
    listPaymentsOf(
      db,
      numbered.filter(({ line }) => line.kind === 'payment'),
    ),
    listRefundsOf(
      db,
      numbered.filter(({ line }) => line.kind === 'refund'),
    ),
  ])
  const paid = new Map(payments.map((one) => [keyOf(one.raceid, one.tradeno), one]))
  const back = new Map(refunds.map((one) => [keyOf(one.raceid, one.refundno), one]))
  const ours = new Map<Line, Ours>()
  for (const { line, raceid, number } of numbered) {
    const one = (line.kind === 'payment' ? paid : back).get(keyOf(raceid, number))
    if (!one || one.gateway !== gateway) continue
    const found = (totals: Line): FoundDifference[] =>
      totals.kind === 'payment'
        ? paymentFound(totals, paid.get(keyOf(raceid, number)), gateway, rate)
        : refundFound(totals, back.get(keyOf(raceid, number)), gateway, rate)
    ours.set(line, { id: one.id, orderid: one.orderid, raceid, found })
  }
  return ours
}
export const foundIn = (run: Run, line: Line, ours: Ours | undefined): FoundDifference[] =>
  ours
    ? ours.found(line)
    : line.kind === 'payment'
      ? paymentFound(line, undefined, run.day.gateway, run.rate)
      : refundFound(line, undefined, run.day.gateway, run.rate)

/**
 * The kinds of differences for which the server asks the gateway. A statement alone does not prove money that our books
 * lack.
 */
const canBeAsked: ReadonlySet<FoundDifference['kind']> = new Set(['missing_here', 'refund_state'])
const ask = async (run: Run, line: Line, raceid: number): Promise<void> => {
  try {
    if (line.kind === 'payment') await askGatewayAgain(run.parts, raceid, line.tradeno, run.now)
    else await askRefundAgain(run.parts, raceid, line.refundno, run.now)
  } catch (error) {
    if (!(error instanceof GatewayDown || error instanceof GatewayRefused)) throw error
  }
}

const compareLines = async (run: Run, lines: readonly Line[]): Promise<void> => {
  for (const line of lines) addLine(run.sums, line)
  const ours = await oursOf(run, lines)
  const matchedLines: MatchedLine[] = []
  // A channel may report in a line of its own that it took a payment back. The payment is in another line, so this line
  // must not count as a second report of the payment.
  for (const [line, { raceid, id }] of ours)
    if (!isTakenBack(line)) matchedLines.push({ raceid, kind: line.kind, id, line: line.line, fee: line.fee ?? null })
  const noted = await noteLines(run.db, run.day, matchedLines)
  for (const line of lines) {
    const mine = ours.get(line)
    let found = foundIn(run, line, mine)
    if (mine && !isTakenBack(line) && !noted.has(line.line)) found = [{ kind: 'doubled', theirs: line.number }]
    if (mine && found.some(({ kind }) => canBeAsked.has(kind))) {
      await ask(run, line, mine.raceid)
      const after = foundIn(run, line, (await oursOf(run, [line])).get(line))
      for (const one of found)
        if (canBeAsked.has(one.kind) && !after.some(({ kind }) => kind === one.kind)) run.asked.push(markOf(line, one))
      found = [
        ...found.filter(({ kind }) => canBeAsked.has(kind)),
        ...after.filter(({ kind }) => !canBeAsked.has(kind)),
      ]
    }
    if (found.length === 0) run.matched += 1
    for (const one of found)
      keep(run, {
        mark: markOf(line, one),
        ...one,
        line: line.line,
        tradeno: line.tradeno,
        refundno: refundNumber(line),
        number: line.number,
        raceid: mine?.raceid,
        orderid: mine?.orderid,
      })
  }
}

/** Returns the span that a statement names. Throws StatementUnreadable if the span is not of this day. */
export const spanIn = ({ from, until }: StatedSpan, day: string, zone: string): { from: Date; until: Date } => {
  const wanted = momentsOfDay(day, zone)
  if (from >= wanted.until || until <= wanted.from) throw new StatementUnreadable('a statement of another day')
  return { from, until }
}

/**
 * Tells whether a statement has lines. Reads the statement to its end, and throws StatementUnreadable if it cannot be
 * read.
 */
const hasLines = async (parts: AsyncIterable<StatementPart>, day: string, zone: string): Promise<boolean> => {
  let found = false
  for await (const part of parts) {
    if (part.kind === 'span') spanIn(part, day, zone)
    else if (part.kind !== 'totals') found = true
  }
  return found
}

/** Reads a statement in portions and returns the number of its lines. */
const readThrough = async (run: Run, parts: AsyncIterable<StatementPart>, zone: string): Promise<number> => {
  let batch: Line[] = []
  let lines = 0
  for await (const part of parts) {
    if (part.kind === 'payment' || part.kind === 'refund') {
      lines += 1
      batch.push(part)
      if (batch.length >= BATCH) {
        await compareLines(run, batch)
        batch = []
      }
    } else if (part.kind === 'malformed') {
      lines += 1
      run.sums.malformed += 1
      keep(run, { mark: `malformed ${part.line}`, kind: 'malformed', line: part.line, theirs: part.why })
    } else if (part.kind === 'span') run.span = spanIn(part, run.day.day, zone)
    else {
      await compareLines(run, batch)
      batch = []
      for (const found of totalsFound(part, run.sums)) keep(run, { mark: 'totals', ...found, line: part.line })
    }
  }
  await compareLines(run, batch)
  return lines
}

const compareUnlisted = async (run: Run, zone: string): Promise<void> => {
  const span = run.span ?? momentsOfDay(run.day.day, zone)
  for (const one of await listUnlisted(run.db, run.day.gateway, span, { most: MOST_KEPT + 1 })) {
    const kind = one.refundno ? 'refund_missing_there' : 'missing_there'
    keep(run, {
      mark: `${kind} ${one.refundno ?? one.tradeno}`,
      kind,
      tradeno: one.tradeno,
      refundno: one.refundno ?? undefined,
      number: one.number ?? undefined,
      raceid: one.raceid,
      orderid: one.orderid,
      ours: `${one.currency} ${(one.amount / 100).toFixed(2)}`,
    })
  }
}

export const withFolder = async <T>(work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'startline-statement-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Compares a day of a channel with our books. The statement is fetched, or is a `file` that a person uploads. Returns
 * undefined if another run is at work, or if the channel has no statements. The caller must not have an open
 * transaction, because the function talks to the gateway.
 */
export const reconcile = async (
  parts: Working,
  { gateway: name, day, file }: { gateway: ReconciledChannel; day: string; file?: string | undefined },
  now: Date,
): Promise<ComparedDay | undefined> => {
  const statement = parts.integrations.gateways[name]?.statement
  const key = { gateway: name, day }
  if (
    !statement ||
    !(await claimDay(parts.db, key, file ? 'file' : 'fetched', now, new Date(now.getTime() - STALE_MS)))
  )
    return undefined
  const run: Run = {
    db: parts.db,
    parts,
    day: key,
    rate: (await readRates(parts.db)).get(name),
    sums: noSums(),
    matched: 0,
    asked: [],
    found: new Map(),
    count: 0,
    now,
  }
  try {
    return await withFolder((folder) => compareDay(run, statement, file, join(folder, 'statement')))
  } catch (error) {
    const state = error instanceof GatewayDown ? 'not_ready' : 'failed'
    const known =
      error instanceof GatewayDown || error instanceof GatewayRefused || error instanceof StatementUnreadable
    const failure = known ? error.message : 'our own fault'
    await finishDay(parts.db, key, { state, failure }, now)
    await keepStatementRun(parts.db, key, { source: file ? 'file' : 'fetched', state, failure }, now)
    if (!known) throw error
    return { state, failure, lines: 0, matched: 0, asked: 0, open: 0, beyond: 0, differences: [], sums: run.sums }
  }
}

const compareDay = async (
  run: Run,
  statement: Statements,
  given: string | undefined,
  place: string,
): Promise<ComparedDay> => {
  const { db, day, now } = run
  const kept = given ? 'kept' : await statement.fetch(day.day, place)
  const source = given ? 'file' : kept === 'none' ? 'none' : 'fetched'
  const read = () => statement.read(given ?? place)
  // A statement that is empty, or that breaks off, removes nothing that an earlier statement reported.
  const isEmpty = kept === 'none' || !(await hasLines(read(), day.day, statement.zone))
  const before = (await findDay(db, day))!
  const isKept = isEmpty && before.lines > 0
  if (!isKept) await clearLines(db, day)
  const lines = kept === 'none' ? 0 : await readThrough(run, read(), statement.zone)
  await compareUnlisted(run, statement.zone)
  const beyond = isKept ? before.unlisted : run.count - run.found.size
  const open = await db.transaction().execute(async (tx) => {
    await replaceDifferences(tx, day, { found: [...run.found.values()], source: isEmpty ? 'none' : source }, now)
    await settleByAsking(tx, day, run.asked, now)
    const left = await countOpen(tx, day)
    const state = left + beyond > 0 ? 'differs' : 'even'
    const counts = { lines, matched: run.matched, differences: run.count }
    const { payments, received, refunds, refunded, fees, currency = 'CNY' } = run.sums
    const totals = {
      source,
      ...counts,
      unlisted: beyond,
      payments,
      received,
      refunds,
      refunded,
      fees,
      currency,
    } as const
    await finishDay(tx, day, isKept ? { state } : { state, ...totals }, now)
    await keepStatementRun(tx, day, { source, state, ...counts }, now)
    return left
  })
  const unsettled = new Set(
    (await listDifferences(db, day, { settled: false, limit: MOST_KEPT })).map(({ mark }) => mark),
  )
  return {
    state: open + beyond > 0 ? 'differs' : 'even',
    lines,
    matched: run.matched,
    asked: run.asked.length,
    open,
    beyond,
    differences: [...run.found.values()].map((one) => ({ ...one, settled: !unsettled.has(one.mark) })),
    sums: run.sums,
  }
}
