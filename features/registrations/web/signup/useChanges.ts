import { type Draft, withValue } from './draft.ts'
import { mark } from './useWrongs.ts'
import type { useParty } from './party/useParty.ts'
import type { StepName } from './formSteps.ts'

type Props = {
  group: ReturnType<typeof useParty>
  step: StepName | undefined
  /** Makes the person go through the steps again, because another event asks other things. */
  goThroughAgain: () => void
  /** Forgets the refusals of these fields. */
  forget: (names: readonly string[]) => void
}

/**
 * Returns the functions with which the form changes a draft. Each function except `changeAll` also forgets the refusals
 * of the fields that it changes.
 */
export const useChanges = ({ group, step, goThroughAgain, forget }: Props) => {
  const { party, draft } = group
  const change = (patch: Partial<Draft>) => {
    group.put(draft.key, (before) => ({ ...before, ...patch }))
    if (patch.eventid !== undefined) goThroughAgain()
    forget(Object.keys(patch).map((name) => mark(draft, name.replace(/^qual_/, 'qualifying.'))))
  }
  const setField = (name: string, value: string) => {
    group.put(draft.key, (before) => withValue(before, name, value))
    forget([mark(draft, name)])
  }
  const buy = (key: string, id: string, n: number) => {
    group.put(key, (before) => ({ ...before, addons: { ...before.addons, [id]: n } }))
    const about = party.find((one) => one.key === key)
    if (about) forget([mark(about, `addons.${id}`)])
  }
  const changeAll = (patch: Partial<Draft>) => group.putAll((before) => ({ ...before, ...patch }))
  /** Records consents: in the summary for everybody, in a step for the person whose step it is. */
  const agree = (agreed: Partial<Draft['agreed']>) => {
    const put = (before: Draft): Draft => ({ ...before, agreed: { ...before.agreed, ...agreed } })
    if (step === 'review') group.putAll(put)
    else group.put(draft.key, put)
    forget(party.flatMap((one) => Object.keys(agreed).map((name) => mark(one, `consents.${name}`))))
  }
  return { change, setField, buy, changeAll, agree }
}
