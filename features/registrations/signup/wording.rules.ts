import type { Lang, Text } from '#contract/words.ts'
import type { Consent, ConsentName } from './consents.contract.ts'
import { optionalConsents } from './signup.rules.ts'
import { words } from './consents.words.ts'

/**
 * The version of the built-in wording. A change of the wording needs a new version. Older agreements stay on record
 * under the old version.
 */
const VERSION = '2026-11-27'
type OwnConsents = Readonly<
  Record<string, { version?: unknown; title?: Partial<Text>; body?: Partial<Text> } | undefined>
>

/** Returns the consents at sign-up: the built-in wording, or the race's own (`settings.consents`). */
export const consentsFor = (lang: Lang, own: OwnConsents = {}): Consent[] =>
  (
    [
      'terms',
      'sensitive',
      ...(own.disclaimer ? (['disclaimer'] as const) : []),
      'guardian',
      ...optionalConsents.filter((name) => name !== 'face' || own.face !== undefined),
    ] as const
  ).map((name) => {
    const race = own[name]
    const [title, body] = [race?.title ?? words[`${name}_title`], race?.body ?? words[`${name}_body`]]
    return {
      name,
      version: typeof race?.version === 'string' ? race.version : VERSION,
      title: title[lang] ?? title['zh-cn'] ?? words[`${name}_title`][lang],
      body: body[lang] ?? body['zh-cn'] ?? words[`${name}_body`][lang],
      asked:
        name === 'guardian'
          ? ('under_age' as const)
          : optionalConsents.some((one) => one === name)
            ? ('optional' as const)
            : ('always' as const),
    }
  })

export const versionsOf = (own: OwnConsents = {}): Record<ConsentName, string> => {
  const version = (name: ConsentName) =>
    typeof own[name]?.version === 'string' ? (own[name].version as string) : VERSION
  return {
    terms: version('terms'),
    sensitive: version('sensitive'),
    disclaimer: own.disclaimer ? version('disclaimer') : '',
    guardian: version('guardian'),
    publication: version('publication'),
    photos: version('photos'),
    face: own.face ? version('face') : '',
    marketing: version('marketing'),
  }
}
