import { randomBytes, randomInt } from 'node:crypto'
import { rsaPem } from '../payment/keys.ts'

export type CmbKeys = { branchNo: string; merchantNo: string; key: string; bankKeyPem: string }

export const makeCmbKeys = (): CmbKeys => ({
  branchNo: '0755',
  merchantNo: String(randomInt(10 ** 6)).padStart(6, '0'),
  key: randomBytes(8).toString('hex'),
  bankKeyPem: rsaPem(),
})
