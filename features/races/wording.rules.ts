type Wordings = Readonly<
  Record<string, { title: Readonly<Record<string, string>>; body: Readonly<Record<string, string>> }>
>

/** The first blank wording of the race: runners would agree to nothing. */
export const blankWording = (consents: Wordings): string | undefined =>
  Object.entries(consents).find(([, { body }]) => !Object.values(body).some((said) => said.trim() !== ''))?.[0]
