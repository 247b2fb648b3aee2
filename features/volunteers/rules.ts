import type { PostCalendar, VolunteerColumn, VolunteerState } from './contract.ts'

/** The possible titles of each column. If several titles of a list fit, the first of them counts. */
export const headers: Record<VolunteerColumn, RegExp> = {
  leader_mobile:
    /^(leader'?s? ?(mobile|phone)|组长(电话|手机|联系方式)|組長(電話|手機)|负责人(电话|手机)|負責人(電話|手機))/,
  leader: /^(leader|组长|組長|负责人|負責人|领队|領隊)/,
  name: /^(name|full name|volunteer|姓名|志愿者|志愿者姓名|志工|志工姓名)$/,
  idnum: /^(idnum|id number|document|证件号|證件號|证件号码|證件號碼|身份证|身份证号|身份证号码|身分證字號)$/,
  mobile: /^(mobile|phone|手机|手機|手机号|手机号码|手機號碼|电话|電話|联系电话)$/,
  post: /^(post|role|duty|task|岗位|崗位|职务|服务内容|服務內容)$/,
  team: /^(team|group|组|组别|小组|小組|团队|單位|单位)$/,
  place: /^(place|location|where|地点|地點|位置|集合地点|集合地點)$/,
  from: /^(from|start|begin|starts?_at|开始|開始|开始时间|開始時間|上岗时间|上崗時間|集合时间)$/,
  until: /^(until|end|ends?_at|to|结束|結束|结束时间|結束時間|下岗时间)$/,
  notes: /^(notes?|remarks?|备注|備註)$/,
}

/**
 * Reads a moment on the race's own clock as people write it: `2026-11-01 06:30`, `2026/11/1 6:30`, or `06:30` on the
 * day of `on`. Returns null for an empty text, and undefined for a text that is no such moment.
 */
export const wallTime = (given: string, zone: string, on?: string): Date | null | undefined => {
  const text = given.trim()
  if (text === '') return null
  const found = /^(?:(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?[T\s]*)?(\d{1,2})[:：](\d{2})(?::\d{2})?$/.exec(text)
  const day = found?.[1] ? `${found[1]}-${found[2]!.padStart(2, '0')}-${found[3]!.padStart(2, '0')}` : on
  if (!found || !day) return undefined
  try {
    const wall = Temporal.PlainDateTime.from(`${day}T${found[4]!.padStart(2, '0')}:${found[5]}`, { overflow: 'reject' })
    return new Date(wall.toZonedDateTime(zone).epochMilliseconds)
  } catch {
    return undefined
  }
}

/** Writes a moment in the form of a field for date and time. */
export const wallText = (at: Date | null, zone: string): string =>
  at === null
    ? ''
    : Temporal.Instant.fromEpochMilliseconds(at.getTime())
        .toZonedDateTimeISO(zone)
        .toPlainDateTime()
        .toString({ smallestUnit: 'minute' })

/**
 * Reads the beginning and end of a shift. `until` may lack the day. `wrong` names the field that cannot be read.
 * If the end is not after the beginning, this field is `until`.
 */
export const shiftOf = (
  from: string,
  until: string,
  zone: string,
): { starts_at: Date | null; ends_at: Date | null } | { wrong: 'from' | 'until' } => {
  const starts_at = wallTime(from, zone)
  if (starts_at === undefined) return { wrong: 'from' }
  const day = starts_at ? wallText(starts_at, zone).slice(0, 10) : undefined
  let ends_at = wallTime(until, zone, day)
  if (ends_at === undefined) return { wrong: 'until' }
  // If `until` lacks the day and is not after the beginning, it is on the next day, such as the end of a night shift.
  if (starts_at && ends_at && ends_at <= starts_at && /^\s*\d{1,2}[:：]/.test(until))
    ends_at = new Date(ends_at.getTime() + 86_400_000)
  return starts_at && ends_at && ends_at <= starts_at ? { wrong: 'until' } : { starts_at, ends_at }
}

type Shift = {
  id: number
  name: string
  post: string
  place: string
  starts_at: Date | null
  ends_at: Date | null
  state: VolunteerState
}
/**
 * Groups shifts by post. `shifts` come in the order of their beginning, which the result keeps. Shifts at two places
 * stay separate.
 */
export const calendarsOfShifts = (shifts: readonly Shift[], zone: string): PostCalendar[] => {
  const posts = new Map<string, Map<string, PostCalendar['shifts'][number]>>()
  for (const { id, name, post, place, starts_at, ends_at, state } of shifts) {
    const lines = posts.get(post) ?? new Map<string, PostCalendar['shifts'][number]>()
    posts.set(post, lines)
    const [from, until] = [wallText(starts_at, zone), wallText(ends_at, zone)]
    const key = JSON.stringify([from, until, place])
    const line = lines.get(key) ?? { from, until, place, people: [] }
    line.people.push({ id, name, state })
    lines.set(key, line)
  }
  return [...posts].map(([post, lines]) => ({ post, shifts: [...lines.values()] }))
}
