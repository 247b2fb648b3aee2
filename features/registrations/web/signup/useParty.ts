import { useEffect, useMemo, useState } from 'react'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { usePageParams, useGo } from '#ui/router/Link.tsx'
import { takeInvite } from '#ui/router/address.ts'
import { path } from '#seam/web/paths.ts'
import { draftName } from '#seam/web/signUpDraft.ts'
import { type Draft, type StepName, emptyDraft, sealedFields } from './signUpForm.ts'
import { type PartyDraft, type Party, keptFrom, nextPerson, partyFrom } from './signUpParty.ts'

/**
 * The people of the form, kept on the device as they are typed, and the person in turn: `n` in the address, so that
 * back goes back.
 */
export const useParty = (raceid: number) => {
  const params = usePageParams()
  const go = useGo()
  const store = useMemo(() => openDraft<PartyDraft>(draftName, raceid, [...sealedFields, 'others']), [raceid])
  const [party, setParty] = useState<Party>(() => {
    const [first, ...others] = partyFrom(store.read())
    const invite = takeInvite()
    return [
      { ...emptyDraft, ...first, ...(params.event ? { eventid: params.event } : {}), ...(invite ? { invite } : {}) },
      ...others,
    ]
  })
  const [restored, setRestored] = useState(
    () => party.length > 1 || party.some((one) => one.idnum !== '' || one.name !== '' || one.person !== ''),
  )
  useEffect(() => store.write(keptFrom(party)), [store, party])
  const n = Math.min(party.length, Math.max(1, Math.trunc(Number(params.n)) || 1))
  const show = (step: StepName, of = n, options: { replace?: boolean } = {}) =>
    go(path.baoming({ step, n: of > 1 ? of : undefined }), options)
  const put = (key: string, patch: (before: Draft) => Draft) =>
    setParty((before) => before.map((one) => (one.key === key ? patch(one) : one)))
  return {
    party,
    n,
    draft: party[n - 1] ?? emptyDraft,
    wanted: params.step,
    restored,
    show,
    put,
    /** Changes all people at once, for a consent that counts for all of them. */
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
    /** Runs after sending: until the payment, typed values stay for another try, and consents are asked again. */
    settle: (unpaid: boolean) =>
      unpaid ? store.write(keptFrom(party.map((one) => ({ ...one, agreed: {} })))) : store.clear(),
  }
}
export type PartyForm = ReturnType<typeof useParty>
