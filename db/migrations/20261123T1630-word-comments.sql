-- Comments that needed a second reading name who acts, in whole sentences.
comment on table milestones is
  'Steps that this database takes only once, such as writing the demo races. A step without an end was killed.';
comment on table keys is
  'Data keys, each encrypted with STARTLINE_KEY. A rotation encrypts them with a new key and leaves sealed columns as they are.';
comment on column limits.ends_at is 'End of the window. After it the count starts at zero.';
comment on column messages.number is 'The number that the provider gave the message.';
comment on column messages.path is 'The page of the app to which the message links.';
comment on column messages.delivery is 'The state of the delivery, as the provider reports it.';
comment on column messages.delivery_code is 'The code of the delivery, as the provider reports it.';
comment on column messages.look_at is 'The server next asks the provider about the delivery at this time.';
comment on column messages.looks is 'The number of such questions so far.';
comment on column picture_checks.seed is 'The server draws the same picture from the seed each time.';
comment on table mobile_codes is
  'The valid code of a mobile number. A later code replaces it, and a log-in uses it up.';
comment on column notices.id is
  'Taken from the sequence notice_ids, because a call may carry the id without its race (table ids).';
comment on column albums.id is
  'Taken from the sequence album_ids, because a call may carry the id without its race (table ids).';
comment on column events.places is 'The largest number of registrations that may hold a place.';
comment on column events.taken is
  'The number of registrations that hold a place. Only a transaction that changes such registrations changes it.';
comment on column events.draw_kept is
  'A declared ballot fixes the hour of the draw, so the form of the event cannot change it.';
comment on column events.addons is
  'Add-ons that a runner may buy with a sign-up (features/events/prices.contract.ts). Their stock is in counters.';
comment on column counters.most is 'The largest number that may be taken.';
comment on column waiting_rooms.paces is
  'The pace of admission from each moment on: [{"from": instant, "per_second": n}].';
comment on table invitations is 'Invitation codes for a race or for one of its events.';
comment on column invitations.label is 'The organiser''s name for the code.';
comment on column invitations.direct is 'A registration with this code skips lottery and review.';
comment on column invitations.stopped_at is 'From this time on nobody can use the code.';
comment on column orders.room is
  'The room that sold the things of the order. Its functions paid, closed and refunded change these things.';
comment on column orders.paydata is 'The payer''s name at the gateway (buyer_logon_id), if the gateway gives one.';
comment on column orders.reminded_at is
  'The time of the reminder that the time to pay ends. An order has at most one reminder.';
comment on column payments.amount is 'The amount to pay, in the smallest unit of the currency.';
comment on column payments.refunded is 'The amount that we asked back from this payment, for any reason.';
comment on column payments.ask_at is 'The server next asks the gateway at this time, if no notice comes before.';
comment on column payments.handle is
  'The channel''s own number before payment, if the channel finds a payment only by that number.';
comment on column refunds.ask_at is 'The server next sends the refund, or asks about it, at this time.';
comment on column refunds.hand_fee is 'The part that was kept as the fee of the transfer.';
comment on column channels.notices is 'The number of notices that the server accepted.';
comment on column channels.refused is 'The number of notices that the server rejected.';
comment on table channel_refusals is 'Notices that the server rejected, counted by reason.';
comment on column reconciliations.matched is 'Lines that agree with our books.';
comment on table statement_lines is 'The line of a statement that names a payment or a refund.';
comment on column registrations.closed_at is
  'The moment at which the time to pay ran out. Place and document are free from then on.';
comment on column registrations.age_in_race_year is
  'Age reached in the calendar year of the race. Null until an event first needs this age.';
comment on column registrations.freed_at is
  'The registration ended without a place, or left the waitlist before the offer of a place. Its document may sign up again.';
comment on column registrations.drawn_at is 'The time at which the draw gave the registration its place.';
comment on column registrations.delay_words is
  'The organiser''s text about a reserved place by language, as tag and description. Null: the text has one language only.';
comment on column invoices.file is 'The data folder has the invoice as a sealed PDF.';
comment on column ballots.freezing_at is
  'The time at which the server began to make the list. The time stays after the list is frozen.';
comment on column ballots.problem is
  'A word of features/ballot/words.ts for the thing that a person must do before the ballot goes on.';
comment on column ballot_entries.salt is 'The runner sees the salt and finds the own entry with it.';
comment on column waitlists.at_once is 'Returned places are offered at once. Otherwise they wait for the daily refresh.';
comment on column waitlists.offering is 'Places of the last refresh are not offered yet.';
comment on column waitlist_entries.given_at is 'The time at which the runner got a place.';
comment on column refund_requests.falls_at is
  'Of a refund that waits for the next in line: the latest time of its payment.';
