import { type Check, writtenCode } from './sources.ts'

const strings = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g
/** A value and the word after it, which the check judges. A word such as `more` may stand between them. */
const counted = /(?<!\$)\{(\w+)\} (?:(?:more|new|other|open|text|of them) )?([a-z]+)\b/g
/** Words that end in s and are no plurals. */
const single = new Set('always as belongs comes does gets goes has is its less manages this was'.split(' '))
const verbs = new Set(['are', 'were', 'have', 'people'])
/** The names of values that are numbers. A verb in the plural is wrong only after one of these names. */
const numbers = /^(n|of|count|rows|lines|total|most|used|paid|matched|given|done)$/

/** Text messages whose templates are at the providers, who replace values only. */
const registered = new Set(['features/messages/words.ts', 'features/messages/stays.words.ts'])

/**
 * Reports English words that stay in the plural after a 1. A text writes both forms as `{n|row|rows}`, and `fill`
 * chooses one of them.
 */
export const checkPlurals: Check = (sources) =>
  writtenCode(sources)
    .filter(
      ({ path }) =>
        !registered.has(path) &&
        /^(contract|console|features|seam|ui|web|tools)\//.test(path) &&
        !/\.test\.tsx?$/.test(path),
    )
    .flatMap(({ path, text }) =>
      (text.match(strings) ?? [])
        .filter((said) => !/\p{Script=Han}/u.test(said))
        .flatMap((said) => [...said.matchAll(counted)])
        .filter(
          ([, name, word]) =>
            (word!.length > 2 && word!.endsWith('s') && !single.has(word!)) ||
            (numbers.test(name!) && verbs.has(word!)),
        )
        .map(([found]) => `${path}: “${found}” has no form for 1`),
    )
