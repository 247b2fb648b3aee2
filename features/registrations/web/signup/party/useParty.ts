import { useEffect, useMemo, useState } from 'react'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { usePageParams, useGo } from '#ui/router/Link.tsx'
import { takeInvite } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { draftName } from '#seam/web/signUpDraft.ts'
import { type Draft, emptyDraft, sealedFields } from '../draft.ts'
import type { StepName } from '../formSteps.ts'
import type { Elsewhere } from '../elsewhere.ts'
import { type PartyDraft, type Party, keptFrom, nextPerson, partyFrom } from './signUpParty.ts'

/**
 * Returns the stored values of the first person. On a page of another room (`elsewhere`), empty values are left out and
 * the event of that page counts.
 */
const filled = (first: Partial<Draft> | undefined, elsewhere: Elsewhere | undefined): Partial<Draft> =>
  elsewhere
    ? {
        ...(Object.fromEntries(Object.entries(first ?? {}).filter(([, value]) => value !== '')) as Partial<Draft>),
        ...(elsewhere.start.eventid === undefined ? {} : { eventid: elsewhere.start.eventid }),
      }
    : (first ?? {})

/**
 * Holds the people of the form and the person whose steps are open. The device keeps typed values. `n` in the address
 * names the person, so that "back" returns to the previous person.
 */
export const useParty = (raceid: number, elsewhere?: Elsewhere) => {
  const params = usePageParams()
  const go = useGo()
  const named = elsewhere?.draftName ?? draftName
  const store = useMemo(() => openDraft<PartyDraft>(named, raceid, [...sealedFields, 'others']), [named, raceid])
  const [party, setParty] = useState<Party>(() => {
    const [first, ...others] = partyFrom(store.read())
    const invite = takeInvite()
    return [
      {
        ...emptyDraft,
        ...elsewhere?.start,
        ...filled(first, elsewhere),
        ...(params.event ? { eventid: params.event } : {}),
        ...(invite ? { invite } : {}),
      },
      ...others,
    ]
  })
  const [restored, setRestored] = useState(
    () => party.length > 1 || party.some((one) => one.idnum !== '' || one.name !== '' || one.person !== ''),
  )
  useEffect(() => store.write(keptFrom(party)), [store, party])
  const n = Math.min(party.length, Math.max(1, Math.trunc(Number(params.n)) || 1))
  const show = (step: StepName, of = n, options: { replace?: boolean } = {}) =>
    go((elsewhere?.at ?? path.baoming)({ step, n: of > 1 ? of : undefined }), options)
  const put = (key: string, patch: (before: Draft) => Draft) =>
    setParty((before) => before.map((one) => (one.key === key ? patch(one) : one)))
  return {
    party,
    n,
    draft: party[n - 1] ?? emptyDraft,
    wanted: params.step ?? (elsewhere ? 'who' : undefined),
    restored,
    show,
    put,
    /** Changes all people at once, for a consent that counts for everybody. */
    putAll: (patch: (before: Draft) => Draft) => setParty((before) => before.map(patch)),
    add: () => {
      setParty((before) => [...before, nextPerson(before)])
      show('event', party.length + 1)
    },
    remove: (key: string) => {
      setParty((before) => (before.length > 1 ? before.filter((one) => one.key !== key) : before))
      show('review', 1, { replace: true })
    },
    startOver: () => {
      store.clear()
      setParty([{ ...emptyDraft, eventid: party[0]?.eventid ?? '' }])
      setRestored(false)
      if (n > 1) show('event', 1, { replace: true })
    },
    /**
     * Cleans up after sending. If the payment is still open, typed values stay for another try, and the form asks for
     * the consents again.
     */
    settle: (unpaid: boolean) =>
      unpaid ? store.write(keptFrom(party.map((one) => ({ ...one, agreed: {} })))) : store.clear(),
  }
}
export type PartyForm = ReturnType<typeof useParty>
