import { useState } from 'react'
import type { Text } from '#contract/words.ts'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { openDraft } from '#ui/form/unsaved/draft.ts'
import { useWords } from '#ui/language/lang.tsx'
import { type Signature, unsigned } from '#ui/media/SignaturePad.tsx'
import { type Disclaimer, checkinDisclaimerSave } from '../contract.ts'
import { faultsOfAnswers, faultOfSignature } from '../rules.ts'
import { words as rulesWords } from '../words.ts'

type Form = {
  answers: Record<string, string>
  notes: Record<string, string>
  consent: string
  guardian: string
  signature: Signature
}
const fresh: Form = { answers: {}, notes: {}, consent: '', guardian: '', signature: unsigned }
const sealed = ['answers', 'notes', 'consent', 'guardian', 'signature'] as const

/** Manages the form for a signature: its values (kept in this tab only), its errors, and the call that signs. */
export const useSigning = (declaration: Disclaimer, onDone: () => void) => {
  const t = useWords()
  const [draft] = useState(() =>
    openDraft<Form>(
      `sign:${declaration.kind}:${declaration.registration._key}:${declaration.version}`,
      undefined,
      sealed,
    ),
  )
  const [form, setForm] = useState<Form>(() => ({ ...fresh, ...draft.read() }))
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<Refused>()
  const save = useCall(checkinDisclaimerSave)
  const signer = declaration.under_age ? form.guardian.trim() : declaration.registration.name
  const given =
    form.signature.way === 'type'
      ? { typed: form.signature.typed.trim() || undefined }
      : { strokes: form.signature.strokes || undefined }

  const wrong: Record<string, Text> = { ...faultsOfAnswers(declaration.questions, form) }
  if (declaration.under_age && !form.guardian.trim()) wrong.guardian_name = rulesWords.guardian_needed
  if (declaration.consent && form.consent !== declaration.consent.version) wrong.consent = rulesWords.consent_needed
  if (declaration.signature) {
    const missing = faultOfSignature(given, signer || declaration.registration.name)
    if (missing) wrong[missing.field] = missing.message
  }
  const change = (patch: Partial<Form>) => {
    const next = { ...form, ...patch }
    setForm(next)
    setRefused(undefined)
    draft.write(next)
  }
  const focusFirst = (fields: readonly string[]) =>
    requestAnimationFrame(() => {
      const first = [...document.querySelectorAll<HTMLElement>('[data-field]')].find((one) =>
        fields.includes(one.dataset.field ?? ''),
      )
      const target = first?.matches('input, textarea, select')
        ? first
        : first?.querySelector<HTMLElement>('input, textarea, button')
      target?.focus()
      ;(first ?? target)?.scrollIntoView({ block: 'center' })
    })
  return {
    form,
    change,
    signer,
    refused,
    busy: save.isPending,
    missing: tried ? Object.keys(wrong).length : 0,
    errorAt: (field: string): string | undefined =>
      refused?.fields[field] ?? (tried && wrong[field] ? t(wrong[field]) : undefined),
    submit: async () => {
      setTried(true)
      const fields = Object.keys(wrong)
      if (fields.length) return void focusFirst(fields)
      try {
        await save.mutateAsync({
          id: declaration.registration._key,
          kind: declaration.kind,
          version: declaration.version,
          answers: form.answers,
          notes: form.notes,
          ...(declaration.consent ? { consent: form.consent } : {}),
          ...(declaration.signature ? given : {}),
          ...(declaration.under_age ? { guardian_name: form.guardian.trim() } : {}),
        })
        draft.clear()
        onDone()
      } catch (thrown) {
        const said = refusedFrom(thrown)
        setRefused(said)
        // The declaration was signed elsewhere, closed or changed meanwhile. The page loads it again and shows the
        // reason.
        if (said.code === '409') onDone()
        else focusFirst(Object.keys(said.fields))
      }
    },
  }
}
export type Signing = ReturnType<typeof useSigning>
