import { type AppleSettings, applePassOf } from './apple.ts'
import { type PassPush, applePushOver } from './applePush.ts'
import { type GoogleSettings, googleLinkOf } from './google.ts'
import { type GoogleUpdate, googleUpdatesOver } from './googleObjects.ts'
import type { WalletPass } from './pass.ts'

export type WalletSettings = { apple?: AppleSettings | undefined; google?: GoogleSettings | undefined }
/** The addresses of sandboxes on loopback, in place of Apple and Google. */
export type WalletServices = {
  applePush?: { base: string; authority: string }
  google?: { tokens: string; api: string }
}

/** The wallets that take passes. A wallet without credentials is missing. */
export type Wallets = {
  apple?: {
    passType: string
    make: (pass: WalletPass) => Promise<Buffer>
    /** Tells phones that a pass has changed. */
    push: PassPush
  }
  google?: {
    link: (pass: WalletPass, origin: string, now: Date) => string
    /** Changes a pass that somebody has saved. */
    update: GoogleUpdate
  }
}

export const walletsOver = ({ apple, google }: WalletSettings, services: WalletServices = {}): Wallets => ({
  ...(apple
    ? {
        apple: {
          passType: apple.passType,
          make: (pass) => applePassOf(apple, pass),
          push: applePushOver(apple, services.applePush),
        },
      }
    : {}),
  ...(google
    ? {
        google: {
          link: (pass, origin, now) => googleLinkOf(google, pass, { origin, now }),
          update: googleUpdatesOver(google, services.google),
        },
      }
    : {}),
})
