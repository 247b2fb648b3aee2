import { type AppleSettings, applePassOf } from './apple.ts'
import { type GoogleSettings, googleLinkOf } from './google.ts'
import type { WalletPass } from './pass.ts'

export type WalletSettings = { apple?: AppleSettings | undefined; google?: GoogleSettings | undefined }

/** The wallets that take passes. A wallet without credentials is missing. */
export type Wallets = {
  /** Makes a signed pass for Apple Wallet. */
  apple?: (pass: WalletPass) => Promise<Buffer>
  /** Makes the address at which Google Wallet saves a pass. */
  google?: (pass: WalletPass, origin: string, now: Date) => string
}

export const walletsOver = ({ apple, google }: WalletSettings): Wallets => ({
  ...(apple ? { apple: (pass) => applePassOf(apple, pass) } : {}),
  ...(google ? { google: (pass, origin, now) => googleLinkOf(google, pass, { origin, now }) } : {}),
})
