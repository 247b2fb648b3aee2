import { shortened } from '#contract/written.ts'
import type { MiniTemplate, NoticeContent, NoticeValue } from './rules.ts'

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

/** Writes a date with a time in the vendor's form for keywords such as `time2`: 2026年3月1日 07:30. */
export const noticeTime = (at: Date, zone: string): string => {
  const there = Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone)
  const two = (n: number) => String(n).padStart(2, '0')
  return `${there.year}年${there.month}月${there.day}日 ${two(there.hour)}:${two(there.minute)}`
}

/** Makes a value fit its keyword. */
const fitted = (keyword: string, value: NoticeValue, content: NoticeContent): string | undefined => {
  const kind = keyword.replace(/\d+$/, '')
  if (kind === 'time' || kind === 'date') return content.when ? noticeTime(content.when, content.zone) : undefined
  const raw = value === 'when' ? (content.when ? noticeTime(content.when, content.zone) : '') : content[value]
  const text = oneLine(raw) || oneLine(content.title)
  if (kind === 'phrase') {
    const chinese = Array.from(text)
      .filter((letter) => /\p{Script=Han}/u.test(letter))
      .join('')
    return chinese === '' ? undefined : Array.from(chinese).slice(0, 5).join('')
  }
  if (kind === 'character_string') {
    const plain = text.replaceAll(/[^\x20-\x7e]/g, '').trim()
    return plain === '' ? undefined : plain.slice(0, 32)
  }
  return text === '' ? undefined : shortened(text, 20)
}

/**
 * Fills a template of the mini-program. Undefined if a keyword would stay empty, because the vendor then refuses the
 * whole notice.
 */
export const filledTemplate = (
  { fields }: Pick<MiniTemplate, 'fields'>,
  content: NoticeContent,
): Record<string, string> | undefined => {
  const data: Record<string, string> = {}
  for (const [keyword, value] of Object.entries(fields)) {
    const text = fitted(keyword, value, content)
    if (text === undefined) return undefined
    data[keyword] = text
  }
  return data
}

/**
 * Writes a one-time message of the official account: a title of at most 15 characters, and a text of at most 200
 * characters.
 */
export const oneTimeOf = ({ title, text }: Pick<NoticeContent, 'title' | 'text'>): { title: string; text: string } => ({
  title: shortened(oneLine(title), 15),
  text: shortened(text.trim() || oneLine(title), 200),
})
