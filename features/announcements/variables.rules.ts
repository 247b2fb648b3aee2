import { type Text, langs, text } from '#contract/words.ts'

/**
 * The values that a message may name, by the word between the braces. All of them come from open columns, so no sealed
 * value gets into a message.
 */
export const variables = {
  name: text('姓名', '姓名', 'Name'),
  event: text('组别', '組別', 'Event'),
  bib: text('参赛号', '參賽號', 'Bib'),
  zone: text('出发区', '出發區', 'Start zone'),
  race: text('赛事名称', '賽事名稱', 'Race'),
} as const
export type Variable = keyof typeof variables
/** The variables that differ from one registration to the next. */
const personal: ReadonlySet<string> = new Set(['name', 'event', 'bib', 'zone'])

/** A variable in a text: `{name}`, or `{name|runner}` with the word that replaces a missing value. */
const PLACE = /\{([a-z_]+)(?:\|([^{}]*))?\}/g

/** Returns the words between braces that are no variable, and braces that do not belong together. */
export const unknownIn = (written: string): string[] => {
  const left = written.replaceAll(PLACE, (whole, name: string) => (Object.hasOwn(variables, name) ? '' : whole))
  return [...left.matchAll(/\{[^{}]{0,30}\}?|\}/g)].map(([found]) => found)
}

/** Finds the first word between braces that is no variable, with the field that holds the word. */
export const wrongVariable = (title: Text, body: Text): { field: 'title' | 'body'; word: string } | undefined => {
  const found = ([field, written]: readonly ['title' | 'body', Text]) =>
    Object.values(written).flatMap((one) => unknownIn(one).map((word) => ({ field, word })))
  return [...found(['title', title]), ...found(['body', body])][0]
}

/** Tells whether texts name a value of one registration, so that each registration gets a message of its own. */
export const holdsPersonalVariable = (...texts: readonly Text[]): boolean =>
  texts.some((one) => langs.some((lang) => [...one[lang].matchAll(PLACE)].some(([, name]) => personal.has(name!))))

export type VariableValues = Readonly<Record<Variable, string>>
/** Fills a text. A missing value becomes the word after the bar, or an empty text if there is no bar. */
export const filled = (written: string, values: VariableValues): string =>
  written
    .replaceAll(PLACE, (whole, name: string, fallback: string | undefined) =>
      Object.hasOwn(variables, name) ? values[name as Variable] || (fallback ?? '') : whole,
    )
    .trim()

/**
 * The most characters of a text message that the provider sends as one part (UCS-2). A longer message has several
 * parts, with at most EACH_PART characters each.
 */
const ONE_PART = 70
const EACH_PART = 67
/** Counts the parts for which a provider charges. */
export const countTextParts = (message: string): number =>
  message.length <= ONE_PART ? 1 : Math.ceil(message.length / EACH_PART)
