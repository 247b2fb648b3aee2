import type { Tokens } from './theme.ts'

let worn: string | undefined
let stop: (() => void) | undefined

/**
 * The page takes a race's colours: the first paint brings its own in a style sheet, this changes them without a reload.
 */
export const wearTheme = async (primary: string): Promise<void> => {
  if (worn === primary) return
  worn = primary
  // The arithmetic of colours is fetched only where the first paint has not done it already.
  const { themeFrom } = await import('./theme.ts')
  if (worn !== primary) return
  stop?.()
  const theme = themeFrom(primary)
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
export const alreadyWorn = (primary: string | undefined): void => {
  worn = primary
}
