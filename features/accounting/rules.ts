import { two } from '#contract/written.ts'

/** The books of a month are kept in China's time, whatever the zone of the race is. */
export const BOOKS_ZONE = 'Asia/Shanghai'

/** The sum of one day's ledger rows with the same event, accounts and currency. */
export type BookMovement = {
  day: string
  event: string
  debit: string
  credit: string
  currency: string
  n: number
  amount: number
}
/**
 * The fees of one channel on one day. `fee` is in thousandths of a fen, from the channel's statements. `stated` is the
 * number of payments and refunds whose fee the statements report. `unstated` is the amount, in fen, of the payments
 * whose fee no statement reports yet.
 */
export type FeesOfDay = {
  day: string
  channel: string
  currency: string
  fee: number
  stated: number
  unstated: number
}

export const feeBases = ['statement', 'rate', 'part', 'unknown', 'none'] as const
/**
 * The source of a fee: the channel's statement, the agreed rate, or both (`part`). `unknown`: neither a statement nor a
 * rate gives the fee of some payments. `none`: there is no payment with a fee.
 */
export type FeeBasis = (typeof feeBases)[number]
export const lineKinds = ['day', 'channel', 'income', 'kept', 'unmatched', 'excess'] as const
export type BookedLine = {
  /**
   * `day`: a channel on a day. `channel`: the channel's sum of the month. `income`: paid orders less refunds, without
   * orders that are open or that nobody paid. `kept`: fees that the race kept when staff paid refunds by hand.
   * `unmatched`: money that settled nothing. `excess`: the part of refunds that a channel paid beyond the requested
   * amount.
   */
  kind: (typeof lineKinds)[number]
  day: string | null
  channel: string | null
  currency: string
  payments: number
  received: number
  refunds: number
  refunded: number
  fee: number
  fee_basis: FeeBasis
  /** The received amount less the refunded amount and the fee. */
  payout: number
}

const CHANNEL = 'gateway:'
const channelOf = (account: string): string | undefined =>
  account.startsWith(CHANNEL) ? account.slice(CHANNEL.length) : account === 'by_hand' ? account : undefined

const emptyLine = (line: Pick<BookedLine, 'kind' | 'day' | 'channel' | 'currency'>): BookedLine => ({
  ...line,
  payments: 0,
  received: 0,
  refunds: 0,
  refunded: 0,
  fee: 0,
  fee_basis: 'none',
  payout: 0,
})

/** Works out the fee of a channel on a day, in fen, with its source. A rate is in millionths. */
export const feeOf = (
  { fee, stated, unstated }: Pick<FeesOfDay, 'fee' | 'stated' | 'unstated'>,
  rate: number | undefined,
): { fee: number; basis: FeeBasis } => {
  const estimated = rate === undefined ? 0 : (unstated * rate) / 1000
  const basis: FeeBasis =
    unstated === 0 ? (stated > 0 ? 'statement' : 'none') : rate === undefined ? 'unknown' : stated > 0 ? 'part' : 'rate'
  return { fee: Math.round((fee + estimated) / 1000), basis }
}

const withFee = (line: BookedLine, fees: FeesOfDay | undefined, rate: number | undefined): BookedLine => {
  const { fee, basis } = fees ? feeOf(fees, rate) : { fee: 0, basis: 'none' as const }
  return { ...line, fee, fee_basis: basis, payout: line.received - line.refunded - fee }
}

const worse: readonly FeeBasis[] = ['none', 'statement', 'rate', 'part', 'unknown']
const sumOf = (kind: BookedLine['kind'], lines: readonly BookedLine[]): BookedLine => {
  const [{ channel, currency }] = lines as [BookedLine]
  return lines.reduce(
    (sum, line) => {
      for (const name of ['payments', 'received', 'refunds', 'refunded', 'fee', 'payout'] as const)
        sum[name] += line[name]
      if (worse.indexOf(line.fee_basis) > worse.indexOf(sum.fee_basis)) sum.fee_basis = line.fee_basis
      return sum
    },
    emptyLine({ kind, day: null, channel, currency }),
  )
}

