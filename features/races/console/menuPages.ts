import type { MenuKey } from '../contract.ts'

/** The page that each entry of the menu opens unless its race says otherwise. */
export const usualPages: Record<MenuKey, string> = {
  signup: '/baoming',
  query: '/query',
  eventinfo: '/',
  results: '/report',
  certificate: '/query?type=score',
  photos: '/photos',
  my: '/personallist',
  gear: '/check',
  packages: '/package',
  upload: '/upload',
  start: '/start',
  racepack: '/notice?articletype=racepack',
  route: '/route',
  video: '/video',
  // Until there is a page of live results.
  liveresults: '/report',
  gpslive: '/gps',
  guidebook: '/notice?articletype=guidebook',
}
