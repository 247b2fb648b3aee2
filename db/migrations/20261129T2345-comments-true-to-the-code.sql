-- Comments of tables, views and columns that say what the code does. No table changes.
comment on column alarms.value is
  'The value that broke the limit at the moment of the alarm. The unit depends on the kind: metres, minutes or '
  'percent. Null for a call for help.';
comment on column announcement_rows.outcome is
  'The outcome for this reader. Null: no message has gone out. left: nothing was sent, for example because the '
  'registration had ended before.';
comment on column app_codes.app is 'Name of the mini-program, or the word account for the official account.';
comment on column ballot_entries.entry is
  'First 16 bytes of the SHA-256 over "salt:key". The public list shows this value in place of a person.';
comment on column ballot_entries.met is
  'The declared weights and direct entries that apply to the entry, as bits: weights from bit 0 on, direct entries '
  'from bit 16 on.';
comment on column ballots.freezing_at is
  'The time at which the server began to make the list. This time stays after the list is frozen.';
comment on column ballots.pay_end is
  'The end of the time to pay, for winners and for runners who want to wait. Null: the time of the event counts.';
comment on column ballots.problem is
  'The reason why the ballot does not go on, a word of features/ballot/words.ts. Null: nothing stops the ballot.';
comment on column bulk_actions.state is
  'waiting: a second person must approve the action. stopped: a person stopped the action, or a right was taken '
  'away. The other states are running and ended.';
comment on column card_players.today is
  'The number of cards that were drawn for the visit on the day in the column day.';
comment on column card_sets.chances is
  'The number of further cards for each action of a person, by the name of the action.';
comment on column certificates.form is
  'The form from which the certificate is drawn: boxes or html. With boxes, the column html keeps the HTML from which '
  'the boxes were made. It is null if the boxes were not made from HTML.';
comment on column challenge_proofs.reason is
  'The word of the rule that refused the proof. The word is staff if a person refused the proof.';
comment on column challenges.least_metres is 'The metres of tracks that complete a day.';
comment on column club_members.draft is
  'Sealed values of the sign-up as JSON. Empty once the registration is paid, or once the values are erased.';
comment on column disruptions.kept_percent is
  'Percentage of the fee that the race keeps when a runner leaves. A runner without a place gets everything back.';
comment on column events.taken is
  'The number of registrations that hold a place. Only a transaction that changes such registrations changes this '
  'number.';
comment on column feed_entries.why is
  'The reason why an entry waits for staff. before: staff check each text first. doubtful: the service doubts the '
  'text. silent: the service did not answer.';
comment on column files.hash is
  'Half of the SHA-256 of the kept bytes, or a random name for a private file. The address of the file has this name.';
comment on column follow_news.point is 'The kind of the passing, then the label of its point if it has one.';
comment on table follow_texts is
  'The number of text messages that followers of a race have got. A setting of the race limits this number.';
comment on column hall_jobs.resultid is
  'The id of the result, or, if the column game is true, of the runner of a game. Ids of results begin at a '
  'thousand million, so the two kinds of ids never meet.';
comment on column hall_jobs.stationid is 'The screen whose line has the picture, or the printer that took the picture.';
comment on column hotel_stays.state is
  'open: the order is not paid. booked: the order is paid. closed: nobody paid in time. cancelled: every night was '
  'given back.';
comment on column ids.kind is 'The kind of the id, such as score, notice or poster (db/ids.ts).';
comment on column invoices.amount is
  'The amount in fen. Until the issue: the part of the order that was paid and not given back, at the moment of the '
  'request. After the issue: the issued amount.';
comment on column invoices.file is 'True if the storage of files has the invoice as a sealed PDF.';
comment on column log.what is 'The action, a word of features/staff/actions.words.ts.';
comment on column luckydraw_gifts.value is 'Value of one piece in fen. The law allows at most 50,000 yuan for a prize.';
comment on table mobile_codes is
  'The valid code of a mobile number, for each browser that asked for a code. A later code of the same browser '
  'replaces it, and a log-in uses it up.';
