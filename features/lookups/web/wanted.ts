import type { Refused } from '#ui/network/call.ts'

/** What goes with a look-up that is asked again: a check that was passed, or a second fact. */
export type Passed = { captchaid: string; captcha: string } | { fact: string }
export type LookupPurpose = 'picture' | 'fact' | 'mobile' | 'session'

export const wantedBy = (refused: Refused | null): LookupPurpose => {
  const check = refused?.facts.check
  return check === 'fact' || check === 'mobile' || check === 'session' ? check : 'picture'
}
