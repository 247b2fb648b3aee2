import type { Look, Tokens } from './theme.ts'

let applied: string | undefined
let presentLook: Look = {}
let stop: (() => void) | undefined

const nameOf = (primary: string, { color, menu }: Look): string => [primary, color, menu].map(String).join(' ')

/**
 * Gives the page a race's colours without a reload. The first paint brings its own colours in a style sheet. Without
 * `look`, the page keeps its present look and changes only the primary colour.
 */
export const applyTheme = async (primary: string, look: Look = presentLook): Promise<void> => {
  const name = nameOf(primary, look)
  if (applied === name) return
  applied = name
  presentLook = look
  // The browser fetches the colour arithmetic only if the first paint has not applied the colours already.
  const { themeFrom } = await import('./theme.ts')
  if (applied !== name) return
  stop?.()
  const theme = themeFrom(primary, look)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const apply = () => {
    const tokens: Tokens = dark.matches ? theme.dark : theme.light
    for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(`--c-${name}`, value)
    document.documentElement.style.colorScheme = dark.matches ? 'dark' : 'light'
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', tokens.surface)
  }
  apply()
  dark.addEventListener('change', apply)
  stop = () => dark.removeEventListener('change', apply)
}
/** Notes the colours that the server's shell has already applied. */
export const noteAppliedTheme = (primary: string | undefined, look: Look = {}): void => {
  applied = primary === undefined ? undefined : nameOf(primary, look)
  presentLook = look
}
