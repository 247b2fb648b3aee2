import { type Lang, nameIn } from '#contract/words.ts'
import type { Db, Tx } from '#db/db.ts'
import { formOf } from '#features/events/rules.ts'
import { eventsOf } from '#features/events/service.ts'
import { Question } from '#features/fields/own/question.contract.ts'
import { sectionsOf } from '#features/fields/own/sections.rules.ts'
import type { BuiltForm, FormEdited } from './contract.ts'
import type { KnownField } from './forms.rules.ts'
import { listOwnFields } from './forms.store.ts'
import { fieldsAnswered } from './public.store.ts'

/** A field of the race's own that an event asks at present or asked in the past. */
export type OwnFieldKnown = {
  question: Question
  reason: string | null
  retired: boolean
  /** The ids of the events that ask the field. */
  events: number[]
}

/** Reads every own field of a race, by its name. A field that no event asks has its last definition. */
export const ownFieldsOf = async (on: Db | Tx, raceid: number): Promise<Map<string, OwnFieldKnown>> => {
  const [rows, events] = await Promise.all([listOwnFields(on, raceid), eventsOf(on, raceid)])
  const known = new Map<string, OwnFieldKnown>()
  for (const { name, kind, definition, personal, reason, retired_at } of rows) {
    const read = Question.safeParse({ ...(definition as object), name, kind, personal })
    if (read.success) known.set(name, { question: read.data, reason, retired: retired_at !== null, events: [] })
  }
  for (const event of events)
    for (const question of formOf(event).questions) {
      const before = known.get(question.name)
      known.set(question.name, {
        question: before?.events.length ? before.question : question,
        reason: before?.reason ?? null,
        retired: false,
        events: [...(before?.events ?? []), event.id],
      })
    }
  return known
}

/** Loads the facts about present fields that a save of a form needs. */
export const knownFields = async (on: Db | Tx, raceid: number, form?: BuiltForm) => {
  const fields = await ownFieldsOf(on, raceid)
  const names = [...new Set([...fields.keys(), ...(form?.questions ?? []).map(({ name }) => name)])]
  const answered = await fieldsAnswered.get()(on, raceid, names)
  const facts: Record<string, KnownField> = {}
  for (const [name, { question, reason }] of fields)
    facts[name] = {
      kind: question.kind,
      answered: answered[name] ?? 0,
      personal: question.personal || question.kind === 'file',
      reason,
    }
  return { fields, answered, facts }
}
export type KnownFields = Awaited<ReturnType<typeof knownFields>>

/** Reads an event's form for its builder. Returns undefined if there is no such event. */
export const formEdited = async (
  on: Db | Tx,
  raceid: number,
  eventid: number,
  lang: Lang,
): Promise<FormEdited | undefined> => {
  const events = await eventsOf(on, raceid)
  const event = events.find(({ id }) => id === eventid)
  if (!event) return undefined
  const { fields, answered } = await knownFields(on, raceid)
  const { ask, sections, questions, when, clothes, packagebus, qualifying } = formOf(event)
  return {
    eventid,
    event: nameIn(lang, event.name, event.names),
    updated_at: event.updated_at.toISOString(),
    form: { ask, sections: sectionsOf({ ask, sections, questions }), questions, when },
    fields: [...fields].map(([name, known]) => ({ ...known, answered: answered[name] ?? 0 })),
    offered: { clothes, packagebus },
    qualifying: qualifying !== undefined,
    events: events.map(({ id, name, names }) => ({ id, name: nameIn(lang, name, names) })),
  }
}
