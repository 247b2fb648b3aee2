type Field = {
  kind: 'document' | 'text' | 'choice' | 'date' | 'phone' | 'mail' | 'place' | 'questions' | 'run' | 'guardian'
  /** Kept and erased together. */
  group: 'identity' | 'contact' | 'emergency' | 'delivery' | 'questions' | 'proofs'
  /** Retention erases it with this class of data; null: it stays until the whole registration is erased. */
  retention: 'identity' | 'contact' | 'emergency' | 'proofs' | null
  /** Columns made of it, which go when it goes; `mask` is read by those who may not open it. */
  beside?: { mask?: `${string}_mask`; indexes: readonly `${string}_ix`[] }
  /** The step of the form that asks it. */
  step: 'who' | 'contact' | 'emergency' | 'more' | 'qualifying'
  /** Every event asks it; any other is asked where the event's form says so. */
  always: boolean
  /** The registrant may change it after signing up; `area`: together with the district. */
  editable: boolean | 'area'
  /** Copied to a saved person; `document`: as part of the document, all of it or nothing. */
  saved: boolean | 'document'
  /**
   * Where the browser keeps a draft of it: in the tab alone, or on the device for two weeks; elsewhere: under names of
   * the draft's own.
   */
  draft: 'tab' | 'device' | 'elsewhere'
} & (
  | {
      /** The label under which it is sealed in its column. It is data: another label opens nothing. */
      sealed: string
      draft: 'tab' | 'elsewhere'
    }
  | { sealed: null }
)

/**
 * Every field that an event may ask of an entrant, by the name of its column, in the order of the wire. The lists of
 * sign-up, change, sealing, copying and erasing are derived from it.
 */
export const fields = {
  idtype: {
    kind: 'choice',
    sealed: null,
    group: 'identity',
    retention: null,
    step: 'who',
    always: true,
    editable: false,
    saved: 'document',
    draft: 'device',
  },
  idnum: {
    kind: 'document',
    sealed: 'idnum',
    group: 'identity',
    retention: 'identity',
    beside: { mask: 'idnum_mask', indexes: ['idnum_ix', 'document_ix'] },
    step: 'who',
    always: true,
    editable: false,
    saved: 'document',
    draft: 'tab',
  },
  country: {
    kind: 'choice',
    sealed: null,
    group: 'identity',
    retention: 'identity',
    step: 'who',
    always: true,
    editable: false,
    saved: 'document',
    draft: 'tab',
  },
  name: {
    kind: 'text',
    sealed: null,
    group: 'identity',
    retention: null,
    beside: { indexes: ['name_ix'] },
    step: 'who',
    always: true,
    editable: false,
    saved: true,
    draft: 'tab',
  },
  gender: {
    kind: 'choice',
    sealed: null,
    group: 'identity',
    retention: null,
    step: 'who',
    always: true,
    editable: false,
    saved: true,
    draft: 'tab',
  },
  birth: {
    kind: 'date',
    sealed: 'birth',
    group: 'identity',
    retention: 'identity',
    step: 'who',
    always: true,
    editable: false,
    saved: true,
    draft: 'tab',
  },
  mobile: {
    kind: 'phone',
    sealed: 'mobile',
    group: 'contact',
    retention: 'contact',
    beside: { mask: 'mobile_mask', indexes: ['mobile_ix'] },
    step: 'contact',
    always: true,
    editable: true,
    saved: true,
    draft: 'tab',
  },
  enname: {
    kind: 'text',
    sealed: null,
    group: 'identity',
    retention: null,
    step: 'who',
    always: false,
    editable: true,
    saved: true,
    draft: 'tab',
  },
  email: {
    kind: 'mail',
    sealed: 'email',
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    always: false,
    editable: true,
    saved: true,
    draft: 'tab',
  },
  emername: {
    kind: 'text',
    sealed: 'emername',
    group: 'emergency',
    retention: 'emergency',
    step: 'emergency',
    always: false,
    editable: true,
    saved: true,
    draft: 'tab',
  },
  emertel: {
    kind: 'phone',
    sealed: 'emertel',
    group: 'emergency',
    retention: 'emergency',
    step: 'emergency',
    always: false,
    editable: true,
    saved: true,
    draft: 'tab',
  },
  emerrelationship: {
    kind: 'choice',
    sealed: null,
    group: 'emergency',
    retention: 'emergency',
    step: 'emergency',
    always: false,
    editable: true,
    saved: true,
    draft: 'device',
  },
  province: {
    kind: 'place',
    sealed: null,
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    always: false,
    editable: 'area',
    saved: true,
    draft: 'device',
  },
  city: {
    kind: 'place',
    sealed: null,
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    always: false,
    editable: 'area',
    saved: true,
    draft: 'device',
  },
  area: {
    kind: 'place',
    sealed: null,
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    always: false,
    editable: true,
    saved: true,
    draft: 'device',
  },
  address: {
    kind: 'text',
    sealed: 'address',
    group: 'contact',
    retention: 'contact',
    step: 'contact',
    always: false,
    editable: true,
    saved: true,
    draft: 'tab',
  },
  clothes: {
    kind: 'choice',
    sealed: null,
    group: 'delivery',
    retention: null,
    step: 'more',
    always: false,
    editable: true,
    saved: false,
    draft: 'device',
  },
  packagebus: {
    kind: 'choice',
    sealed: null,
    group: 'delivery',
    retention: null,
    step: 'more',
    always: false,
    editable: true,
    saved: false,
    draft: 'device',
  },
  answers: {
    kind: 'questions',
    sealed: null,
    group: 'questions',
    retention: null,
    step: 'more',
    always: false,
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
    always: false,
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
    always: false,
    editable: false,
    saved: false,
    draft: 'elsewhere',
  },
} as const satisfies Record<string, Field>

type Fields = typeof fields
export type FieldName = keyof Fields
/** Names of the fields whose entry says so. */
export type FieldsWith<Said> = { [Name in FieldName]: Fields[Name] extends Said ? Name : never }[FieldName]

/** The fields whose entry holds all that is said, in the order of the list. */
export const fieldsWith = <const Said extends Partial<Record<keyof Field, unknown>>>(said: Said): FieldsWith<Said>[] =>
  (Object.keys(fields) as FieldsWith<Said>[]).filter((name) =>
    Object.entries(said).every(([key, value]) => (fields[name] as Record<string, unknown>)[key] === value),
  )

/** Fields that stand in a draft of the form under their own names, as they are typed. */
export type TypedField = FieldsWith<{ draft: 'tab' | 'device' }>
export const typedFields: TypedField[] = (Object.keys(fields) as FieldName[]).filter(
  (name): name is TypedField => fields[name].draft !== 'elsewhere',
)