comment on column once_answers.answer is
  'The answer of the call, sealed. Only a repetition of the call has the key that opens it. Null while the '
  'transaction of the call is under way, and no other transaction sees the row then.';
comment on view order_books is
  'The balance of each account, by order and currency. The column balanced tells whether the state, the payments '
  'and the refunds of the order agree with these balances (docs/money.md).';
comment on column orders.room is
  'The room that sold the things of the order. When the order is paid, closed or refunded, this room changes these '
  'things.';
comment on column payments.gateway is 'wechat, alipay, paypal, cmb or desk (cash, card or transfer).';
comment on column photo_bibs.gone is
  'True if a person removed this bib from the photo. Only a person can add the bib again.';
comment on table push_keys is
  'Keys by which push services know this platform. The server makes them when it first needs them. If the settings '
  'name a key, the server does not use these keys.';
comment on column reconciliations.unlisted is
  'The number of differences that are only counted. All other differences have a row in reconciliation_differences.';
comment on column registrations.age_on_race_day is
  'Years completed on race day. The server counts them when it has the open birth date, such as at the sign-up.';
comment on column registrations.answers is
  'Answers to own fields of the race, by the name of the field. Answers that are personal data are sealed in '
  'personal_answers.';
comment on column registrations.bindqrcode is
  'Path of the picture of the code that opens the registration in the mini-program. Null: the server has made no '
  'such code.';
comment on column registrations.closed_at is
  'The moment at which the registration ended unpaid: its order was closed, or its runner left the waitlist without '
  'an order. Place and document are free from then on.';
comment on column registrations.hide_age is
  'True if public lists show no age group. The runner wishes this or has not agreed to the publication, or the data '
  'was erased.';
comment on column registrations.hide_name is
  'True if public lists show no name. The runner wishes this or has not agreed to the publication, or the data was '
  'erased.';
comment on column registrations.wait_pos is
  'The waiting code of the draw, by which a waitlist may be ordered. In an event without a draw: the position in '
  'line at the last refresh.';
comment on view registrations_in_line is
  'Registrations in line for a place of an event. They are live and wait. They are paid, or they have no order, '
  'because the event takes no money before there is a place.';
comment on column results.hide_age is
  'True if public lists show no age group: the registration hides it, or the data was erased.';
comment on column results.hide_name is
  'True if public lists show no name: the registration hides it, staff hid it, or the data was erased.';
comment on column results.registrationid is
  'The registration of the runner, found by the document or else by the bib. Null: the race has no such registration.';
comment on table safety_broadcasts is
  'Safety messages that staff send to the runners of a race, or only to the runners on the course. Every page of '
  'the race shows them.';
comment on column series_join_races.active is
  'True while the runner is joined. False while staff have not decided, or after they refused.';
comment on column sold_items.state is
  'open: the order is not paid. paid: the order is paid. closed: nobody paid in time. ended: every piece came back.';
comment on table staff_challenges is
  'Challenges that a passkey has signed. A row stays until its challenge expires, so that nobody uses the challenge '
  'twice.';
comment on table stock_changes is
  'Every change of the pieces of a stock row. The first change sets the first number of pieces.';
comment on column table_layouts.subject is 'The name of the table, such as registrations or orders.';
comment on column table_views.subject is 'The name of the table, such as registrations.';
comment on column timing_entries.note is
  'The sealed note, which may describe an injury. Null without a note, or once the note is erased.';
comment on table track_versions is
  'The number of batches of fixes and of changes of tracks in a race. Each writer locks the row, so the versions '
  'appear in their order.';
comment on column tracks.version is 'Version of the race (track_versions) at the last change of the track.';
comment on column waiting_rooms.next is
  'The number of the next late ticket. Before the opening it only counts the people who wait. If some turns were '
  'not used, it jumps to the first number that the room has not let in yet.';
