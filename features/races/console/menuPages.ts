import { addresses } from '#seam/web/paths.ts'
import type { MenuEntry, MenuKey } from '../contract.ts'

/** The page that each entry of the menu opens by default. */
export const usualPages: Record<MenuKey, string> = {
  signup: '/baoming',
  query: '/query',
  eventinfo: '/',
  results: '/report',
  certificate: '/query?type=score',
  photos: '/photos',
  my: '/personallist',
  gear: '/check',
  hotels: '/hotels',
  packages: '/package',
  upload: '/upload',
  start: '/start',
  racepack: '/notice?articletype=racepack',
  route: '/route',
  video: '/video',
  liveresults: '/live',
  gpslive: '/gps',
  guidebook: '/notice?articletype=guidebook',
  tickets: '/tickets',
}

const known = new Set(Object.values(addresses).map((pathname) => pathname.toLowerCase()))
/** Tells whether a menu entry leads to a page of ours, to a file of the race, or to an outside address. */
export const leadsSomewhere = ({ page }: Pick<MenuEntry, 'page'>): boolean => {
  if (page === undefined) return true
  const pathname = page
    .split(/[?#]/)[0]!
    .toLowerCase()
    .replace(/(.)\/$/, '$1')
  return known.has(pathname) || /^\/(guidebooks|files)\//.test(pathname)
}
/** Lists the addresses of visible menu entries that lead to no page. */
export const deadEntries = (menu: readonly MenuEntry[]): string[] =>
  menu.flatMap((entry) => (entry.hidden || leadsSomewhere(entry) ? [] : [entry.page!]))
