import { longDayIn } from '#contract/days.ts'
import { type Lang, type Text, fill, langs, nameIn, text } from '#contract/words.ts'
import { wrong } from '#contract/wrong.ts'
import { isDay } from '#contract/days.ts'
import { chosenIn } from './conditions.rules.ts'
import type { Question } from './question.contract.ts'

/** The only answer to a consent. */
export const AGREED = 'yes'
export type WrongAnswer = { message: Text; values?: Record<string, string | number> }
type QuestionLimits = Pick<Question, 'kind' | 'options' | 'max'> &
  Partial<Pick<Question, 'min' | 'least' | 'most' | 'from' | 'until'>>

const choose = {
  least: text('请至少选择 {n} 项', '請至少選擇 {n} 項', 'Please choose at least {n}'),
  most: text('最多可以选择 {n} 项', '最多可以選擇 {n} 項', 'Please choose at most {n}'),
}
const dates = {
  from: text('不能早于 {day}', '不能早於 {day}', 'Must not be before {day}'),
  until: text('不能晚于 {day}', '不能晚於 {day}', 'Must not be after {day}'),
}
const dayText = (day: string, lang: Lang): string => longDayIn(lang, 'UTC', new Date(`${day}T00:00:00Z`))
/** Returns the error of a date beyond a bound. Its message writes the day of the bound in words, in each language. */
const wrongDay = (said: Text, day: string): WrongAnswer => ({
  message: Object.fromEntries(langs.map((lang) => [lang, fill(said[lang], { day: dayText(day, lang) })])) as Text,
})
const isOffered = ({ options }: QuestionLimits, answer: string): boolean =>
  options.some(({ value }) => value === answer)

const judges: Record<Question['kind'], (question: QuestionLimits, answer: string) => WrongAnswer | undefined> = {
  text: ({ min, max }, answer) => {
    const length = [...answer].length
    if (min !== undefined && length < min) return { message: wrong.too_short, values: { n: min } }
    return length > max ? { message: wrong.too_long, values: { n: max } } : undefined
  },
  number: ({ least, most }, answer) => {
    if (!/^-?\d{1,12}(\.\d{1,6})?$/.test(answer)) return { message: wrong.number }
    if (least !== undefined && Number(answer) < least) return { message: wrong.too_small, values: { n: least } }
    return most !== undefined && Number(answer) > most ? { message: wrong.too_big, values: { n: most } } : undefined
  },
  choice: (question, answer) => (isOffered(question, answer) ? undefined : { message: wrong.choice }),
  choices: (question, answer) => {
    const chosen = chosenIn(answer)
    if (!chosen.every((one) => isOffered(question, one))) return { message: wrong.choice }
    if (question.min !== undefined && chosen.length < question.min)
      return { message: choose.least, values: { n: question.min } }
    return chosen.length > question.max ? { message: choose.most, values: { n: question.max } } : undefined
  },
  date: ({ from, until }, answer) => {
    if (!isDay(answer)) return { message: wrong.format }
    if (from !== undefined && answer < from) return wrongDay(dates.from, from)
    return until !== undefined && answer > until ? wrongDay(dates.until, until) : undefined
  },
  file: (_, answer) =>
    /^\/private\/\d+\/[0-9a-f]{32}\.(jpg|png)$/.test(answer) ? undefined : { message: wrong.format },
  consent: (_, answer) => (answer === AGREED ? undefined : { message: wrong.choice }),
}

/**
 * Brings an answer into the form in which it is stored. Several chosen options stand in the order of the question, each
 * once. Options that the question does not have come last.
 */
export const normalAnswer = ({ kind, options }: Pick<Question, 'kind' | 'options'>, given: string): string => {
  const answer = given.trim()
  if (kind !== 'choices') return answer
  const chosen = chosenIn(answer)
  const known = options.map(({ value }) => value).filter((value) => chosen.includes(value))
  return [...known, ...new Set(chosen.filter((one) => !known.includes(one)))].join(',')
}
/** Finds the error of an answer that already has its stored form. The caller handles an empty answer. */
export const wrongAnswer = (
  question: QuestionLimits & Pick<Question, 'kind'>,
  answer: string,
): WrongAnswer | undefined => judges[question.kind](question, answer)

type Said = Pick<Question, 'name' | 'kind' | 'says' | 'options'>
export const questionLabel = ({ name, says }: Pick<Question, 'name' | 'says'>): Text =>
  Object.fromEntries(langs.map((lang) => [lang, nameIn(lang, says['zh-cn'] || says.en || name, says)])) as Text
const yes = text('同意', '同意', 'Agreed')
/** Returns the text of an answer. An option shows its label, and a day stands in words. */
export const answerText = (question: Said | undefined, answer: string, lang: Lang): string => {
  if (!question) return answer
  if (question.kind === 'consent') return answer === AGREED ? yes[lang] : answer
  if (question.kind === 'date') return isDay(answer) ? dayText(answer, lang) : answer
  if (question.kind !== 'choice' && question.kind !== 'choices') return answer
  const called = (value: string): string => {
    const option = question.options.find((one) => one.value === value)
    return option ? nameIn(lang, option.says?.['zh-cn'] || option.value, option.says) : value
  }
  return question.kind === 'choice'
    ? called(answer)
    : chosenIn(answer)
        .map(called)
        .join(lang === 'en' ? ', ' : '、')
}
