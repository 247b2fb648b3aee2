type Wordings = Readonly<
  Record<string, { title: Readonly<Record<string, string>>; body: Readonly<Record<string, string>> }>
>

/** The first own wording that says nothing: runners would agree to a blank page. */
export const blankWording = (consents: Wordings): string | undefined =>
  Object.entries(consents).find(([, { body }]) => !Object.values(body).some((said) => said.trim() !== ''))?.[0]
