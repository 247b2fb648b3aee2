import { hanVariants } from './hanVariants.ts'

const groups = new Map<string, string>()
for (const group of hanVariants.trim().split(/\s/u)) for (const letter of group) groups.set(letter, group)

/** Returns the forms of a character in traditional and simplified Chinese, with the character itself. */
export const hanForms = (letter: string): string => groups.get(letter) ?? letter

/**
 * Returns the regular expression that finds a text in a name, for JavaScript and PostgreSQL. The expression finds a
 * name in traditional characters by its simplified form, and the reverse. An empty text finds every name.
 */
export const namePattern = (text: string): string =>
  [...text]
    .map((letter) => {
      const forms = hanForms(letter)
      return forms === letter ? letter.replace(/[\\^$.*+?()[\]{}|/]/, String.raw`\$&`) : `[${forms}]`
    })
    .join('')
