import { setTimeout as wait } from 'node:timers/promises'

/** Returns the name of a phone's browser, which decides the way to pay. */
export const phoneAgent = (engine: 'webkit' | 'firefox'): string =>
  engine === 'webkit'
    ? 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
    : 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'

/**
 * The functions of a browser that a proof calls through WebDriver. A marked element has the attribute `data-driven`.
 */
export type Window = {
  version: string
  go: (url: string) => Promise<void>
  /** Runs the body of a function in the page and returns its value. */
  run: <Value>(body: string, ...args: readonly unknown[]) => Promise<Value>
  /** Presses the marked element with the pointer. */
  click: () => Promise<void>
  /** Types a text into the marked element. */
  type: (text: string) => Promise<void>
  /** Puts a file into the marked field. */
  upload: (path: string) => Promise<void>
  picture: () => Promise<Buffer>
  close: () => Promise<void>
}

/** The time in which a page must show something. A shared machine is slow. */
const PATIENCE_MS = 60_000
const LOOK_MS = 100

/**
 * A script that marks the first visible element of a kind with a name. With the kind css it also marks an invisible
 * element. The script returns false if there is no such element, `checked` for a label whose box is ticked, and true
 * otherwise.
 */
const MARK = `
  const [kind, name, exact] = arguments
  for (const old of document.querySelectorAll('[data-driven]')) old.removeAttribute('data-driven')
  const clean = (text) => (text ?? '').replace(/\\s+/g, ' ').trim()
  const right = (text) => (exact ? clean(text) === name : clean(text).includes(name))
  const seen = (one) => one.getClientRects().length > 0 && getComputedStyle(one).visibility !== 'hidden'
  const open = [...document.querySelectorAll('dialog[open]')].at(-1)
  const root = open ?? document
  const namesOf = (one) => [one.getAttribute('aria-label'), ...[...(one.labels ?? [])].map((label) => label.textContent)]
  const all = {
    press: () => [...root.querySelectorAll('button, a, summary, [role=button]')].filter(
      (one) => right(one.getAttribute('aria-label') ?? one.textContent) || right(one.textContent)),
    field: () => [...root.querySelectorAll('input, select, textarea')].filter((one) => namesOf(one).some(right)),
    choice: () => [...root.querySelectorAll('label')].filter((one) => right(one.textContent)),
    css: () => [...root.querySelectorAll(name)],
  }[kind]()
  const found = all.find((one) => kind === 'css' || seen(one))
  if (!found) return false
  found.setAttribute('data-driven', '')
  // A person scrolls until a fixed bar no longer covers the element.
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  return kind === 'choice' && found.control?.checked === true ? 'checked' : true
`

class WentWrong extends Error {}

/** Uses a browser as a person does: by the words on the screen. */
export const personAt = (window: Window) => {
  const until = async <Value>(what: string, look: () => Promise<Value | undefined | null | false>): Promise<Value> => {
    const end = performance.now() + PATIENCE_MS
    for (;;) {
      // `look` fails while another page replaces the page, or if the page draws the element again before the press.
      const value = await look().catch(() => undefined)
      if (value !== undefined && value !== null && value !== false) return value
      if (performance.now() > end) {
        const shown = await window.run<string>('return document.body?.innerText ?? ""').catch(() => '')
        throw new WentWrong(`${what}; the page shows: ${shown.replaceAll(/\s+/g, ' ').slice(0, 400)}`)
      }
      await wait(LOOK_MS)
    }
  }
  const mark = (kind: 'press' | 'field' | 'choice' | 'css', name: string, exact = false) =>
    until(`no ${kind} ${name}`, () => window.run<boolean | string>(MARK, kind, name, exact))
  /** Finds an element and does something with it. After a failure it begins again. */
  const act = (
    kind: 'press' | 'field' | 'choice',
    name: string,
    deed: (found: boolean | string) => Promise<void>,
    exact = false,
  ) =>
    until(`no ${kind} ${name}`, async () => {
      const found = await window.run<boolean | string>(MARK, kind, name, exact)
      if (found === false) return false
      await deed(found)
      return true
    })
  return {
    window,
    until,
    mark,
    see: (text: string) =>
      until(`never saw ${text}`, () =>
        window.run<boolean>('return document.body.innerText.includes(arguments[0])', text),
      ),
    press: (name: string, exact = false) => act('press', name, async () => window.click(), exact),
    fill: (label: string, text: string) => act('field', label, () => window.type(text)),
    choose: (label: string) =>
      act('choice', label, async (found) => (found === 'checked' ? undefined : window.click())),
  }
}
export type Visited = ReturnType<typeof personAt>
