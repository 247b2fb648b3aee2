import type { ReportRules } from '#features/races/reports.contract.ts'

/** A field in comparable form: a time in seconds, or a number; undefined for any other. */
const measure = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if (/^\d+(:[0-5]?\d){1,2}$/.test(value.trim()))
    return value.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Number.isFinite(Number(value)) ? Number(value) : undefined
}

/**
 * The special rule of a report (docs/behaviour/results.md, Publicity rule): the report's value is at or below the
 * rule's, within the window. An event's own rule comes before the general one. Null where none matches, and for a value
 * that is neither a time nor a number.
 */
export const publicityOf = (
  rules: ReportRules | undefined,
  eventid: number,
  report: Readonly<Record<string, unknown>>,
  now: Date,
): { tips: string; qr: string | null } | null => {
  if (!rules) return null
  const [from, until] = rules.window ?? []
  if (from !== undefined && (now < new Date(from) || now > new Date(until!))) return null
  const rule = rules.events.find((one) => one.eventid === eventid)?.rules ?? rules.rules?.rule
  const [given, bound] = [measure(rule && report[rule.key]), measure(rule?.value)]
  return rule && given !== undefined && bound !== undefined && given <= bound
    ? { tips: rule.tips, qr: rules.qr ?? null }
    : null
}
