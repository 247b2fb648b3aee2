import type { Personal } from '#seam/server/personal.ts'
import { adoptAboutPhotos, countedFavourites, eraseAboutPhotos, listAboutPhotos } from './personal.store.ts'

export const personal: Personal = {
  tables: ['photo_subscriptions', 'photo_favourites', 'photo_reports'],
  merge: {
    tables: ['photo_subscriptions', 'photo_favourites', 'photo_reports'],
    counted: { favourites: countedFavourites },
    adopt: adoptAboutPhotos,
  },
  copy: { ofAccount: async ({ db }, { uid }) => ({ photos: await listAboutPhotos(db, uid) }) },
  erase: { account: eraseAboutPhotos },
}
