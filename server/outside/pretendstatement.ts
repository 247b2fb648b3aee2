import { crc32, deflateRawSync } from 'node:zlib'
import { beijingText, yuanOf } from './alipaycrypto.ts'
import type { BookedRefund, BookedTrade } from './pretendbooks.ts'

/** The statements that the pretend gateways publish of their own books, in their vendors' very form. */

/** What was paid and what was given back on a day, each refund with its trade. */
export type Day = { trades: readonly BookedTrade[]; refunds: readonly { refund: BookedRefund; trade: BookedTrade }[] }

/** Both vendors charge 0.60 %; in thousandths of a fen. */
const feeOf = (fen: number): number => fen * 6
const yuan5 = (thousandths: number): string =>
  `${thousandths < 0 ? '-' : ''}${Math.trunc(Math.abs(thousandths) / 100_000)}.${String(Math.abs(thousandths) % 100_000).padStart(5, '0')}`
const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)
const at = (ms: number): string => beijingText(new Date(ms))

const WECHAT =
  '交易时间,公众账号ID,商户号,特约商户号,设备号,微信订单号,商户订单号,用户标识,交易类型,交易状态,付款银行,货币种类,应结订单金额,代金券金额,微信退款单号,商户退款单号,退款金额,充值券退款金额,退款类型,退款状态,商品名称,商户数据包,手续费,费率,订单金额,申请退款金额,费率备注'
const WECHAT_TOTALS = '总交易单数,应结订单总金额,退款总金额,充值券退款总金额,手续费总金额,订单总金额,申请退款总金额'
const ticked = (values: readonly (string | number)[]): string => values.map((value) => `\`${value}`).join(',')

/** WeChat Pay's, refunds where they were asked for, done or not. */
export const wechatStatementOf = (
  { appid, mchid }: { appid: string; mchid: string },
  { trades, refunds }: Day,
): string => {
  const line = (
    when: number,
    trade: BookedTrade,
    state: string,
    amount: number,
    back: BookedRefund | undefined,
    fee: number,
  ) =>
    ticked([
      at(when),
      appid,
      mchid,
      0,
      '',
      trade.number!,
      trade.tradeno,
      trade.openid || 'pretend-payer',
      trade.way.toUpperCase(),
      state,
      'OTHERS',
      back?.currency ?? trade.paid_currency!,
      yuanOf(amount),
      '0.00',
      back?.number ?? 0,
      back?.refundno ?? 0,
      yuanOf(back?.amount ?? 0),
      '0.00',
      back ? 'ORIGINAL' : '',
      back ? (back.status === 'ABNORMAL' ? 'FAIL' : back.status) : '',
      trade.description,
      '',
      yuan5(fee),
      '0.60%',
      yuanOf(amount),
      yuanOf(back?.amount ?? 0),
      '',
    ])
  const received = sum(trades.map(({ paid_amount }) => paid_amount!))
  const refunded = sum(refunds.map(({ refund }) => refund.amount))
  const lines = [
    ...trades.map((trade) => ({
      when: trade.paid_at!,
      text: line(trade.paid_at!, trade, 'SUCCESS', trade.paid_amount!, undefined, feeOf(trade.paid_amount!)),
    })),
    ...refunds.map(({ refund, trade }) => ({
      when: refund.created_at,
      text: line(refund.created_at, trade, 'REFUND', 0, refund, -feeOf(refund.amount)),
    })),
  ].toSorted((one, other) => one.when - other.when)
  const totals = ticked([
    lines.length,
    yuanOf(received),
    yuanOf(refunded),
    '0.00',
    yuan5(feeOf(received) - feeOf(refunded)),
    yuanOf(received),
    yuanOf(refunded),
  ])
  return `\ufeff${[WECHAT, ...lines.map(({ text }) => text), WECHAT_TOTALS, totals].join('\r\n')}\r\n`
}

const ALIPAY =
  '支付宝交易号,商户订单号,业务类型,商品名称,创建时间,完成时间,门店编号,门店名称,操作员,终端号,对方账户,订单金额（元）,商家实收（元）,支付宝红包（元）,集分宝（元）,支付宝优惠（元）,商家优惠（元）,券核销金额（元）,券名称,商家红包消费金额（元）,卡消费金额（元）,退款批次号/请求号,服务费（元）,分润（元）,备注'
