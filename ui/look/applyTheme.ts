import type { Look, Tokens } from './theme.ts'

let worn: string | undefined
let wornLook: Look = {}
let stop: (() => void) | undefined

const nameOf = (primary: string, { color, menu }: Look): string => [primary, color, menu].map(String).join(' ')

/**
 * The page takes a race's colours (a page of a race that has another primary of its own keeps the rest of its look): the first paint brings its own in a style sheet, this changes them without a reload.
 */
export const wearTheme = async (primary: string, look: Look = wornLook): Promise<void> => {
  const name = nameOf(primary, look)
  if (worn === name) return
  worn = name
  wornLook = look
  // The arithmetic of colours is fetched only where the first paint has not done it already.
  const { themeFrom } = await import('./theme.ts')
  if (worn !== name) return
  stop?.()
  const theme = themeFrom(primary, look)
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const wear = () => {
    const tokens: Tokens = dark.matches ? theme.dark : theme.light
    for (const [name, value] of Object.entries(tokens)) document.documentElement.style.setProperty(`--c-${name}`, value)
    document.documentElement.style.colorScheme = dark.matches ? 'dark' : 'light'
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', tokens.surface)
  }
  wear()
  dark.addEventListener('change', wear)
  stop = () => dark.removeEventListener('change', wear)
}
/** The colour that the server's shell has already put on. */
export const alreadyWorn = (primary: string | undefined, look: Look = {}): void => {
  worn = primary === undefined ? undefined : nameOf(primary, look)
  wornLook = look
}
