import { useState } from 'react'
import { langs, nameIn } from '#contract/words.ts'
import type { AskableField } from '#features/fields/lists.rules.ts'
import { personalReason } from '#features/fields/own/personal.rules.ts'
import type { Condition, Question } from '#features/fields/own/question.contract.ts'
import { labels } from '#features/fields/words.ts'
import { useUnsaved } from '#ui/form/unsaved/useUnsaved.ts'
import { useLang, useWords } from '#ui/language/lang.tsx'
import { type Refused, refusedFrom, useCall } from '#ui/network/call.ts'
import { toast, toastSuccess } from '#ui/feedback/Toast.tsx'
import { conditioned, freeName, freshQuestion, withAskedField, withoutField } from '../arranging.rules.ts'
import { type BuiltForm, type FormEdited, type OwnField, consoleFormsSave } from '../contract.ts'
import { type KnownField, RUN, formWrong } from '../forms.rules.ts'
import { formWords as words } from './form.words.ts'

/**
 * A form under construction. `everywhere` lists the race's own fields that all events ask after saving. `reasons` tells
 * why a field is not sealed although its label looks personal.
 */
export type Built = BuiltForm & { everywhere: readonly string[]; reasons: Readonly<Record<string, string>> }
type Wrong = { at: string; said: string }

const factsOf = (fields: readonly OwnField[]): Record<string, KnownField> =>
  Object.fromEntries(
    fields.map(({ question, answered, reason }) => [
      question.name,
      { kind: question.kind, answered, personal: question.personal || question.kind === 'file', reason },
    ]),
  )
/** Finds the field that has the error. */
const questionAt = (form: BuiltForm, at: string): string | undefined =>
  /^form\.when\.(\w+)$/.exec(at)?.[1] ?? form.questions[Number(/^form\.questions\.(\d+)/.exec(at)?.[1] ?? -1)]?.name

/** Manages the state and the actions of the builder. The components of the builder show this state. */
export const useBuilder = (raceid: number, edited: FormEdited, again: () => Promise<unknown>) => {
  const t = useWords()
  const { lang } = useLang()
  const save = useCall(consoleFormsSave, { quiet: true })
  const unsaved = useUnsaved<Built>({
    name: `form ${edited.eventid}`,
    raceid,
    saved: { ...edited.form, everywhere: [], reasons: {} },
    version: edited.updated_at,
  })
  const { form, change } = unsaved
  const [open, setOpen] = useState<string>()
  const [wrong, setWrong] = useState<Wrong>()
  const [refused, setRefused] = useState<Refused>()
  const known = new Map(edited.fields.map((field) => [field.question.name, field]))
  const put = (next: (now: Built) => Built) => {
    setWrong(undefined)
    change(next)
  }
  const changeQuestion = (name: string, next: (before: Question) => Question) =>
    put((now) => ({
      ...now,
      questions: now.questions.map((question) => (question.name === name ? next(question) : question)),
    }))
  const nameOf = (name: string): string => {
    const question = form.questions.find((one) => one.name === name)
    if (name === 'area') return t(words.region)
    if (name === RUN) return t(words.run)
    if (!question) return Object.hasOwn(labels, name) ? t(labels[name as AskableField]) : name
    const said = langs.map((one) => question.says[one]).find(Boolean)
    return nameIn(lang, said ?? t(words.untitled), question.says)
  }
  const show = ({ at, said }: Wrong) => {
    setWrong({ at, said })
    const name = questionAt(form, at)
    if (name) setOpen(name)
    requestAnimationFrame(() => {
      const field = document.querySelector<HTMLElement>('#main [aria-invalid], #main [data-wrong]')
      field?.focus({ preventScroll: true })
      field?.scrollIntoView({ block: 'center' })
    })
  }
  const publish = async () => {
    const found = formWrong(form, factsOf(edited.fields), form.reasons)
    if (found) return show({ at: found.at, said: t(found.message, found.values) })
    setRefused(undefined)
    const { everywhere, reasons, ...built } = form
    try {
      await save.mutateAsync({
        raceid,
        eventid: edited.eventid,
        updated_at: edited.updated_at,
        form: built,
        everywhere: [...everywhere],
        reasons: { ...reasons },
      })
      unsaved.done()
      toastSuccess(t(words.saved))
    } catch (thrown) {
      const why = refusedFrom(thrown)
      const first = Object.entries(why.fields)[0]
      if (why.refusal === 'event_changed_meanwhile') toast(t(words.merged))
      else if (first) return show({ at: first[0], said: first[1] })
      else return setRefused(why)
    }
    return again()
  }
  return {
    raceid,
    edited,
    unsaved,
    form,
    put,
    known,
    open,
    setOpen,
    nameOf,
    refused,
    wrong,
    wrongAt: (name: string, part = ''): string | undefined => {
      const n = form.questions.findIndex((question) => question.name === name)
      if (n < 0) return wrong && part === 'when' && wrong.at === `form.when.${name}` ? wrong.said : undefined
      return wrong && wrong.at === `form.questions.${n}${part && `.${part}`}` ? wrong.said : undefined
    },
    busy: save.isPending,
    publish,
    add: (section: string) => {
      const name = freeName('f', [...known.keys(), ...form.questions.map((question) => question.name)])
      put((now) => withAskedField(now, section, freshQuestion(name, 'text')))
      setOpen(name)
    },
    remove: (name: string) => put((now) => withoutField(now, name)),
    changeQuestion,
    changeWhen: (name: string, when: Condition | undefined) => put((now) => conditioned(now, name, when)),
    /**
     * Changes the label of a question. If only the new label is about health, documents or contact, the question
     * becomes personal. A personal question stays personal under any new label.
     */
    changeSays: (name: string, says: Question['says']) =>
      changeQuestion(name, (before) => ({
        ...before,
        says,
        personal:
          before.personal ||
          (personalReason(says) !== undefined && personalReason(before.says) === undefined) ||
          before.kind === 'file',
      })),
  }
}
export type Builder = ReturnType<typeof useBuilder>
