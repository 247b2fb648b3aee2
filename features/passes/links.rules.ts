import { type Lang, langs } from '#contract/words.ts'

/** The time for which an address of a file is valid, in milliseconds. */
export const LINK_MS = 3_600_000
export const extensions = ['ics', 'pdf', 'pkpass'] as const
export type Extension = (typeof extensions)[number]
export const subjects = ['ticket', 'registration'] as const

/** The pass that an address opens. `own` tells whether the caller may see a hidden name. */
export type PassLink = {
  subject: (typeof subjects)[number]
  raceid: number
  id: number
  /** The turn of a ticket. For a registration it is 0. */
  turn: number
  lang: Lang
  own: boolean
  /** The moment at which the address becomes invalid, in milliseconds. */
  until: number
}

export const signedPartOf = ({ subject, raceid, id, turn, lang, own, until }: PassLink): string =>
  [
    subject === 'ticket' ? 't' : 'r',
    ...[raceid, id, turn].map((number) => number.toString(36)),
    langs.indexOf(lang),
    own ? 1 : 0,
    Math.floor(until / 1000).toString(36),
  ].join('-')

/** Reads an address; undefined if it has another form. It does not check the signature. */
export const readPassLink = (
  name: string,
): { link: PassLink; signed: string; signature: string; extension: Extension } | undefined => {
  const found =
    /^(([tr])-([0-9a-z]{1,6})-([0-9a-z]{1,11})-([0-9a-z]{1,6})-([0-2])-([01])-([0-9a-z]{1,8}))\.([\w-]{22})\.(ics|pdf|pkpass)$/.exec(
      name,
    )
  if (!found) return undefined
  const [, signed, subject, raceid, id, turn, lang, own, until, signature, extension] = found as unknown as string[]
  const number = (digits: string | undefined) => Number.parseInt(digits ?? '0', 36)
  if (number(raceid) >= 2 ** 31 || number(turn) >= 2 ** 31 || !Number.isSafeInteger(number(id))) return undefined
  return {
    link: {
      subject: subject === 't' ? 'ticket' : 'registration',
      raceid: number(raceid),
      id: number(id),
      turn: number(turn),
      lang: langs[Number(lang)]!,
      own: own === '1',
      until: number(until) * 1000,
    },
    signed: signed!,
    signature: signature!,
    extension: extension as Extension,
  }
}
