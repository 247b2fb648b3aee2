import type { StatedPayment, StatedRefund, Statements } from '#integrations/payment/statement.ts'
import type { Parts } from '#seam/server/handle.ts'
import type { DifferenceKind, ReconciledChannel } from './contract.ts'
import { type Sums, addLine, noSums, momentsOfDay, totalsFound } from './rules.ts'
import { type Run, foundIn, oursOf, spanIn } from './service.ts'
import { listUnlisted, readRates } from './store.ts'

const BATCH = 1000
/** The payments of one page of our books. Each page reads the whole day, so few large pages are faster. */
const PAGE = 20_000
type Line = StatedPayment | StatedRefund
const numberOf = (line: Line): string => (line.kind === 'refund' ? line.refundno : line.tradeno)

export type PreviewedDay = {
  lines: number
  matched: number
  sums: Sums
  differences: ReadonlyMap<DifferenceKind, number>
}

/**
 * Compares a statement with our books and writes nothing. It asks no gateway, so a payment that only the statement
 * knows counts as a difference here. Throws StatementUnreadable if the file is no statement of this day.
 */
export const previewDay = async (
  parts: Pick<Parts, 'db' | 'integrations' | 'origin'>,
  statement: Statements,
  { gateway, day, file }: { gateway: ReconciledChannel; day: string; file: string },
  now: Date,
): Promise<PreviewedDay> => {
  const { db } = parts
  const rate = (await readRates(db)).get(gateway)
  const sums = noSums()
  const counts = { matched: 0, asked: [], found: new Map(), count: 0 }
  const run: Run = { db, parts, day: { gateway, day }, rate, sums, now, ...counts }
  const differences = new Map<DifferenceKind, number>()
  const add = (kind: DifferenceKind) => void differences.set(kind, (differences.get(kind) ?? 0) + 1)
  const seen = new Set<string>()
  const compare = async (lines: readonly Line[]): Promise<void> => {
    const ours = await oursOf(run, lines)
    for (const line of lines) {
      addLine(sums, line)
      const found = foundIn(run, line, ours.get(line))
      for (const { kind } of found) add(kind)
      const number = numberOf(line)
      if (seen.has(number) && line.kind === 'payment' && line.state === 'paid') add('doubled')
      else if (found.length === 0) run.matched += 1
      seen.add(number)
    }
  }
  const batch: Line[] = []
  let lines = 0
  let span = momentsOfDay(day, statement.zone)
  for await (const part of statement.read(file)) {
    if (part.kind === 'payment' || part.kind === 'refund') {
      lines += 1
      batch.push(part)
      if (batch.length >= BATCH) await compare(batch.splice(0))
    } else if (part.kind === 'malformed') {
      lines += 1
      add('malformed')
    } else if (part.kind === 'span') span = spanIn(part, day, statement.zone)
    else {
      await compare(batch.splice(0))
      for (const { kind } of totalsFound(part, sums)) add(kind)
    }
  }
  await compare(batch)
  // The comparison of this file replaces an earlier comparison of the day. A file without lines replaces nothing.
  const without = lines > 0 ? { gateway, day } : undefined
  for (let after: Awaited<ReturnType<typeof listUnlisted>>[number] | undefined; ;) {
    const unlisted = await listUnlisted(db, gateway, span, { most: PAGE, after, without })
    for (const { refundno, tradeno } of unlisted)
      if (!seen.has(refundno ?? tradeno)) add(refundno ? 'refund_missing_there' : 'missing_there')
    if (unlisted.length < PAGE) break
    after = unlisted.at(-1)
  }
  return { lines, matched: run.matched, sums, differences }
}
