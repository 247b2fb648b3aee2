-- Comments of columns that name their noun, and say "True if" for a column of yes or no. No table changes.
comment on column accounts.merged_into is
  'The account of the same person into which staff merged this account. A mobile that stays at this account logs in to '
  'that account.';
comment on column announcements.by_mail is
  'True if the announcement also goes by mail, to readers who take news by mail.';
comment on column api_keys.rights is 'Names of rights (contract/rights.ts).';
comment on column ballot_entries.salt is
  'A random text that hides the person of the entry. The runner gets the text and finds the own entry by it.';
comment on column ballots.group_salt is
  'A random text that makes the ids of groups unguessable. It is never published.';
comment on column ballots.progress is
  'The finished part of the step under way (freezing, drawing or publishing), from 0 to 1.';
comment on column bulk_actions.approved_by is
  'Member of staff who approved the action, never the member of staff who began it.';
comment on column card_players.name is 'Name that other people see on a card that this person gives or asks for.';
comment on column card_sets.chances is
  'The number of further cards for each action of a person, by the name of the rule.';
comment on column card_sets.daily is 'The number of cards that an account draws on each day of the race''s calendar.';
comment on column certificates.kind is 'reg: for registered runners. timing: for finishers.';
comment on column challenges.makeup_days is
  'The number of days after a missed day in which a proof may make up the missed day.';
comment on column consent_changes.hash is 'The hash of the wording, as in consent_texts.';
comment on column coupon_batches.way is
  'The way to get a coupon. staff: staff give it. signup: runners who sign up get it. claim: visitors claim it. '
  'prize: draws give it.';
comment on column desks.signature is 'True if a person who collects a pack signs on the screen.';
comment on column events.draw_kept is
  'True if a declared ballot fixes the hour of the draw. The form of the event cannot change it then.';
comment on column events.waitlist is
  'True while a waitlist is open. Returned places then go to the waitlist before anybody may sign up for them.';
comment on column files.private is
  'True if the file is sealed on the disk, and only its account and staff get it, such as the proof of a time or a '
  'signature.';
comment on column halls.settings is 'The settings of the hall (HallSettings of features/hall/contract.ts).';
comment on column handed_in_results.proof is 'The proof, a private file.';
comment on column hotel_stays.outcome is
  'The outcome that the hotel reports: whether the guests came. Null: the hotel has not reported.';
comment on column invitations.direct is 'True if a registration with this code skips lottery and review.';
comment on column invitations.eventid is 'The event for which the code counts. Null: any event of the race.';
comment on column invitations.expires_at is 'The time at which the code ends. Null: the code never ends.';
comment on column invitations.uses is 'The largest number of uses of the code. Null: no limit.';
comment on column mails.key is 'The key of the mail. A second mail with the same key is not sent.';
comment on column mails.news is 'True if the mail is news. False: a service message, which has no List-Unsubscribe.';
comment on column messages.mobile is 'The mobile number, sealed. Null for a message that is only in the box.';
comment on column photo_subscriptions.notified_at is 'The time up to which the account was notified of all photos.';
comment on column picture_checks.seed is
  'The seed of the picture. The server draws the same picture from this seed each time.';
comment on column posters.use is
  'result: for finishers. reg: for registered runners. paid: for registered runners who paid.';
comment on column reconciliation_differences.raceid is
  'The race of the order. Null if no order of this installation belongs to the difference.';
comment on column reconciliations.differences is 'The number of differences, including the unlisted differences.';
comment on column refunds.reason is 'The reason of the refund: late, doubled, amount_differs, exit, …';
comment on column registrations.addons is
  'Add-ons bought with the registration: id, names, price of one piece in fen, number of pieces (n). They are held as '
  'long as the place.';
comment on column registrations.place_held is 'True if events.taken counts this registration.';
comment on column result_mappings.staffid is 'The member of staff who made the import. Null: the command line.';
comment on column retention.raceid is 'The race. 0: every race without a row of its own.';
comment on column series.places is 'Points for the first place of each gender and for the places after it.';
comment on column sessions.address is
  'The network of the address: the first 24 bits of an IPv4 address, or the first 48 bits of an IPv6 address.';
comment on column staff.machine is
  'True if the row stands for an API key in the log. Nobody can log in with such a row.';
comment on column ticket_moves.turn is 'The turn of the ticket that ended with the move.';
comment on column tickets.holder is 'Name on the ticket. Null if nobody wrote a name.';
comment on column timing_courses.points is 'The points of the course (CoursePoint of features/timing/contract.ts).';
comment on column timing_courses.rules is 'The rules of the timing (TimingRules of features/timing/contract.ts).';
comment on column timing_courses.waves is 'The waves of the start (Wave of features/timing/contract.ts).';
comment on column timing_reads.kind is
  'The kind of the read, if the reader tells it: the reader saw the chip for the first time, or for the last time.';
comment on column waitlists.at_once is
  'True if the server offers a returned place at once. Otherwise it offers the place at the daily refresh.';
comment on column webhooks.rest_until is 'No message goes out before this moment, because the last message failed.';
