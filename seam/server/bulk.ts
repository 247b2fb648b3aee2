import { needed } from '#db/needed.ts'

/**
 * What can be done to many registrations at once, as a room gives it: features/registrations/bulk/action.service.ts
 * knows what stands in it.
 */
export type AnyBulkAction = { readonly name: string }

/** The bulk actions of all rooms, in the order of the rooms. */
export const everyBulkAction = needed<readonly AnyBulkAction[]>('bulk actions')
