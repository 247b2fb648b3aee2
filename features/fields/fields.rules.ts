import type { RaceClass } from '#contract/personal.ts'

/** The groups of fields that are kept and erased together. */
export const groups = ['identity', 'contact', 'emergency', 'health', 'delivery', 'questions', 'proofs'] as const
export type FieldGroup = (typeof groups)[number]
/** The steps of the form that ask fields of the list. */
export const steps = ['who', 'contact', 'emergency', 'more', 'qualifying'] as const
/** Kinds of fields that every event asks. Each kind has its own check. */
type OwnKind = 'idtype' | 'document' | 'country' | 'gender' | 'birth'
/**
 * The kind of a field. `latin` is a name in Latin letters. `stock` is a choice among the things that the event offers,
 * which may have limits.
 */
type Kind =
  | { kind: OwnKind | 'text' | 'name' | 'latin' | 'phone' | 'mail' | 'place' | 'stock' }
  | { kind: 'choice'; options: readonly string[] }
export type ListedField = (
  | (Kind & {
      /** The longest text that a call accepts. */
      longest: number
      /** The longest text that a person can type into the form. Without it the limit is 100. */
      typed?: number
      /**
       * The events that ask the field. `always` means every event. `form` means an event whose form names the field.
       * `area` means that it is asked together with the district. Fields that are not one text have forms of their own.
       */
      asked: 'always' | 'form' | 'area'
      draft: 'tab' | 'device'
    })
  | { kind: 'questions' | 'run' | 'guardian'; asked: 'apart'; draft: 'elsewhere' }
) & {
  group: FieldGroup
  /**
   * The class of data that decides when retention erases the field. `registration` means that it stays until the whole
   * registration is erased. `record` means that it stays for good, because it tells nothing about a person.
   */
  retention: RaceClass | 'registration' | 'record'
  /**
   * Columns that are erased together with the field: the mask for readers who may not open the field, the keyed indexes
   * of searches, and facts derived from the field.
   */
  beside?: { mask?: `${string}_mask`; indexes?: readonly `${string}_ix`[]; facts?: readonly string[] }
  /** The step of the form that asks the field. */
  step: (typeof steps)[number]
  /**
   * True where the registrant may change the field after signing up. `area` means that it changes together with the
   * district.
   */
  editable: boolean | 'area'
  /**
   * True where the field is copied to a saved person. `document` means that it is copied only together with the whole
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

/**
 * Every field that an event may ask of an entrant, by the name of its column, in the order of the wire. Sign-up,
 * change, sealing, copying and erasing derive their lists from it (lists.rules.ts).
 */
export const fields = {
  idtype: {
    kind: 'idtype',
    longest: 10,
    sealed: null,
    group: 'identity',
    retention: 'record',
    step: 'who',
    asked: 'always',
    seen: 'all',
    editable: false,
    saved: 'document',
    draft: 'device',
  },
  idnum: {
    kind: 'document',
    longest: 60,
    sealed: 'idnum',
    group: 'identity',
    retention: 'identity',
    beside: {
      mask: 'idnum_mask',
      indexes: ['idnum_ix', 'document_ix', 'name_ix'],
      facts: ['national', 'province_of_document'],
    },
    step: 'who',
    asked: 'always',
    seen: 'own',
    editable: false,
    saved: 'document',
    draft: 'tab',
  },
  country: {
    kind: 'country',
    longest: 2,
    sealed: null,
    group: 'identity',
    retention: 'identity',
    step: 'who',
    asked: 'always',
    seen: 'all',
    editable: false,
    saved: 'document',
    draft: 'tab',
  },
  name: {
    kind: 'name',
    longest: 80,
    sealed: null,
    group: 'identity',
    retention: 'registration',
    step: 'who',
    asked: 'always',
    seen: 'all',
    editable: false,
    saved: true,
    draft: 'tab',
  },
  gender: {
    kind: 'gender',
    longest: 10,
    sealed: null,
    group: 'identity',
    retention: 'record',
    step: 'who',
    asked: 'always',
    seen: 'all',
    editable: false,
    saved: true,
    draft: 'tab',
  },
  birth: {
    kind: 'birth',
    longest: 10,
    sealed: 'birth',
    group: 'identity',
    retention: 'identity',
    step: 'who',
    asked: 'always',
    seen: 'own',
    editable: false,
    saved: true,
    draft: 'tab',
  },
  mobile: {
    kind: 'phone',
    longest: 30,
    sealed: 'mobile',
    group: 'contact',
    retention: 'contact',
    beside: { mask: 'mobile_mask', indexes: ['mobile_ix'] },
    step: 'contact',
    asked: 'always',
    seen: 'own',
    editable: true,
    saved: true,
    draft: 'tab',
  },
  enname: {
    kind: 'latin',
    longest: 80,
    typed: 60,
    sealed: null,
    group: 'identity',
    retention: 'registration',
    step: 'who',
    asked: 'form',
    seen: 'all',
    editable: true,
    saved: true,
    draft: 'tab',
  },
  email: {
    kind: 'mail',
    longest: 254,
    typed: 254,
    sealed: 'email',
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    asked: 'form',
    seen: 'own',
    editable: true,
    saved: true,
    draft: 'tab',
  },
  emername: {
    kind: 'name',
    longest: 80,
    typed: 60,
    sealed: 'emername',
    group: 'emergency',
    retention: 'emergency',
    step: 'emergency',
    asked: 'form',
    seen: 'own',
    editable: true,
    saved: true,
    draft: 'tab',
  },
  emertel: {
    kind: 'phone',
    longest: 30,
    typed: 20,
    sealed: 'emertel',
    group: 'emergency',
    retention: 'emergency',
    step: 'emergency',
    asked: 'form',
    seen: 'own',
    editable: true,
    saved: true,
    draft: 'tab',
  },
  emerrelationship: {
    kind: 'choice',
    options: ['parent', 'spouse', 'child', 'sibling', 'friend', 'colleague', 'other'],
    longest: 30,
    sealed: null,
    group: 'emergency',
    retention: 'emergency',
    step: 'emergency',
    asked: 'form',
    seen: 'own',
    editable: true,
    saved: true,
    draft: 'device',
  },
  bloodtype: {
    kind: 'choice',
    options: ['A', 'B', 'AB', 'O', 'unknown'],
    longest: 10,
    sealed: 'bloodtype',
    group: 'health',
    retention: 'health',
    step: 'emergency',
    asked: 'form',
    seen: 'own',
    editable: true,
    saved: true,
    draft: 'tab',
  },
  province: {
    kind: 'place',
    longest: 60,
    sealed: null,
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    asked: 'area',
    seen: 'own',
    editable: 'area',
    saved: true,
    draft: 'device',
  },
  city: {
    kind: 'place',
    longest: 60,
    sealed: null,
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    asked: 'area',
    seen: 'own',
    editable: 'area',
    saved: true,
    draft: 'device',
  },
  area: {
    kind: 'place',
    longest: 60,
    sealed: null,
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    asked: 'form',
    seen: 'own',
    editable: true,
    saved: true,
    draft: 'device',
  },
  address: {
    kind: 'text',
    longest: 200,
    typed: 200,
    sealed: 'address',
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    asked: 'form',
    seen: 'own',
    editable: true,
    saved: true,
    draft: 'tab',
  },
  clothes: {
    kind: 'stock',
    longest: 20,
    sealed: null,
    group: 'delivery',
    retention: 'record',
    step: 'more',
    asked: 'form',
    seen: 'all',
    editable: true,
    saved: false,
    draft: 'device',
  },
  packagebus: {
    kind: 'stock',
    longest: 80,
    sealed: null,
    group: 'delivery',
    retention: 'record',
    step: 'more',
    asked: 'form',
    seen: 'all',
    editable: true,
    saved: false,
    draft: 'device',
  },
  answers: {
    kind: 'questions',
    sealed: null,
    group: 'questions',
    retention: 'registration',
    step: 'more',
    asked: 'apart',
    seen: 'own',
    editable: true,
    saved: false,
    draft: 'elsewhere',
  },
  qualifying: {
    kind: 'run',
    sealed: null,
    group: 'proofs',
    retention: 'proofs',
    step: 'qualifying',
    asked: 'apart',
    seen: 'own',
    editable: true,
    saved: false,
    draft: 'elsewhere',
  },
  guardian: {
    kind: 'guardian',
    sealed: 'guardian',
    group: 'emergency',
    retention: 'emergency',
    step: 'who',
    asked: 'apart',
    seen: 'own',
    editable: false,
    saved: false,
    draft: 'elsewhere',
  },
} as const satisfies Record<string, ListedField>

export type Fields = typeof fields
export type FieldName = keyof Fields
/** Names of the fields whose entry matches. */
export type FieldsWith<Said> = { [Name in FieldName]: Fields[Name] extends Said ? Name : never }[FieldName]

/** Lists the fields whose entry has all of these values, in the order of the list. */
export const fieldsWith = <const Said extends Partial<Record<keyof ListedField, unknown>>>(
  said: Said,
): FieldsWith<Said>[] =>
  (Object.keys(fields) as FieldsWith<Said>[]).filter((name) =>
    Object.entries(said).every(([key, value]) => (fields[name] as Record<string, unknown>)[key] === value),
  )
