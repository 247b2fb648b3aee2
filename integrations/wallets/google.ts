import { createSign } from 'node:crypto'
import type { WalletPass } from './pass.ts'

/**
 * Passes for Google Wallet (developers.google.com/wallet/tickets/events): an address with a JWT that holds the pass. The
 * service account signs the JWT with RS256.
 */
export type GoogleSettings = { issuer: string; account: { email: string; privateKey: string } }

/** The longest JWT that every browser keeps whole in an address. */
const JWT_MOST = 1800
const SAVE = 'https://pay.google.com/gp/v/save/'

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const graphemes = new Intl.Segmenter('zh', { granularity: 'grapheme' })
const cut = (text: string, most: number): string => {
  const signs = Array.from(graphemes.segment(text), ({ segment }) => segment)
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`
}

/** Returns the object of a pass, with texts of at most `most` characters. */
export const googleObjectOf = ({ issuer }: Pick<GoogleSettings, 'issuer'>, pass: WalletPass, most: number) => ({
  id: `${issuer}.${pass.serial}`,
  classId: `${issuer}.${pass.group}`,
  state: pass.code === '' ? 'EXPIRED' : 'ACTIVE',
  hexBackgroundColor: pass.colour,
  ...(pass.code === '' ? {} : { barcode: { type: 'QR_CODE', value: pass.code } }),
  ...(pass.holder ? { ticketHolderName: cut(pass.holder, most) } : {}),
  ...(pass.number ? { ticketNumber: pass.number } : {}),
  textModulesData: pass.fields.map(({ key, label, value }) => ({
    id: key,
    header: cut(label, most),
    body: cut(value, most),
  })),
})
/** Builds the pass with texts of at most `most` characters. */
const payloadOf = ({ issuer }: GoogleSettings, pass: WalletPass, most: number) => {
  const language = pass.lang
  const said = (text: string) => ({ defaultValue: { language, value: cut(text, most) } })
  const classId = `${issuer}.${pass.group}`
  return {
    eventTicketClasses: [
      {
        id: classId,
        issuerName: cut(pass.race, most),
        eventName: said(pass.title),
        reviewStatus: 'UNDER_REVIEW',
        ...(pass.place ? { venue: { name: said(pass.place), address: said(pass.place) } } : {}),
        ...(pass.starts_at ? { dateTime: { start: pass.starts_at.toISOString() } } : {}),
      },
    ],
    eventTicketObjects: [googleObjectOf({ issuer }, pass, most)],
  }
}

/**
 * Makes the address that saves a pass. If the JWT is too long, the function first cuts the texts shorter, and then
 * leaves out the least important fields.
 */
export const googleLinkOf = (
  settings: GoogleSettings,
  pass: WalletPass,
  { origin, now }: { origin: string; now: Date },
): string => {
  const jwtOf = (shown: WalletPass, most: number): string => {
    const head = base64({ alg: 'RS256', typ: 'JWT' })
    const claims = base64({
      iss: settings.account.email,
      aud: 'google',
      typ: 'savetowallet',
      iat: Math.floor(now.getTime() / 1000),
      origins: [origin],
      payload: payloadOf(settings, shown, most),
    })
    const signature = createSign('sha256').update(`${head}.${claims}`).sign(settings.account.privateKey, 'base64url')
    return `${head}.${claims}.${signature}`
  }
  for (let count = pass.fields.length; count >= 0; count--)
    for (const most of [60, 30, 16]) {
      const jwt = jwtOf({ ...pass, fields: pass.fields.slice(0, count) }, most)
      if (jwt.length <= JWT_MOST) return SAVE + jwt
    }
  return SAVE + jwtOf({ ...pass, fields: [], place: '', holder: null }, 16)
}