comment on column refund_requests.fallback is 'Fen that the runner gets at that latest time.';
comment on column announcements.after is
  'The last notified registration. A job that starts again after a kill continues from there.';
comment on column teams.profile is 'The team''s description of itself.';
comment on column signatures.doctor is 'An answer calls for a doctor''s opinion.';
comment on column result_sheets.waiting_since is
  'The start of the last runner who may still finish. Null: no runner may still finish.';
comment on column result_sheets.corrected is
  'Staff corrected a result of the event. Its ranks are then computed, and the published ranks of the file do not count.';
comment on column result_sheets.official_at is
  'The results are official from this time on. Null: they are provisional or not published.';
comment on column result_sheets.publish_at is
  'The planned time of publication. publish_as is the state that the results then get.';
comment on column result_sheets.publish_by is 'The member of staff who planned the publication.';
comment on column result_sheets.protest_until is 'Runners may protest until this time. Null: no list was announced.';
comment on column result_versions.state is
  'The state that the publication gave the results. none: staff took the publication back.';
comment on column result_protests.content is 'The runner''s text.';
comment on column result_protests.decision is 'The decision, as the runner reads it.';
comment on column results.registrationid is 'Null: no registration of this race has the bib.';
comment on column results.handed_in is 'The runner handed in the result with a proof, and staff accepted it.';
comment on table result_corrections is
  'Corrections by staff, in their order. Undone corrections stay here and do not count. A result is its original with all counting corrections.';
comment on column handed_in_results.mark is 'Digest of the received file. The server does not take the same file twice.';
comment on column handed_in_results.taken_ms is 'The time that staff accepted.';
comment on column result_films.received is 'The number of received bytes.';
comment on column result_films.done_at is 'The time at which the last piece arrived.';
comment on column parcels.contact_mask is 'Name, mobile and address with their middles hidden.';
comment on column timing_courses.live is 'Runners see provisional results from the first read on.';
comment on column timing_courses.closed_at is
  'The time at which staff closed the event. A runner without a finish is then DNF, and a runner without a read DNS.';
comment on table timing_chips is 'The bib of each chip. If a chip has no row here, its number is the bib.';
comment on column timing_reads.ignored is 'Staff ignore the read.';
comment on column photos.sha256 is 'SHA-256 of the sent file. The same file sent again is the same photo.';
comment on column photos.taken_at is 'The time of the photo, by the corrected clock of the camera.';
comment on column photo_bibs.gone is 'A person removed this bib. No list and no service sets it again.';
comment on column photo_subscriptions.notified_at is 'The account was notified of all photos up to this time.';
comment on column certificate_pictures.digest is
  'Digest of the facts in the picture. Once these facts change, nobody gets the picture any more.';
comment on column game_runners.time is 'The time, as the imported list gives it.';
comment on column game_runners.nettime is 'The net time, as the imported list gives it.';
comment on column retention_runs.done_at is 'The time at which the erasing was complete.';
comment on table result_mappings is
  'The meanings of columns that staff chose for a result file, by the titles of the file.';
comment on table import_mappings is
  'The meanings of columns that staff chose for an imported list, by its kind and its titles.';
comment on column table_exports.rows is
  'The number of exported rows. Null while the server writes the file, and after the writing broke off.';
comment on column table_layouts.staffid is 'The member of staff who saved the layout last.';
comment on column races.archived_at is
  'The time at which staff archived the race. No list shows it any more. Its pages, results and certificates stay.';
comment on column own_roles.raceid is 'An existing or a future race, as in staff_roles.';
comment on column own_fields.name is 'The name of the field in answers. It never changes.';
comment on column own_fields.retired_at is 'From this time on no event asks the field. Its answers stay.';
comment on column bulk_actions.asked is
  'The input of the action (JSON). It is sealed, because a reason may say something about a person.';
comment on column bulk_actions.done is
  'The number of changed rows, counted at the end. unchanged and not_done count the other rows.';
comment on column bulk_rows.outcome is
  'The outcome, written in the transaction of the change. Null: the row is still open.';
comment on column bulk_rows.before is 'The values that an undo of the action writes back.';
comment on column registration_moves.price is 'The price of the registration in the new event, in fen.';
comment on table bib_prints is
  'Exported files for the print shop. Staff who change a bib afterwards get a warning.';
comment on column vip_bibs.name is
  'The guest''s name. A paid registration of that name gets the bib, unless several have the name. Empty once personal data was erased.';
comment on column table_schedules.staffid is
  'The member of staff who gets the files. madeby is the member of staff who made the schedule.';
comment on column scheduled_files.pieces is 'The number of sealed pieces that hold the bytes of the file.';
