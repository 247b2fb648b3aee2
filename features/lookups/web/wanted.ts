import type { Refused } from '#ui/network/call.ts'

/** The additions to a repeated look-up: a passed check or a second fact. */
export type Passed = { captchaid: string; captcha: string } | { fact: string }
export type LookupPurpose = 'picture' | 'fact' | 'mobile' | 'session'

export const wantedBy = (refused: Refused | null): LookupPurpose => {
  const check = refused?.facts.check
  return check === 'fact' || check === 'mobile' || check === 'session' ? check : 'picture'
}
