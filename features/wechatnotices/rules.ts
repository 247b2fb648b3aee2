import type { Lang } from '#contract/words.ts'

/** The occasions for notices through WeChat. One consent of a runner allows one notice on one occasion. */
export const noticeMoments = ['payment', 'draw', 'pickup', 'start', 'result'] as const
export type NoticeMoment = (typeof noticeMoments)[number]
/** `mini` is the mini-program, `account` the official account with its one-time messages. */
export const noticeApps = ['mini', 'account'] as const
export type NoticeApp = (typeof noticeApps)[number]

/** The values that our notices have. A keyword of a template takes one of them. */
export const noticeValues = ['race', 'event', 'title', 'text', 'when', 'place', 'bib'] as const
export type NoticeValue = (typeof noticeValues)[number]

/** A template of the mini-program: its id, and the value of each of its keywords. */
export type MiniTemplate = { template: string; fields: Readonly<Record<string, NoticeValue>> }
export type NoticeSettings = {
  /** The id of the official account's one-time template. */
  account: string | null
  mini: Readonly<Partial<Record<NoticeMoment, MiniTemplate>>>
}
export const noSettings: NoticeSettings = { account: null, mini: {} }

/** The content of a notice in the language of its reader. The notice shows `when` in the time zone `zone`. */
export type NoticeContent = {
  race: string
  event: string
  title: string
  text: string
  when: Date | null
  zone: string
  place: string
  bib: string
}

/** The kinds of keywords that this server can fill. The vendor names a keyword by its kind and a number. */
export const keywordKinds = ['thing', 'time', 'date', 'phrase', 'name', 'character_string'] as const
const KEYWORD = new RegExp(`^(${keywordKinds.join('|')})\\d{1,3}$`)

/**
 * Reads the keywords of a template as staff type them: `thing1=race, time2=when`. Undefined if the text has a fault.
 */
export const keywordsIn = (typed: string): Record<string, NoticeValue> | undefined => {
  const pairs = typed
    .split(/[,，;；\s]+/)
    .filter((one) => one !== '')
    .map((one) => one.split(/[=＝]/))
  const fields = new Map<string, NoticeValue>()
  for (const [keyword = '', value = '', ...rest] of pairs) {
    if (rest.length > 0 || !KEYWORD.test(keyword) || fields.has(keyword)) return undefined
    if (!(noticeValues as readonly string[]).includes(value)) return undefined
    if (/^(time|date)\d/.test(keyword) && value !== 'when') return undefined
    fields.set(keyword, value as NoticeValue)
  }
  return fields.size === 0 || fields.size > 5 ? undefined : Object.fromEntries(fields)
}
export const fieldsText = (fields: Readonly<Record<string, NoticeValue>>): string =>
  Object.entries(fields)
    .map(([keyword, value]) => `${keyword}=${value}`)
    .join(', ')

export const isTemplateId = (id: string): boolean => /^[\w-]{20,64}$/.test(id)

/** The most consents of one kind that a runner keeps for one race. */
export const MOST_OPEN = 3
/** The scenes of one-time messages. Consents of one person to the same scene do not add up. */
const SCENES = 10_000
/**
 * Chooses a scene that none of the runner's live consents has. If the consents use all scenes, it chooses a used scene.
 */
export const freeScene = (used: readonly number[], start: number): number => {
  const taken = new Set(used)
  for (let step = 0; step < SCENES; step++) {
    const scene = 1 + ((start + step) % SCENES)
    if (!taken.has(scene)) return scene
  }
  return 1 + (start % SCENES)
}

export const vendorLang = (lang: Lang): 'zh_CN' | 'zh_TW' | 'en_US' =>
  lang === 'zh-cn' ? 'zh_CN' : lang === 'zh-tw' ? 'zh_TW' : 'en_US'

/** A difference between our settings and the templates that the mini-program's account has. */
export type TemplateFault = { moment: NoticeMoment; kind: 'missing' | 'keywords'; keywords: readonly string[] }
/**
 * Compares the settings with the account's templates. Each template of the settings must exist there with the same
 * keywords.
 */
export const templateFaults = (
  { mini }: Pick<NoticeSettings, 'mini'>,
  known: readonly { id: string; keywords: readonly string[] }[],
): TemplateFault[] =>
  noticeMoments.flatMap((moment): TemplateFault[] => {
    const set = mini[moment]
    if (!set) return []
    const found = known.find(({ id }) => id === set.template)
    if (!found) return [{ moment, kind: 'missing', keywords: [] }]
    const differing = [
      ...found.keywords.filter((keyword) => !Object.hasOwn(set.fields, keyword)),
      ...Object.keys(set.fields).filter((keyword) => !found.keywords.includes(keyword)),
    ]
    return differing.length > 0 ? [{ moment, kind: 'keywords', keywords: differing }] : []
  })
