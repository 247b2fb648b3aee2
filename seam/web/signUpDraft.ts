/** Under this name the device keeps what was typed into the sign-up form (ui/form/unsaved/draft.ts), until it is paid for. */
export const draftName = 'signup'
