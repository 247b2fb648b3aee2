import * as z from 'zod/mini'
import { post } from '#contract/endpoint.ts'
import { Flag, Line, RaceId, Time, Id, Typed, GivenMoment, OptionalTyped } from '#contract/scalars.ts'
import { FormField } from '#features/events/contract.ts'
import { documentTypes } from '#features/events/form.contract.ts'
import { sentTexts } from '#features/fields/fields.contract.ts'
import { typedFields } from '#features/fields/lists.rules.ts'
import { correctable } from './correct.rules.ts'

export const consoleRegistrationsForm = post('/console/registrations/form', {
  access: { right: 'registrations.edit' },
  input: z.object({ raceid: RaceId, id: Id }),
  output: z.object({
    /** The time of the registration's last change. The form sends this time back with the correction. */
    seen: Time,
    idtypes: z.array(z.enum(documentTypes)),
    /** The built-in and own fields that the event asks, without document, name, gender, birth and mobile. */
    fields: z.array(FormField),
    answers: z.record(z.string(), z.string()),
  }),
  refusals: ['registration_not_found'],
  description: 'The fields of one registration that staff may correct, by the form of its event.',
})

export const consoleRegistrationsCorrect = post('/console/registrations/correct', {
  access: { right: 'registrations.edit' },
  input: z.object({
    raceid: RaceId,
    id: Id,
    /** The `seen` that the form got. If somebody has changed the registration since then, the server writes nothing. */
    seen: GivenMoment,
    /**
     * If the reason is missing, the server checks all fields, names every wrong field and the missing reason, and
     * writes nothing.
     */
    reason: z._default(Typed(200), ''),
    ...sentTexts(typedFields),
    guardian_name: OptionalTyped(80),
    guardian_mobile: OptionalTyped(30),
    guardian_relationship: OptionalTyped(20),
    answers: z.optional(z.record(z.string().check(z.maxLength(31)), z.string().check(z.maxLength(500)))),
    /** True if the call ignores the event's limits of age and document. The caller needs `registrations.overrule`. */
    overrule: z._default(Flag, false),
  }),
  output: z.object({
    id: z.number(),
    changed: z.array(z.enum(correctable)),
    /** The number of the correction, with which staff can undo it. Null if nothing changed. */
    correctionid: z.nullable(z.number()),
  }),
  refusals: [
    'registration_not_found',
    'changed_meanwhile',
    'document_taken',
    'overrule_no_right',
    'clothes_gone',
    'bus_full',
  ],
  description:
    'Corrects any field of a registration, by the rules of signing up and with a reason. A document is checked and refused if the race knows it already. A missing field stays as it is, an empty text removes a value. Look-up keys, ages, province, results and their ranks follow. The runner gets a message if identity changed.',
})

export const consoleRegistrationsUncorrect = post('/console/registrations/uncorrect', {
  access: { right: 'registrations.edit' },
  input: z.object({ raceid: RaceId, id: Id, correctionid: Id, reason: Line(200) }),
  output: z.object({ id: z.number(), changed: z.array(z.enum(correctable)) }),
  refusals: ['registration_not_found', 'correction_undone', 'document_taken', 'clothes_gone', 'bus_full'],
  description:
    'Undoes a correction with a reason, while its fields are still as the correction left them. The log keeps the undo as an action of its own.',
})
