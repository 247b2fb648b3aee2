import { useState } from 'react'
import type { InputOf, OutputOf } from '#contract/endpoint.ts'
import { type Refused, call, refusedFrom, useCall } from '#ui/network/call.ts'
import {
  type DisruptionChoice,
  type DisruptionKind,
  consoleDisruptionsDeclare,
  consoleDisruptionsPreview,
} from '../contract.ts'

export type DraftTyped = {
  kind: DisruptionKind
  eventids: number[]
  reason: { 'zh-cn'?: string; 'zh-tw'?: string; en?: string }
  new_start: string | null
  distances: Record<string, number>
  choices: DisruptionChoice[]
  fallback: DisruptionChoice
  kept_percent: number
  race: string
  pays: 'nothing' | 'full'
  until: string | null
}
export type Foreseen = OutputOf<typeof consoleDisruptionsPreview>

const fresh: DraftTyped = {
  kind: 'postpone',
  eventids: [],
  reason: {},
  new_start: null,
  distances: {},
  choices: ['keep', 'refund'],
  fallback: 'keep',
  kept_percent: 0,
  race: '',
  pays: 'nothing',
  until: null,
}

const usual: Record<DisruptionKind, Pick<DraftTyped, 'choices' | 'fallback'>> = {
  postpone: { choices: ['keep', 'refund'], fallback: 'keep' },
  shorten: { choices: ['keep', 'refund'], fallback: 'keep' },
  cancel: { choices: ['refund'], fallback: 'refund' },
}

/** Builds the input of the calls. Only the Simplified Chinese reason is required. */
const inputOf = (typed: DraftTyped): InputOf<typeof consoleDisruptionsDeclare>['draft'] => ({
  kind: typed.kind,
  eventids: typed.eventids,
  reason: {
    'zh-cn': typed.reason['zh-cn'] ?? '',
    'zh-tw': typed.reason['zh-tw'] ?? '',
    en: typed.reason.en ?? '',
  },
  new_start: typed.kind === 'postpone' ? typed.new_start : null,
  distances: typed.kind === 'shorten' ? typed.distances : {},
  choices: typed.choices,
  fallback: typed.fallback,
  kept_percent: typed.kept_percent,
  deferral:
    typed.choices.includes('defer') && typed.race !== '' ? { race: Number(typed.race), pays: typed.pays } : null,
  until: typed.until ?? '',
})

export const useDraft = (raceid: number, onDone: () => void) => {
  const [typed, setTyped] = useState(fresh)
  const [foreseen, setForeseen] = useState<Foreseen>()
  const [refused, setRefused] = useState<Refused>()
  const [busy, setBusy] = useState(false)
  const declaring = useCall(consoleDisruptionsDeclare)
  const change = (patch: Partial<DraftTyped>) => setTyped({ ...typed, ...patch })
  const setKind = (kind: DisruptionKind) => setTyped({ ...typed, kind, ...usual[kind] })
  const toggle = (choice: DisruptionChoice) => {
    const choices = typed.choices.includes(choice)
      ? typed.choices.filter((one) => one !== choice)
      : [...typed.choices, choice]
    change({ choices, fallback: choices.includes(typed.fallback) ? typed.fallback : (choices[0] ?? typed.fallback) })
  }
  const preview = async () => {
    setBusy(true)
    setRefused(undefined)
    try {
      setForeseen(await call(consoleDisruptionsPreview, { raceid, draft: inputOf(typed) }))
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
    } finally {
      setBusy(false)
    }
  }
  const declare = async () => {
    setRefused(undefined)
    try {
      await declaring.mutateAsync({ raceid, draft: inputOf(typed), total: foreseen?.total ?? 0 })
      onDone()
    } catch (thrown) {
      setRefused(refusedFrom(thrown))
      setForeseen(undefined)
    }
  }
  return {
    typed,
    change,
    setKind,
    toggle,
    foreseen,
    back: () => setForeseen(undefined),
    preview,
    declare,
    refused,
    busy: busy || declaring.isPending,
  }
}
export type DraftForm = ReturnType<typeof useDraft>
