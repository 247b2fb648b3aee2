-- Comments of columns in plain words. No table changes.
comment on column albums.names_bibs is
  'The rule for bibs in the names of files. none: a name holds no bib. first: the first part that may be a bib '
  'counts. all: every such part counts.';
comment on column ballots.counts is 'Numbers of entries in the list and in the outcome, by segment.';
comment on column bulk_actions.amount is
  'The most that all rows together may give back, in fen, as it was confirmed. Null: the action gives no money back.';
comment on column bulk_rows.amount is 'The most that this row may give back, in fen, as it was confirmed.';
comment on column certificates.form is
  'The form from which the certificate is drawn. boxes: the HTML is kept too, for another conversion.';
comment on column desk_counts.expected is 'Fen that lie in the drawer by the books.';
comment on column events.distance_cm is
  'The certified distance in centimetres, such as 4219500 for a marathon or 2109750 for a half.';
comment on column hall_jobs.picture is
  'The picture to show or to print. Null: the station draws the certificate of the result.';
comment on column import_mappings.kind is
  'The kind of the list, such as volunteers or invitations (seam/server/imports.ts).';
comment on column luckydraw_tries.fell is 'The gift that the try hit, even if no piece of the gift was left.';
comment on column parcels.former is 'The former best time in seconds, as the runner states it.';
comment on column registrations.province_of_document is
  'The province that the first digits of the identity card name.';
comment on column shop_orders.state is
  'sent: a carrier has the goods. handed: the buyer has picked the goods up. returned: everything came back.';
comment on column tracks.visibility is
  'The people who may see the track: everybody who sees the race, people with the link of the track, or race control '
  'only.';
