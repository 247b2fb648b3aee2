type Wordings = Readonly<
  Record<string, { title: Readonly<Record<string, string>>; body: Readonly<Record<string, string>> }>
>

/** Finds the race's first wording without text. Runners would agree to nothing. */
export const blankWording = (consents: Wordings): string | undefined =>
  Object.entries(consents).find(([, { body }]) => !Object.values(body).some((said) => said.trim() !== ''))?.[0]
