import { type Sms, type SmsVendor, sandboxSms } from './client.ts'
import { type AliyunSms, aliyunSms } from './aliyun.ts'
import { failover } from './failover.ts'
import { type TencentSms, tencentSms } from './tencent.ts'

/** The quiet hours of the night, and the limits of messages and codes for a day. */
export type SmsOptions = {
  quiet: { from: number; to: number }
  perDay: number
  perNumber: number
  codesPerDay: number
  /** The countries to which codes are sent, by ISO 3166. An empty list means all countries. */
  countries: readonly string[]
}
export const usualOptions: Readonly<SmsOptions> = {
  quiet: { from: 22, to: 8 },
  perDay: 100_000,
  perNumber: 20,
  codesPerDay: 20_000,
  countries: ['CN', 'HK', 'MO', 'TW'],
}

export type SmsSettings = {
  aliyun?: AliyunSms | undefined
  tencent?: TencentSms | undefined
  options?: Partial<SmsOptions>
}

/**
 * Opens the sender of text messages: the real providers whose credentials are set, Aliyun before Tencent. If no
 * credentials are set, it opens a sandbox.
 */
export const openSms = ({ aliyun, tencent }: SmsSettings, clock: () => Date, print: (line: string) => void): Sms => {
  const vendors: SmsVendor[] = [
    ...(aliyun ? [aliyunSms(aliyun, { clock })] : []),
    ...(tencent ? [tencentSms(tencent, { clock })] : []),
  ]
  return vendors.length > 0 ? failover(vendors, clock) : sandboxSms(print)
}