const day = (text: string): string => text.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$1年$2月$3日')
const signed = (fen: number): string => `${fen < 0 ? '-' : ''}${yuanOf(Math.abs(fen))}`
const nextDay = (text: string): string =>
  new Date(Date.parse(`${text}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** Alipay's text before it is packed; refunds where they were done. */
export const alipayStatementOf = (sellerid: string, date: string, { trades, refunds }: Day, now: Date): string => {
  const line = (trade: BookedTrade, kind: string, done: number, fen: number, refundno: string) =>
    [
      `${trade.number}\t`,
      `${trade.tradeno}\t`,
      kind,
      trade.description,
      at(trade.created_at),
      at(done),
      '',
      '',
      '',
      '',
      'pre***@example.com',
      signed(fen),
      signed(fen),
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '0.00',
      '',
      '0.00',
      '0.00',
      refundno && `${refundno}\t`,
      signed(0 - Math.round(feeOf(fen) / 1000)),
      '0.00',
      '',
    ].join(',')
  const lines = [
    ...trades.map((trade) => ({
      when: trade.paid_at!,
      text: line(trade, '交易', trade.paid_at!, trade.paid_amount!, ''),
    })),
    ...refunds.map(({ refund, trade }) => ({
      when: refund.done_at,
      text: line(trade, '退款', refund.done_at, -refund.amount, refund.refundno),
    })),
  ].toSorted((one, other) => one.when - other.when)
  const dashes = '-'.repeat(40)
  return `${[
    '#支付宝业务明细查询',
    `#账号：[${sellerid}0156]`,
    `#起始日期：[${day(date)} 00:00:00]   终止日期：[${day(nextDay(date))} 00:00:00]`,
    `#${dashes}业务明细列表${dashes}`,
    ALIPAY,
    ...lines.map(({ text }) => text),
    `#${dashes}业务明细列表结束${dashes}`,
    `#交易合计：${trades.length}笔，商家实收共${yuanOf(sum(trades.map(({ paid_amount }) => paid_amount!)))}元，商家优惠共0.00元`,
    `#退款合计：${refunds.length}笔，商家实收退款共${signed(-sum(refunds.map(({ refund }) => refund.amount)))}元，商家优惠退款共0.00元`,
    `#导出时间：[${at(now.getTime()).replace(/^(\d{4})-(\d\d)-(\d\d)/, '$1年$2月$3日')}]`,
  ].join('\r\n')}\r\n`
}

/** Characters to their two bytes in GBK. Node reads GBK and cannot write it. */
let gbkCodes: Map<string, number> | undefined
const gbkTable = (): Map<string, number> => {
  if (gbkCodes) return gbkCodes
  gbkCodes = new Map()
  const decoder = new TextDecoder('gbk')
  for (let high = 0x81; high <= 0xfe; high++)
    for (let low = 0x40; low <= 0xfe; low++) {
      const sign = decoder.decode(Uint8Array.of(high, low))
      if (sign.length === 1 && sign !== '\ufffd' && !gbkCodes.has(sign)) gbkCodes.set(sign, high * 256 + low)
    }
  return gbkCodes
}
/** What GBK lacks becomes a question mark, as with the vendor. */
export const gbkBytes = (text: string): Buffer => {
  const codes = gbkTable()
  const bytes: number[] = []
  for (const sign of text) {
    if (sign < '\u0080') bytes.push(sign.charCodeAt(0))
    else {
      const code = codes.get(sign) ?? 0x3f
      if (code > 0xff) bytes.push(code >> 8)
      bytes.push(code & 0xff)
    }
  }
  return Buffer.from(bytes)
}

/** A zip of files under their names in GBK, as Alipay packs its statements. */
export const zipOf = (files: readonly { name: string; bytes: Buffer }[]): Buffer => {
  const parts: Buffer[] = []
  const listing: Buffer[] = []
  let offset = 0
  for (const { name, bytes } of files) {
    const [named, packed] = [gbkBytes(name), deflateRawSync(bytes)]
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(named.length, 22)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), facts, named, packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    listing.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, named)
    offset += 30 + named.length + packed.length
  }
  const list = Buffer.concat(listing)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06', 'latin1'), end])
}
