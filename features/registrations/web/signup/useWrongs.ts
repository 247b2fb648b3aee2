import { useState } from 'react'
import { fill } from '#contract/words.ts'
import type { RaceEvent } from '#features/events/contract.ts'
import { call } from '#ui/network/call.ts'
import { useLang } from '#ui/language/lang.tsx'
import { registrationExist } from '../../signup/signup.contract.ts'
import { signUpRefusals as refusals } from '../../signup/signup.words.ts'
import { type Draft, valueOf } from './draft.ts'
import { type Mistakes, mistakeWhileTyping } from './mistakes.ts'
import { type StepName, stepOfWrong } from './formSteps.ts'

/** Returns the key under which the form notes one field of one person. */
export const mark = (one: Pick<Draft, 'key'>, name: string) => `${one.key} ${name}`

type Looked = { draft: Draft; event: RaceEvent | undefined; step: StepName; mistakes: Mistakes; now: Date }

/** Holds the faults of each field, and whether the form already shows them. */
export const useWrongs = ({ draft, event, step, mistakes, now }: Looked) => {
  const { lang } = useLang()
  const [tried, setTried] = useState<ReadonlySet<string>>(new Set())
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [wrongs, setWrongs] = useState<Readonly<Record<string, string>>>({})
  const forget = (names: readonly string[]) =>
    setWrongs((before) =>
      Object.fromEntries(Object.entries(before).filter(([name]) => !names.includes(name.replace(/ answers\./, ' ')))),
    )
  const leave = (name: string) => setLeft((before) => new Set([...before, mark(draft, name)]))

  /**
   * Returns the sentence under a field. The server's sentence comes first. The sentence of the form's own check appears
   * after the person has left the field with a value, or has tried to leave the step. The sentences about an invitation
   * code and about a complete document number appear at once.
   */
  const errorAt = (name: string): string | undefined => {
    const said = wrongs[mark(draft, name)] ?? wrongs[mark(draft, `answers.${name}`)]
    if (said) return said
    const filled = valueOf(draft, name) !== ''
    const seen = name === 'invite' || tried.has(mark(draft, step)) || (left.has(mark(draft, name)) && filled)
    const found = seen
      ? (mistakes[name] ?? mistakes[`answers.${name}`])
      : name === 'idnum' && filled
        ? mistakeWhileTyping(draft, now)
        : undefined
    if (!found) return undefined
    return fill(found.message[lang], found.values)
  }
  return {
    setWrongs,
    forget,
    /** Makes the form show the faults of this step. */
    tryStep: (one: Draft, at: StepName) => setTried((before) => new Set([...before, mark(one, at)])),
    leave,
    errorAt,
    startOver: () => {
      setTried(new Set())
      setLeft(new Set())
      setWrongs({})
    },
    orphanWrongs: Object.entries(wrongs).filter(
      ([name]) => name.startsWith(`${draft.key} `) && stepOfWrong(name.slice(draft.key.length + 1), event) === 'review',
    ),
  }
}

/**
 * Returns `isFree`, which asks the server whether the document is already in this race, before the person has filled in
 * the rest. A failed call does not stop the person.
 */
export const useDocumentCheck = (raceid: number, asks: boolean, onTaken: (sentence: string) => void) => {
  const { lang } = useLang()
  const [looking, setLooking] = useState(false)
  const [mine, setMine] = useState<string>()
  const isFree = async (draft: Draft): Promise<boolean> => {
    if (draft.person || !asks) return true
    setLooking(true)
    try {
      const found = await call(
        registrationExist,
        { raceid, idtype: draft.idtype, idnum: draft.idnum, ...(draft.country ? { country: draft.country } : {}) },
        { quiet: true },
      )
      if (!found.exist) return true
      onTaken(refusals.already_registered.message[lang])
      setMine(found.mine?._key)
      return false
    } catch {
      return true
    } finally {
      setLooking(false)
    }
  }
  return { isFree, looking, mine }
}
