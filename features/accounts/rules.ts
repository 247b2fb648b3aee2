/** Rules for mobile numbers and codes, without the database. */

/**
 * Returns the form in which the server keeps, hashes and compares a number: 11 digits in the mainland, otherwise `+`
 * and the digits with the country code.
 */
export const normalMobile = (given: string): string => {
  const plain = given
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200f\u202a-\u202e\u2060\ufeff().-]/g, '')
    .replace(/^00/, '+')
  const mainland = /^\+?86(1\d{10})$/.exec(plain)
  return mainland ? mainland[1]! : plain
}

/**
 * Tells whether a number is a mainland mobile, which is 1 followed by 10 digits (docs/behaviour/documents.md, Telephone
 * numbers and e-mail).
 */
export const isMainlandMobile = (mobile: string): boolean => /^1\d{10}$/.test(mobile)
/**
 * Tells whether a normal form may be a mobile: a mainland number, or a number in the form of E.164. The server checks
 * the second kind with a library.
 */
export const looksLikeMobile = (mobile: string): boolean => isMainlandMobile(mobile) || /^\+[1-9]\d{6,14}$/.test(mobile)
/** Masks a number: `138****1234`, `+852****5678`. */
export const maskMobile = (mobile: string): string =>
  `${mobile.slice(0, mobile.startsWith('+') ? 4 : 3)}****${mobile.slice(-4)}`

/** A code is valid for 5 minutes and 5 tries. A person may ask for another code after a minute. */
export const code = { digits: 6, minutes: 5, tries: 5, resendSeconds: 60 }
