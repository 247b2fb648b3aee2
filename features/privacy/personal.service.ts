import type { Personal } from '#seam/server/personal.ts'

/** Erasures and changes of consents are requests of the person, so the copy holds both. */
export const personal: Personal = { tables: ['erasures', 'consent_changes', 'exports'] }
