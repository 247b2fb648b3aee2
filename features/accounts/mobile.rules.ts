import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { isMainlandMobile, looksLikeMobile, normalMobile } from './rules.ts'

/**
 * The normal form of a mobile, or undefined where the text is none. In the mainland it is 1 and 10 digits. For other
 * countries the library knows which numbers can be mobiles. Server only: the library weighs 100 kB.
 */
export const mobileOf = (given: string): string | undefined => {
  const mobile = normalMobile(given)
  if (isMainlandMobile(mobile)) return mobile
  if (!looksLikeMobile(mobile)) return undefined
  const parsed = parsePhoneNumberFromString(mobile)
  return parsed?.isValid() ? normalMobile(parsed.number) : undefined
}

/** The country of a mobile in its normal form, by ISO 3166; '' where it is unknown. */
export const countryOf = (mobile: string): string =>
  isMainlandMobile(mobile) ? 'CN' : (parsePhoneNumberFromString(mobile)?.country ?? '')
