import type { RaceClass } from '#contract/personal.ts'

/** The groups of fields that are kept and erased together. */
export const groups = ['identity', 'contact', 'emergency', 'health', 'delivery', 'questions', 'proofs'] as const
export type FieldGroup = (typeof groups)[number]
/** The steps of the form that ask fields of the list. */
export const fieldSteps = ['who', 'contact', 'emergency', 'more', 'qualifying'] as const
/** Kinds of fields that every event asks. Each kind has its own check. */
type OwnKind = 'idtype' | 'document' | 'country' | 'gender' | 'birth'
/**
 * The kind of a field. `latin` is a name in Latin letters. `stock` is a choice among the things that the event offers,
 * which may have limits.
 */
type Kind =
  | { kind: OwnKind | 'text' | 'name' | 'latin' | 'phone' | 'mail' | 'place' | 'stock' }
  | { kind: 'choice'; options: readonly string[] }
/**
 * The events that ask the field. `always` means every event. `form` means an event whose form names the field. `area`
 * means an event that asks for the district. A field that holds more than one text has `apart` instead.
 */
type AskedBy =
  | { asked: 'always' | 'area' }
  | {
      asked: 'form'
      /** The way in which the form of a new event asks the field. Staff can change it in the form. */
      newEvent: 'required' | 'optional' | 'absent'
    }
export type ListedField = (
  | (Kind &
      AskedBy & {
        /** The longest text that a call accepts. */
        longest: number
        /** The longest text that a person can type into the form. Without this number the limit is 100. */
        typed?: number
        draft: 'tab' | 'device'
      })
  | { kind: 'questions' | 'run' | 'guardian'; asked: 'apart'; draft: 'elsewhere' }
) & {
  group: FieldGroup
  /**
   * The class of data that decides when retention erases the field. `registration` means that the field stays until the
   * whole registration is erased. `record` means that the field stays for ever, because it contains nothing about a
   * person.
   */
  retention: RaceClass | 'registration' | 'record'
  /**
   * Columns that are erased together with the field: the mask for readers who may not open the field, the keyed indexes
   * of searches, and facts derived from the field.
   */
  beside?: { mask?: `${string}_mask`; indexes?: readonly `${string}_ix`[]; facts?: readonly string[] }
  /** The step of the form that asks the field. */
  step: (typeof fieldSteps)[number]
  /**
   * True if the registrant may change the field after signing up. `area` means that it changes together with the
   * district.
   */
  editable: boolean | 'area'
  /**
   * True if the field is copied to a saved person. `document` means that it is copied only together with the whole
   * document.
   */
  saved: boolean | 'document'
  /**
   * The place where the browser keeps a draft of the field. With `tab` the draft stays in this tab. With `device` the
   * device keeps it for two weeks. `elsewhere` means that the draft uses another name.
   */
  draft: 'tab' | 'device' | 'elsewhere'
} & (
    | {
        /**
         * The label under which the column is sealed. Sealed values can be opened only with the same label, so the
         * label never changes.
         */
        sealed: string
        draft: 'tab' | 'elsewhere'
        seen: 'own'
      }
    | {
        sealed: null
        /**
         * The readers of the field. `all` means everybody with the registration's key. `own` means only its registrant
         * and staff who may open it.
         */
        seen: 'all' | 'own'
      }
  )
