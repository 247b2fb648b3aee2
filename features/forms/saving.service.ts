import type { Tx } from '#db/db.ts'
import type { Seal } from '#db/sealing/seal.ts'
import type { EventForm } from '#features/events/form.contract.ts'
import { formOf } from '#features/events/rules.ts'
import { type EventRow, saveEvent } from '#features/events/service.ts'
import { answerText, questionLabel } from '#features/fields/own/answers.rules.ts'
import type { Question } from '#features/fields/own/question.contract.ts'
import { isBuiltInSection } from '#features/fields/own/sections.rules.ts'
import type { AskableField } from '#features/fields/lists.rules.ts'
import { labels } from '#features/fields/words.ts'
import { logChange } from '#features/staff/service.ts'
import type { Who } from '#seam/server/handle.ts'
import type { BuiltForm } from './contract.ts'
import { sharedInto, withQuestion } from './forms.rules.ts'
import { removeOwnField, upsertOwnField } from './forms.store.ts'
import { loggedWords } from './words.ts'
import { fieldSealed } from './public.store.ts'
import type { KnownFields } from './service.ts'

type Working = { tx: Tx; seal: Seal; now: Date; who: Who }
type Given = {
  raceid: number
  eventid: number
  form: BuiltForm
  everywhere: readonly string[]
  reasons: Readonly<Record<string, string>>
  /** The event and all events of the race, locked by the caller. */
  before: EventRow
  events: readonly EventRow[]
  known: KnownFields
}

/** Makes a file field personal. Removes options and `desk` if the kind of the field has none. */
const tidy = ({ desk, ...question }: Question): Question => ({
  ...question,
  ...(desk && question.kind === 'file' ? { desk } : {}),
  personal: question.personal || question.kind === 'file',
  options: question.kind === 'choice' || question.kind === 'choices' ? question.options : [],
})

/** Returns another event's form with the new versions of shared fields, and with the fields in `everywhere`. */
const formFor = (other: EventForm, form: BuiltForm, everywhere: readonly string[]): EventForm => {
  const shared = other.questions.map((theirs) => {
    const ours = form.questions.find(({ name }) => name === theirs.name)
    return ours ? sharedInto(theirs, ours) : theirs
  })
  return form.questions
    .filter(({ name }) => everywhere.includes(name))
    .reduce<EventForm>(
      (grown, question) => {
        const section = form.sections.find(({ fields }) => fields.includes(question.name))
        return withQuestion(grown, question, section ?? { name: 'more', says: {}, fields: [] })
      },
      { ...other, questions: shared },
    )
}

/** Saves the race's own fields. Retires or deletes each field that no event asks after this save. */
const writeFields = async (
  { tx, seal, now }: Working,
  { raceid, form, reasons, known }: Given,
  inForms: Set<string>,
) => {
  const written = (question: Question, retired_at: Date | null) => ({
    raceid,
    name: question.name,
    kind: question.kind,
    definition: JSON.stringify(question),
    personal: question.personal,
    reason: question.personal ? null : (reasons[question.name] ?? known.fields.get(question.name)?.reason ?? null),
    retired_at,
    created_at: now,
    updated_at: now,
  })
  for (const question of form.questions) {
    const before = known.facts[question.name]
    await upsertOwnField(tx, written(question, null))
    if (question.personal && before && !before.personal && before.answered > 0)
      await fieldSealed.get()(tx, seal, raceid, question, now)
  }
  for (const [name, { question, retired }] of known.fields) {
    if (inForms.has(name)) continue
    if ((known.answered[name] ?? 0) === 0) await removeOwnField(tx, raceid, name)
    else if (!retired) await upsertOwnField(tx, written(question, now))
  }
}

/** Returns a form for the log, with the Chinese names that staff read. */
const logged = ({ ask, sections, questions, when }: BuiltForm) => {
  const called = (name: string): string => {
    const question = questions.find((one) => one.name === name)
    return (question ? questionLabel(question) : labels[name as AskableField])?.['zh-cn'] ?? name
  }
  const headed = ({ name, says }: BuiltForm['sections'][number]): string =>
    says['zh-cn'] || (isBuiltInSection(name) ? loggedWords[name]['zh-cn'] : name)
  const answered = (name: string, is: readonly string[]): string => {
    const question = questions.find((one) => one.name === name)
    return is.map((value) => answerText(question, value, 'zh-cn')).join(' / ')
  }
  return {
    ask: Object.entries(ask)
      .map(([name, how]) => `${called(name)}（${loggedWords[how]['zh-cn']}）`)
      .join('、'),
    sections: sections.map((section) => `${headed(section)}：${section.fields.map(called).join('、')}`).join('；'),
    when: Object.entries(when)
      .map(([name, { field, is }]) => `${called(name)}：${called(field)} = ${answered(field, is)}`)
      .join('；'),
    questions: questions.map((one) => `${called(one.name)}${one.personal ? ' *' : ''}`).join('、'),
  }
}

/** Saves a checked form. The caller has locked the events. */
export const saveForm = async (working: Working, given: Given): Promise<void> => {
  const { tx, now, who } = working
  const { raceid, eventid, everywhere, reasons, before, events } = given
  const form: BuiltForm = { ...given.form, questions: given.form.questions.map(tidy) }
  const inForms = new Set<string>()
  for (const event of events) {
    const was = formOf(event)
    const becomes: EventForm = event.id === eventid ? { ...was, ...form } : formFor(was, form, everywhere)
    for (const { name } of becomes.questions) inForms.add(name)
    if (JSON.stringify(was) !== JSON.stringify(becomes)) await saveEvent(tx, { ...event, form: becomes }, now)
  }
  await writeFields(working, { ...given, form }, inForms)
  await logChange(tx, {
    who,
    now,
    raceid,
    what: 'form changed',
    target: `event ${eventid}`,
    before: logged(formOf(before)),
    after: { ...logged(form), ...(Object.keys(reasons).length > 0 ? { reasons: JSON.stringify(reasons) } : {}) },
  })
}
