/**
 * The name under which the device keeps the draft of the sign-up form (ui/form/unsaved/draft.ts), until the
 * registration is paid for.
 */
export const draftName = 'signup'
