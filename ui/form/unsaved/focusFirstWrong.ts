/** Puts the focus on the first wrong field of a form, after the fields show what is wrong. */
export const focusFirstWrong = (form: HTMLFormElement | null): void =>
  void requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
