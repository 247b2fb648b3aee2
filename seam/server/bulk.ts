import { needed } from '#db/needed.ts'

/**
 * An action on many registrations, as a room declares it. features/registrations/bulk/action.service.ts knows its
 * contents.
 */
export type AnyBulkAction = { readonly name: string }

/** The bulk actions of all rooms, in the order of the rooms. */
export const everyBulkAction = needed<readonly AnyBulkAction[]>('bulk actions')
