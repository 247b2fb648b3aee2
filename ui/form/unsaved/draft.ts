import { inSession, onDevice } from '../../router/address.ts'

const keptDays = 14

/**
 * Keeps the typed text of a form through a reload, a log-in or a lost network. Sealed fields (identity number, mobile
 * …) stay in this tab's own storage and end with the tab. The device keeps the other fields for 14 days. Nothing leaves
 * the device. `clear` removes the fields from the tab and from the device.
 */
export const openDraft = <Form extends object>(
  name: string,
  raceid: number | undefined,
  sealed: readonly (keyof Form & string)[],
) => {
  const key = `draft:${raceid ?? 0}:${name}`
  const part = (stored: string | undefined): Partial<Form> => {
    try {
      const read = JSON.parse(stored ?? '') as { at: number; form: Partial<Form> }
      return Date.now() - read.at < keptDays * 86_400_000 ? read.form : {}
    } catch {
      return {}
    }
  }
  return {
    read: (): Partial<Form> => ({ ...part(onDevice.get(key)), ...part(inSession.get(key)) }),
    write: (form: Partial<Form>): void => {
      const entries = Object.entries(form)
      const isSealed = ([field]: [string, unknown]) => (sealed as readonly string[]).includes(field)
      const at = Date.now()
      onDevice.set(key, JSON.stringify({ at, form: Object.fromEntries(entries.filter((entry) => !isSealed(entry))) }))
      inSession.set(key, JSON.stringify({ at, form: Object.fromEntries(entries.filter(isSealed)) }))
    },
    clear: (): void => {
      onDevice.set(key, undefined)
      inSession.set(key, undefined)
    },
  }
}
