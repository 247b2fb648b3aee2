import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { OutputOf } from '#contract/endpoint.ts'
import type { Text } from '#contract/words.ts'
import type { RaceEvent } from '#features/events/contract.ts'
import { type CheckAnswer, withWork } from '#features/checks/web/work.ts'
import { inviteShow } from '#features/invitations/contract.ts'
import { normalCode } from '#features/invitations/rules.ts'
import { type Refused, askKey, call, refusedFrom } from '#ui/network/call.ts'
import { useLang } from '#ui/language/lang.tsx'
import { signUpRefusals as refusals } from '../../../signup/signup.words.ts'
import type { Draft } from '../draft.ts'
import type { Mistakes } from '../mistakes.ts'
import type { Party } from '../party/signUpParty.ts'

const whyNots = {
  invite_over: refusals.invite_over,
  invite_used_up: refusals.invite_used_up,
  invite_elsewhere: refusals.invite_elsewhere,
}

/** The effect of a code, as `/invite/show` answers it. */
export type Brought = OutputOf<typeof inviteShow>

const everywhere = (sentence: string): Text => ({ 'zh-cn': sentence, 'zh-tw': sentence, en: sentence })

/**
 * Looks up the invitation codes of the people in the form. For each code it finds the effect, or the reason why the
 * code has no effect.
 */
export const useInvitations = (raceid: number, party: Party) => {
  const { lang } = useLang()
  const queries = useQueryClient()
  const checks = useRef<Record<string, CheckAnswer>>({})
  const codes = [...new Set(party.map((one) => normalCode(one.invite)).filter((code) => code !== ''))]
  const asking = (code: string) => ({
    queryKey: askKey(inviteShow.path, raceid, lang, { code }),
    queryFn: () =>
      withWork((work) => call(inviteShow, { raceid, code, ...work, ...checks.current[code] }, { quiet: true })),
    staleTime: 60_000,
    retry: false,
  })
  const answers = useQueries({ queries: codes.map(asking) })
  const at = (one: Draft) => answers[codes.indexOf(normalCode(one.invite))]

  /**
   * Finds the reason why a code does not help this person. Returns undefined if the code helps, or while the answer is
   * unknown.
   */
  const whyNot = (
    one: Draft,
    event: RaceEvent | undefined,
    answer: { data?: Brought | undefined; error: unknown } | undefined,
  ): Text | undefined => {
    if (!answer) return undefined
    if (answer.error) return everywhere(refusedFrom(answer.error, lang).msg)
    const brought = answer.data
    if (!brought) return undefined
    if (brought.why) return whyNots[brought.why].message
    if (event && brought.eventid !== null && brought.eventid !== event.id) return whyNots.invite_elsewhere.message
    const before = party
      .slice(
        0,
        party.findIndex(({ key }) => key === one.key),
      )
      .filter(({ invite }) => normalCode(invite) === normalCode(one.invite)).length
    return brought.remaining !== null && before >= brought.remaining ? whyNots.invite_used_up.message : undefined
  }
  const mistakeOf = (one: Draft, event: RaceEvent | undefined): Mistakes => {
    const message = one.invite === '' ? undefined : whyNot(one, event, at(one))
    return message ? { invite: { message } } : {}
  }
  return {
    mistakeOf,
    broughtTo: (one: Draft): Brought | undefined => (at(one)?.data?.why ? undefined : at(one)?.data),
    lookingAt: (one: Draft): boolean => at(one)?.isFetching ?? false,
    /** Returns the refusal by which the server demands a picture check; undefined if the server demands no check. */
    checkWanted: (one: Draft): Refused | undefined => {
      const error = at(one)?.error
      const found = error ? refusedFrom(error, lang) : undefined
      return found?.refusal?.startsWith('picture_') ? found : undefined
    },
    answerCheck: (one: Draft, answer: CheckAnswer) => {
      checks.current[normalCode(one.invite)] = answer
      void at(one)?.refetch()
    },
    /** Asks about a person's code unless the answer is already there. Returns whether the code may stay. */
    look: async (one: Draft, event: RaceEvent | undefined): Promise<boolean> => {
      try {
        const data = await queries.fetchQuery(asking(normalCode(one.invite)))
        return whyNot(one, event, { data, error: null }) === undefined
      } catch {
        return false
      }
    },
  }
}
