import type { Lang } from '#contract/words.ts'
import { fill, nameIn } from '#contract/words.ts'
import { type Status, capabilities } from '../contract.ts'
import type { StatusFound } from '../rules.ts'
import type { Allowed, StatusSentence } from './facts.rules.ts'
import { words } from './status.words.ts'

const writers = new Map<string, Intl.DateTimeFormat>()
/**
 * Writes an instant on the race's clock: `2026年11月21日 18:30`. The English form adds the zone for readers abroad: `21
 * Nov 2026, 18:30 GMT+8`.
 */
export const sayTime = (at: Date, zone: string, lang: Lang): string => {
  const key = `${lang} ${zone}`
  let writer = writers.get(key)
  if (!writer) {
    writer = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, {
      timeZone: zone,
      year: 'numeric',
      month: lang === 'en' ? 'short' : 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      ...(lang === 'en' ? { timeZoneName: 'shortOffset' } : {}),
    })
    writers.set(key, writer)
  }
  return writer.format(at)
}

export const say = (said: StatusSentence, zone: string, lang: Lang): string => {
  if ('own' in said) return nameIn(lang, said.own, said.names)
  const values = Object.entries(said.values ?? {}).map(
    ([name, value]) =>
      [
        name,
        value instanceof Date ? sayTime(value, zone, lang) : typeof value === 'object' ? value[lang] : value,
      ] as const,
  )
  return fill(said.text[lang], Object.fromEntries(values))
}

/** Writes the status as the wire has it. Times stay instants, and the presenter formats the times. */
export const sayStatus = (
  found: StatusFound,
  zone: string,
  lang: Lang,
): Omit<Status, 'pay_end'> & { pay_end: Date | null } => {
  const can = (allowed: Allowed) => ({ ok: allowed.ok, why: allowed.ok ? null : allowed.why[lang] })
  return {
    icon: found.icon,
    title_key: found.key,
    title: say(found.title, zone, lang),
    description: say(found.description, zone, lang),
    paid: found.paid,
    paid_label: found.paidText[lang],
    payable: found.payable ? 1 : 0,
    pay_label: (found.payable ? words.payable : words.not_payable)[lang],
    payment: found.payment,
    pay_end: found.payEnd,
    fee_label: found.fee && found.fee.text[lang],
    chips: found.chips.map(({ tone, label }) => ({ tone, says: say(label, zone, lang) })),
    shows: found.shows,
    can: Object.fromEntries(capabilities.map((name) => [name, can(found.can[name])])) as Status['can'],
  }
}
