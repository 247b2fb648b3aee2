export type PassField = { key: string; label: string; value: string }

/** A pass as both wallets get it. */
export type WalletPass = {
  /** The name of the pass within our installation. If a ticket is handed on, the new holder's pass has another name. */
  serial: string
  /** The name that all passes of one kind share, such as the passes for one kind of ticket of a race. */
  group: string
  lang: string
  race: string
  title: string
  holder: string | null
  /** The number that staff can read, such as the bib. */
  number: string | null
  place: string
  starts_at: Date | null
  ends_at: Date | null
  /** The fields in the order of their importance. */
  fields: readonly PassField[]
  /** The text of the code. Empty for a pass that is over. */
  code: string
  /** The address of the page with the present state of the ticket or registration. */
  link: string
  linkLabel: string
  /** The colour of the race, as `#rrggbb`, and the colour of the text on it. */
  colour: string
  ink: string
  /** The square pictures, by their file names in a pass: `icon.png`, `icon@2x.png`. */
  pictures: Readonly<Record<string, Buffer>>
  /** Our web service that gives newer versions of the pass to Apple Wallet, with the token of this pass. */
  service?: { url: string; token: string }
}
