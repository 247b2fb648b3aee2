import { Fragment } from 'react'

/** Short facts in a row. A line breaks between them, never within. */
export const Parts = ({ said }: { said: readonly string[] }) =>
  said.filter(Boolean).map((part, at) => (
    <Fragment key={part}>
      {at > 0 ? ' · ' : ''}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ))
