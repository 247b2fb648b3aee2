import type { ReportRules } from '#features/races/reports.contract.ts'

/** Turns a value of a report into a number for comparisons. A time becomes seconds. */
const measure = (value: unknown): number | undefined => {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.trim() === '') return undefined
  if (/^\d+(:[0-5]?\d){1,2}$/.test(value.trim()))
    return value.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
  return Number.isFinite(Number(value)) ? Number(value) : undefined
}

/**
 * Finds the special rule that applies to a report (docs/behaviour/results.md, Publicity rule). A rule applies if the
 * report's value is at or below the rule's value. With `window`, rules apply only from its first to its second moment.
 * An event's own rule comes before the general rule.
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