/** The lines that belong to no channel: income, kept fees, money that settled nothing, and excess. */
const accounts: readonly {
  kind: BookedLine['kind']
  isIn: (row: BookMovement) => boolean
  isOut: (row: BookMovement) => boolean
}[] = [
  {
    kind: 'income',
    isIn: ({ event, credit }) => event === 'order_paid' && credit === 'receivable',
    isOut: ({ event, debit }) => event === 'refund_asked' && debit === 'sales',
  },
  ...(
    [
      ['kept', 'hand_fee'],
      ['unmatched', 'late_money'],
      ['excess', 'refund_excess'],
    ] as const
  ).map(([kind, account]) => ({
    kind,
    isIn: ({ credit }: BookMovement) => credit === account,
    isOut: ({ debit }: BookMovement) => debit === account,
  })),
]
const lineAt = (lines: Map<string, BookedLine>, key: string, make: () => BookedLine): BookedLine => {
  const line = lines.get(key) ?? make()
  lines.set(key, line)
  return line
}

const accountLines = (moved: readonly BookMovement[]): BookedLine[] =>
  accounts.flatMap(({ kind, isIn, isOut }) => {
    const lines = new Map<string, BookedLine>()
    for (const row of moved) {
      const { currency, amount, n } = row
      if (amount === 0 || (!isIn(row) && !isOut(row))) continue
      const line = lineAt(lines, currency, () => emptyLine({ kind, day: null, channel: null, currency }))
      if (isIn(row)) [line.payments, line.received] = [line.payments + n, line.received + amount]
      else [line.refunds, line.refunded] = [line.refunds + n, line.refunded + amount]
      line.payout = line.received - line.refunded
    }
    return [...lines.values()]
  })

/**
 * Works out the report of a month. The amounts come from ledger rows, and the fees from statements and rates. The fee
 * of a channel is rounded to fen for each day, so that the sums are exact.
 */
export const monthReportOf = (
  moved: readonly BookMovement[],
  fees: readonly FeesOfDay[],
  rates: ReadonlyMap<string, number>,
): BookedLine[] => {
  const days = new Map<string, BookedLine>()
  const keyOf = (day: string, channel: string, currency: string) => `${day} ${channel} ${currency}`
  for (const { day, debit, credit, currency, n, amount } of moved) {
    const [into, from] = [channelOf(debit), channelOf(credit)]
    for (const channel of [into, from]) {
      if (channel === undefined) continue
      const line = lineAt(days, keyOf(day, channel, currency), () => emptyLine({ kind: 'day', day, channel, currency }))
      if (channel === into) [line.payments, line.received] = [line.payments + n, line.received + amount]
      else [line.refunds, line.refunded] = [line.refunds + n, line.refunded + amount]
    }
  }
  const ofDay = new Map(fees.map((one) => [keyOf(one.day, one.channel, one.currency), one]))
  const lines = [...days]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, line]) => withFee(line, ofDay.get(key), rates.get(line.channel ?? '')))
  const channels = new Set(lines.map(({ channel, currency }) => `${channel} ${currency}`))
  const sums = [...channels].map((one) =>
    sumOf(
      'channel',
      lines.filter(({ channel, currency }) => `${channel} ${currency}` === one),
    ),
  )
  return [...lines, ...sums, ...accountLines(moved)]
}

/** Returns the first moment of a month and the first moment of the next month, in China's time. */
export const spanOfMonth = (month: string): { from: Date; until: Date } => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  const next = number === 12 ? `${year + 1}-01` : `${year}-${two(number + 1)}`
  return { from: new Date(`${month}-01T00:00:00+08:00`), until: new Date(`${next}-01T00:00:00+08:00`) }
}
