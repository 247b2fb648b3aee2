import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { isMainlandMobile, looksLikeMobile, normalMobile } from './rules.ts'

/**
 * Returns the normal form of a mobile, or undefined if the text is not a mobile. A mainland mobile is 1 and 10 digits.
 * For other countries a library decides. Only the server uses this function, because the library has 100 kB.
 */
export const mobileOf = (given: string): string | undefined => {
  const mobile = normalMobile(given)
  if (isMainlandMobile(mobile)) return mobile
  if (!looksLikeMobile(mobile)) return undefined
  const parsed = parsePhoneNumberFromString(mobile)
  return parsed?.isValid() ? normalMobile(parsed.number) : undefined
}

/** Returns the ISO 3166 code of the country of a mobile in its normal form, or '' if the country is unknown. */
export const countryOf = (mobile: string): string =>
  isMainlandMobile(mobile) ? 'CN' : (parsePhoneNumberFromString(mobile)?.country ?? '')
