import type { RaceSettings, Skins } from './contract.ts'

/** The colours that a race may fix for the pages of a runner's result (docs/behaviour/screens.md, Look of a race). */
const fixed = { pink: '#d6336c', blue: '#1c6dd0' } as const
const ofResults: ReadonlySet<string> = new Set(['/score', '/scorelist', '/crop'])

/** Returns the colour of a race's page: the colour that the race fixed for this page, or else the race's own. */
export const colourOfPage = (
  pathname: string,
  race: { skins: Pick<Skins, 'primary'>; settings?: Pick<RaceSettings, 'page_theme'> },
): string => {
  const theme = ofResults.has(pathname.toLowerCase().replace(/(.)\/+$/, '$1')) ? race.settings?.page_theme : null
  return theme ? fixed[theme] : race.skins.primary
}
