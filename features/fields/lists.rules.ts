import { type FieldName, type Fields, type FieldsWith, fields, fieldsWith } from './fields.rules.ts'
import { fieldSteps } from './listed.rules.ts'

const those = <Name extends FieldName>(has: (name: FieldName) => boolean): Name[] =>
  (Object.keys(fields) as FieldName[]).filter((name): name is Name => has(name))

/** Fields that hold one text. A draft of the form keeps them under their own names, as people typed them. */
export type TypedField = FieldsWith<{ asked: 'always' | 'form' | 'area' }>
export const typedFields = those<TypedField>((name) => fields[name].asked !== 'apart')
/** Optional fields of an event and of a registration. Each field holds one text. Its `kind` decides the check. */
export type OptionalField = FieldsWith<{ asked: 'form' | 'area' }>
export const optionalFields = those<OptionalField>((name) => ['form', 'area'].includes(fields[name].asked))
/** Fields that an event may ask, in the order of `fieldSteps`. `area` means province, city and area together. */
export type AskableField = FieldsWith<{ asked: 'form' }>
export const askableFields = fieldsWith({ asked: 'form' }).sort(
  (one, other) => fieldSteps.indexOf(fields[one].step) - fieldSteps.indexOf(fields[other].step),
)
/** The fields that an event asks, each with the word that tells whether a person must answer. */
type AskOfForm = Partial<Record<AskableField, 'required' | 'optional'>>
/** Makes the part of a form that asks these fields. */
export const askAll = (names: readonly AskableField[], need: 'required' | 'optional'): AskOfForm =>
  Object.fromEntries(names.map((name) => [name, need]))
/** The fields that the form of a new event asks, until staff change the form. */
export const askOfNewEvent: AskOfForm = Object.fromEntries(
  askableFields.flatMap((name) => {
    const { newEvent } = fields[name]
    return newEvent === 'absent' ? [] : [[name, newEvent]]
  }),
)
/** Fields with a few options that are the same in every event. */
export type ChoiceField = FieldsWith<{ kind: 'choice' }>
export type OptionOf<Name extends ChoiceField> = Fields[Name]['options'][number]
export type StockField = FieldsWith<{ kind: 'stock' }>
export const stockFields = fieldsWith({ kind: 'stock' })
export type PlaceField = FieldsWith<{ kind: 'place' }>
export const placeFields = fieldsWith({ kind: 'place' })
export const phoneFields = fieldsWith({ kind: 'phone' })
/** Fields whose columns are sealed. */
export type SealedField = FieldsWith<{ sealed: string }>
/** Optional fields that only their registrant and staff with the right can read. */
export type PrivateField = FieldsWith<{ asked: 'form' | 'area'; seen: 'own' }>
export const privateFields = those<PrivateField>(
  (name) => optionalFields.includes(name as OptionalField) && fields[name].seen === 'own',
)
/** Fields that the registrant may change after signing up. `area` means province, city and area together. */
export type EditableField = FieldsWith<{ editable: true }>
export const editableFields = fieldsWith({ editable: true })
/** Fields that a change of a registration may send, each as one text. */
export type EditableText = FieldsWith<{ asked: 'always' | 'form' | 'area'; editable: true | 'area' }>
export const editableTexts = those<EditableText>(
  (name) => fields[name].asked !== 'apart' && fields[name].editable !== false,
)
/** Fields that every event asks and that a registrant cannot change. The document's number is left out. */
export type FixedText = Exclude<FieldsWith<{ asked: 'always'; editable: false }>, 'idnum'>
export const fixedTexts = those<FixedText>(
  (name) => fields[name].asked === 'always' && fields[name].editable === false && name !== 'idnum',
)
/** Fields that are copied to a saved person. */
export type SavedField = FieldsWith<{ saved: true | 'document' }>
export const savedFields = those<SavedField>((name) => fields[name].saved !== false)
