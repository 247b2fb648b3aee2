import * as z from 'zod/mini'
import { GatewayRefused, type KnownTrade, type RefundAsk, type GatewayRefund } from '../payment/gateway.ts'
import { decimalOf, minorOf } from '../payment/money.ts'
import { type CmbAccount, call, fail, isUnknown, orderDate, read } from './account.ts'
import { momentOfDigits, orderNoOf, rowsOf, refundSerialOf } from './crypto.ts'
import { REFUNDED } from './statement.ts'

const RefundList = z.object({
  rspData: z.object({ dataCount: z.union([z.string(), z.number()]), dataList: z._default(z.string(), '') }),
})
/**
 * The positions of columns in the list of refunds. `serial` is the number that we gave the refund. `date` and `time`
 * come from the bank.
 */
const COLUMN = { serial: 5, state: 6, amount: 8, date: 12, time: 13 } as const
/** The code for a refund that was sent before. */
const REPEATED = 'MSS3202'

export const refund = async (account: CmbAccount, ask: RefundAsk): Promise<GatewayRefund> => {
  try {
    await call(account, 'DoRefundV2', {
      date: orderDate(ask.known),
      orderNo: orderNoOf(ask.tradeno),
      refundSerialNo: refundSerialOf(ask.refundno, ask.tradeno),
      amount: decimalOf(ask.amount),
      desc: [...ask.reason].slice(0, 30).join(''),
    })
  } catch (error) {
    if (!(error instanceof GatewayRefused) || error.code !== REPEATED) throw error
  }
  return { state: 'sent', refundno: ask.refundno }
}

const refundFrom = ({ clock }: CmbAccount, row: readonly string[], refundno: string): GatewayRefund => {
  if (!REFUNDED.has(row[COLUMN.state] ?? '')) return { state: 'sent', refundno }
  return {
    state: 'done',
    refundno,
    amount: minorOf(row[COLUMN.amount] ?? '') ?? fail('an amount that is none'),
    currency: 'CNY',
    doneAt: momentOfDigits(`${row[COLUMN.date]}${row[COLUMN.time]}`) ?? clock(),
  }
}

export const queryRefund = async (
  account: CmbAccount,
  refundno: string,
  tradeno: string,
  known?: KnownTrade,
): Promise<GatewayRefund> => {
  const serial = refundSerialOf(refundno, tradeno)
  const query = { date: orderDate(known), orderNo: orderNoOf(tradeno), merchantSerialNo: serial, type: 'B' }
  try {
    const { dataList } = read(RefundList, await call(account, 'QuerySettledRefundV2', query)).rspData
    const row = rowsOf(dataList).find((columns) => columns[COLUMN.serial] === serial)
    return row ? refundFrom(account, row, refundno) : { state: 'absent', refundno }
  } catch (error) {
    if (isUnknown(error)) return { state: 'absent', refundno }
    throw error
  }
}
