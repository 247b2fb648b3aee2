-- Comments of tables and columns that name the thing and the person. No table changes.
comment on column accounts.erased_at is 'The time at which the personal data of the account was erased.';
comment on column accounts.hide_age is
  'The holder''s wish for every registration of this account: public lists show no age group.';
comment on column accounts.hide_name is
  'The holder''s wish for every registration of this account: public lists show no name.';
comment on column accounts.name is 'The name that the holder of the account chose. Other people see it.';
comment on column albums.clock_offset_ms is 'The milliseconds that the server adds to the camera''s clock.';
comment on column announcement_rows.box_key is
  'Key of the reader''s message in the box, and of the mail to the reader.';
comment on column announcement_rows.outcome is
  'The outcome for this reader. Null: no message has gone out. left: the registration had ended before.';
comment on column announcement_rows.text_key is 'Key of the text message to the reader.';
comment on column announcements.by_mail is 'The announcement also goes by mail, to readers who take news by mail.';
comment on column announcements.send_at is 'Time at which the announcement goes out; null: at once.';
comment on column announcements.state is
  'scheduled: the announcement waits for send_at. stopped: staff ended it before its last reader.';
comment on column announcements.total is 'Number of registrations in the audience when the announcement was written.';
comment on column appointments._key is 'Unguessable text in the code of the appointment, which the desk reads.';
comment on column appointment_slots.places is 'The largest number of appointments in the slot.';
comment on column ballot_entries.code is
  'The waiting code of an entry that the draw gave no place. It orders a waitlist and is no rank.';
comment on column ballot_entries.weights is 'One weight for each segment; null for a direct entry.';
comment on column bib_runs.first is
  'The first of the new bibs, as it is printed. The column last has the last one. Null where bibs were taken away.';
comment on column bulk_actions.amount is
  'The amount in fen that the confirmation allows all rows together to give back. Null: the action gives no money '
  'back.';
comment on column bulk_rows.amount is
  'The amount in fen that the confirmation allows this row to give back. The row gives back no more.';
comment on column card_players.gift_at is
  'Moment at which the person got the gift for the full set. A person gets the gift once.';
comment on column card_players.used is 'Number of cards drawn for other actions than the visit.';
comment on column card_sets.chances is 'Further cards for actions of a person, by the name of the rule.';
comment on column certificate_exports.began_at is 'Start of this round. The round does not include later changes.';
comment on column certificate_exports.round is 'The number of rounds through all holders so far.';
comment on column certificates.eventid is 'Null: the certificate is for every event without a certificate of its own.';
comment on column certificates.version is 'The number changes with every change of the look.';
comment on column posters.version is 'The number changes with every change of the look.';
comment on column challenges.goal is 'The unit of `reach`: complete days, or metres.';
comment on column challenges.makeups is 'The number of missed days that one person may make up.';
comment on column channel_fees.rate is 'The fee as a share of the payment, in millionths.';
comment on column channels.failed_why is 'Reason of the last failed call.';
comment on column channels.refused_why is 'Reason of the last rejected notice.';
comment on column channels.proved_by is 'Name of the person who tried the channel.';
comment on column coupons.origin is
  'The reason for the coupon, such as draw 12/345. The same origin gives a coupon of a batch only once.';
comment on column declarations.questions is 'The questions, in the form of features/checkin/contract.ts.';
comment on column declarations.signature is 'True where the runner must draw a signature.';
comment on column deposits.reason is 'The reason why the race keeps the deposit.';
comment on column desk_devices.waiting is
  'The number of entries that the device still held at its last contact; null before the device reported it.';
comment on column desks.hours is 'The hours for which a device of the desk works without contact.';
comment on column events.paystate is
  'open: a runner pays at sign-up. closed: a runner pays only after the registration has a place.';
comment on column events.poster_paid is 'Id of the poster for runners who paid.';
comment on column events.poster_reg is 'Id of the poster for runners who signed up.';
comment on column events.ranking is 'The rules of the ranks (features/results/rules.ts).';
comment on column exports.session is 'Id of the session that asked for the link.';
comment on column files.private is
  'True for a file such as the proof of a time or a signature. It is sealed on the disk, and only its account and '
  'staff can open it.';
comment on column files.staffid is 'The member of staff who uploaded the file.';
comment on column files.uid is 'The account that uploaded the file.';
comment on column fixes.off is 'Distance from the course, in metres.';
comment on column fixes.speed is 'Speed in centimetres a second.';
comment on column follow_news.told_upto is 'Id of the last follow whose follower was notified.';
comment on column fonts.licence is 'The reason why the font may be used, in the organiser''s words.';
comment on column game_runners.erased_at is
  'The time at which the runner''s data was erased. A later import of the list does not restore the name.';
comment on column timing_runners.erased_at is
  'The time at which the runner''s data was erased. A later import of the list does not restore the name.';
comment on column goods.signup_events is
  'The events whose sign-up offers the kind. Empty: every event. Null: no sign-up offers the kind.';
comment on column hall_jobs.game is 'True where the runner belongs to a game beside the race.';
comment on column hall_jobs.state_at is 'Time at which the picture entered its state.';
comment on column hall_jobs.stationid is 'The screen that shows the picture, or the printer that took it.';
comment on column hall_stations.code is 'The name by which phones find the station (client in a page''s link).';
comment on column hall_stations.key_hash is 'SHA-256 of the station''s key, which is kept nowhere.';
comment on column handouts.despite is 'Words for the things that were missing when staff handed the pack out anyway.';
comment on column handouts.device_at is
  'The moment by the clock of the device. The column at has the corrected moment.';
comment on column handouts.signature is 'The signature that the person drew on the screen, sealed.';
comment on column handouts.size_out is
  'The shirt that left the stock. The column size_in has the shirt that came back.';
comment on column hotel_stays.outcome is
  'Tells whether the guests came, as the hotel reports. Null: the hotel has not reported.';
comment on column hotel_stays.state is
  'Open until the order is paid, closed if nobody pays it, cancelled once every night was given back.';
comment on column import_mappings.mapping is
  'The title of each meaning, or the number of a column without a title (#4).';
comment on column invoices._key is 'Unguessable name of the invoice''s file.';
comment on column invoices.reversals is 'The red-letter notes: [{number, amount, at}].';
comment on column invoices.uid is 'The account that requested the invoice.';
comment on column luckydraw_presences.staffid is
  'Member of staff who saw the runner. Null where the runner typed the code of the hall.';
comment on column luckydraw_tries.fell is 'Gift on which the try fell, even if no piece of it was left.';
comment on column luckydraw_tries.k is 'Number of the try among the tries of its player.';
comment on column mail_addresses.code_hash is 'Blind index of the code that was sent to the address.';
comment on column mail_addresses.code_until is 'Time until which code and link are valid.';
comment on column mail_addresses.created_at is 'Time at which the account gave the address.';
comment on column mail_addresses.lang is 'The language of the mails to the address.';
comment on column mail_addresses.link_hash is 'SHA-256 of the token of the link that was sent to the address.';
comment on column mail_addresses.mask is 'The masked address, which may be shown.';
comment on column mail_addresses.proved_at is 'Time at which the owner proved the address; null: not proved.';
comment on column mail_addresses.tries is 'Number of tries of the code.';
comment on column mails.bounce is 'The kind of the report that came back after the mail was sent.';
comment on column mails.content is 'Sealed JSON: subject, paragraphs and link. Empty once the mail is sent.';
comment on column mails.created_at is 'Time at which the mail was queued.';
comment on column mails.handed_at is 'Time at which the mail was last handed over.';
comment on column mails.lang is 'The language of the mail.';
comment on column mails.mask is 'The masked address, which may be shown.';
comment on column mails.message_id is
  'The secret part of the Message-ID, by which a report of a bounce finds the mail.';
comment on column mails.raceid is 'The race that the mail is about.';
comment on column mails.sent_at is 'Time at which the mail server took the mail.';
comment on column mails.state is
  'lost: the mail was handed over and the answer was lost, so nobody sends the mail again by itself.';
comment on column mails.title is 'The subject for staff, in each language, without values of a person.';
comment on column mails.uid is
  'The account that the mail is for; null: no account, such as for an invited member of staff.';
comment on column mails.until is 'Time after which the mail is useless.';
comment on column mail_stops.bounce is
  'hard: the address does not exist. complaint: its owner called a mail unwanted. No mail goes to the address.';
comment on column mail_stops.mask is 'The masked address, which may be shown.';
comment on column mail_stops.unsubscribed_at is
  'Time at which the owner ended the news. Service messages still go to the address.';
comment on column messages.announcementid is 'The announcement that the message carries.';
comment on column messages.deadline is
  'The reader must act before this time. If waiting for the morning would leave too little time, the message is '
  'sent at night.';
comment on column messages.handed_at is 'Time at which the message was handed to the provider.';
comment on column messages.mobile is 'Sealed; null for a message that is only in the box.';
comment on column messages.provider is 'The provider that took the message.';
comment on column messages.send_at is
  'The message is not sent before this time, because of the quiet hours of the night.';
comment on column messages.state is
  'sending: handed over and not answered. lost: the answer never came, and the message is not sent again. late: the '
  'time until was over. kept: the message is only in the box.';
comment on column messages.uid is 'The account whose box has the message.';
comment on column once_answers.answer is
  'Null while the transaction of the call is under way. No other transaction sees the row then.';
comment on column once_answers.key is 'SHA-256 over the path, the caller and the key that the call repeats (_once).';
comment on column order_notes.settled_at is 'Moment at which somebody settled the follow-up.';
comment on column orders.amount is 'The amount to pay, in fen.';
comment on column orders.close_at is
  'The time of the next try to close the order. It is pay_end at first, and later while the gateway is down.';
comment on column orders.discount is 'The discount in fen.';
comment on column orders.fee is 'The fee in fen, before the discount.';
comment on column orders.items is
  'The lines of the order (features/orders/items.contract.ts). Their sum is the amount. Null: an old order without '
  'lines, or an order of another room.';
comment on column orders.payment is 'The channel over which the order was paid.';
comment on column orders.refunded is 'The refunded amount in fen.';
comment on column own_fields.personal is 'True where the answers to the field are sealed.';
comment on column payments.last_ask_at is
  'For a try that was closed before its payer came: the time of the last question to the gateway, after the '
  'gateway''s own end of the try.';
comment on column people.is_me is 'True for the person who holds the account.';
comment on column personal_answers.class is 'The class of data with which the answer is erased.';
comment on column personal_answers.file is
  'Hash of the private file that the answer names. The file is removed with the answer.';
comment on column personal_answers.name is 'The name of the field, as in own_fields.name.';
comment on column photo_bibs.source is
  'name: the name of the file. list: an imported list. hand: a person. seen: the recognition service.';
comment on column photo_reports.own is
  'True where the photo shows the person who asks. The photo is then hidden at once. Otherwise staff look at it '
  'first.';
comment on column photos.hash is
  'Name of the kept picture, as in files. The columns ext, width, height and bytes describe this picture.';
comment on column photos.incoming is
  'True while the sent file is still stored beside its picture. The server removes the file once the picture is '
  'kept, also after a kill.';
comment on column picture_checks.kind is 'picture: a person reads letters. work: the device computes.';
comment on column postage_settings.fee is 'The postage in fen.';
comment on column postage_settings.until is 'The end of the time to order; null: no end.';
comment on column postage_settings.who is 'The runners who may order. pb: runners with a personal best.';
comment on column push_keys.private_key is 'The private key, sealed.';
comment on column races.published_at is 'Null: runners do not see the race.';
comment on column races.settings is 'The settings of the race, which features/races/contract.ts lists.';
comment on column ranking_inputs.inputs is
  'The ranking inputs, in the form of features/results/ranking/rankingInputs.rules.ts.';
comment on column ranking_inputs.version is 'A new value with every write. Caches compare it.';
comment on column reconciliation_differences.settled_by is
  'Null beside a settled_at: the server settled the difference by asking the channel.';
comment on column reconciliations.currency is 'Null: the statement has several currencies.';
comment on column reconciliations.day is 'The day in the channel''s time zone.';
comment on column reconciliations.received is 'The received amount, in the smallest unit of the currency.';
comment on column reconciliations.refunded is 'The refunded amount, in the smallest unit of the currency.';
comment on column reconciliations.unlisted is 'Number of differences beyond those that are kept one by one.';
comment on column refund_requests.percent is 'Percentage of the share that the race kept.';
comment on column refund_requests.settled_at is 'Time at which a successor had paid, or at which the latest time came.';
comment on column refunds.amount is
  'The amount in the smallest unit of the currency; 0 where the runner of a free registration leaves.';
comment on column refunds.came_back is 'The amount that the channel has given back so far.';
comment on column refunds.fen is
  'The part of the order in fen that the refund returns, where its amount is in another currency.';
comment on column refunds.hand_at is 'Time at which a person gave the money back by hand, because the channel did not.';
comment on column refunds.hand_by is 'Member of staff who gave the money back by hand.';
comment on column refunds.hand_cash is
  'The amount in fen from the drawer of the member of staff who paid the refund by hand. Null: the refund was paid '
  'in another way.';
comment on column refunds.payment is 'The channel of the refund.';
comment on column refunds.state is
  'waiting: the refund is promised and becomes due when the next in line has paid. Neither the channel nor the '
  'ledger has it yet.';
comment on column registration_corrections.fields is
  'Names of the changed fields, from features/fields/fields.rules.ts.';
comment on column registration_moves.difference is
  'The difference from the agreed price, in fen. It is negative where the new price is lower.';
comment on column registration_moves.orderid is 'The order for the difference that the runner must pay.';
comment on column registrations.bindqrcode is 'Code that binds the registration to the messaging app.';
comment on column registrations.consents is
  'Hashes of the wordings that the runner agreed to (consent_texts), each with its time.';
comment on column registrations.document_ix is
  'Keyed blind index over type, country and the number that never changes. It stands for one document of one '
  'person.';
comment on column registrations.erased_at is 'The time at which the personal data of the registration was erased.';
comment on column registrations.exited_at is
  'The time at which a refund was requested. From then on the document may not sign up for the race again, also '
  'after a deletion.';
comment on column registrations.fee is
  'The event''s fee in fen at the sign-up, before prices and codes. Null: an old sign-up, whose price was the fee.';
comment on column registrations.idnum_ix is 'Keyed blind index over the number alone. A look-up by number uses it.';
comment on column registrations.lang is 'Language of the sign-up and of the messages about it; null: unknown.';
comment on column registrations.name_ix is 'Keyed blind index over the name.';
comment on column registrations.place_held is 'True where events.taken counts this registration.';
comment on column registrations.price is 'The price in fen of the entry and its add-ons together.';
comment on column registrations.refusemsg is 'The reason why the review refused the registration.';
comment on column registrations.tag is 'Label that staff gave to the state of the registration.';
comment on column registrations.teamid is
  'The team of the registration (table teams). The column has no foreign key, because teams refer to registrations '
  'by their captain.';
comment on column registrations.wait_pos is 'The waiting code of the draw, by which a waitlist may be ordered.';
comment on column result_corrections.change is
  'The correction, in the form of features/results/corrections/corrections.rules.ts.';
comment on column result_films.key is 'Part of the film''s address: /films/<raceid>/<key>.<type>.';
comment on column result_imports.counts is 'Number of rows by outcome.';
comment on column result_imports.problems is 'The first 2,000 rows that were refused or doubtful.';
comment on column result_protests.pictures is 'The pictures of the protest, as private files.';
comment on column result_protests.uid is 'The account that filed the protest; null: staff filed it (filed_by).';
comment on column result_sheets.publish_note is 'The note of the planned publication.';
comment on column result_versions.counts is
  'The differences from the version before (publication/differences.rules.ts).';
comment on column results.agegroup_given is
  'True where the file gave the age group. Otherwise the age and the event''s bands decide it.';
comment on column results.laps is 'Number of laps, for events in which more laps beat less time.';
comment on column retention.class is 'The class of data (features/privacy/rules.ts).';
comment on column retention.days is 'The number of days after race day, or after the last use.';
comment on column safety_broadcasts.until is 'Moment until which the pages show the broadcast.';
comment on column series.best is 'The number of races that count for one runner.';
comment on column series.club_size is
  'The number of runners of a club that count for its championship. 0: no championship of clubs.';
comment on column sessions.app_ix is
  'Keyed index of the person of the messaging app who opened the session. The session may change to the other '
  'accounts of this person.';
comment on column sessions.seen_at is 'Time of the session''s last use.';
comment on column signatures.answers is 'The answers as sealed JSON.';
comment on column sold_items.lowered is
  'The amount in fen that went back while the pieces stayed, such as for cheaper nights. It is a part of the column '
  'back.';
comment on column sold_moves.created_at is 'Moment of the move.';
comment on column sold_moves.from_slot is 'The slot that became free.';
comment on column sold_moves.id is 'Number of the move.';
comment on column sold_moves.itemid is 'The line of the order.';
comment on column sold_moves.n is 'Pieces that moved.';
comment on column sold_moves.raceid is 'The race that sells.';
comment on column sold_moves.staffid is 'The member of staff who moved the line; null where the buyer did.';
comment on column sold_moves.to_slot is 'The slot that the line takes.';
comment on column staff.removed_at is 'Time of the removal. From then on another person may use the login.';
comment on column statement_lines.fee is 'The channel''s fee in thousandths of a fen.';
comment on column stock_changes.before is 'Pieces before the change; 0 for a new stock row.';
comment on column stock_changes.created_at is 'Moment of the change.';
comment on column stock_changes.id is 'Number of the change.';
comment on column stock_changes.pieces is 'Pieces after the change.';
comment on column stock_changes.raceid is 'The race that sells.';
comment on column stock_changes.slot is 'The slot of the variant; empty without slots.';
comment on column stock_changes.staffid is 'The member of staff; null where the server or a copy made the stock.';
comment on column stock_changes.variantid is 'The variant whose stock changed.';
comment on column table_schedules.why is
  'The reason why the schedule stopped: a right or the member of staff is gone, the race is archived, a column is '
  'gone, or a person stopped it.';
comment on column table_views.filter is
  'Filters and order, without the searched text, which may be a name or a number.';
comment on column table_views.shared is 'True where everybody who may read the table of the race sees the view.';
comment on column teams.password is 'Argon2id hash, in PHC form, of the password with which people join.';
comment on column timing_changes.deviceid is 'The reader whose clock or read was changed.';
comment on column timing_changes.eventid is 'The event whose gun was changed.';
comment on column timing_changes.readid is 'The read that was changed.';
comment on column timing_changes.wave is 'The wave whose gun was changed.';
comment on column timing_devices.offset_ms is 'The milliseconds that the server adds to the reader''s clock.';
comment on column timing_entries.doubts is 'Words for the doubts about the entry at its arrival.';
comment on column timing_progress.news_upto is 'Id of the last row of timing_news.';
comment on column timing_reads.seq is
  'The reader''s number of the read, or a fingerprint of its line. A read that is sent again counts once.';
comment on column track_facts.from_m is
  'Metres along the course: the place at which a cut left the course, or the farthest place before a way back.';
comment on column track_facts.to_m is
  'Metres along the course: the place at which a cut came back to the course, or the place of a way back.';
comment on column tracks.thinned_at is
  'Moment at which the fixes of the track were thinned to one for each five minutes.';
comment on column trails.rounds is 'The number of times that one person may complete the trail.';
comment on column vip_bibs.registrationid is 'The registration that gets the bib; null: the name decides.';
comment on column waiting_rooms.gathers_at is
  'The time from which people get tickets. The tickets have no number until the opening.';
comment on column waiting_rooms.next is
  'The number of the next late ticket. Where turns were not used, it is the first number that was not let in yet.';
comment on column waiting_rooms.seed is 'Seed of the random order of the early tickets.';
comment on column waitlists.groups is
  'alone: each runner waits alone. skip and stop: the runners of an order wait together. With skip smaller groups '
  'may pass a group that does not fit. With stop nobody passes it.';
comment on column wallet_passes.changed_at is
  'Time of the last change of the contents. A phone compares it with its version.';
comment on column wallet_passes.checked_at is 'Time of the last comparison of the contents.';
comment on column wechat_consents.ended_at is 'Time at which the consent was used up or refused.';
comment on table app_ids is
  'A runner''s ids in the messaging app, as keyed indexes. One person of the app may have several accounts. An '
  'account has one person.';
comment on table cards is 'Drawn cards, one row for each. Only the holder of a card moves it, and no card disappears.';
comment on table cheers is
  'Short texts of spectators to a runner who shares a run. They are erased together with the fixes of the run.';
comment on table desk_counts is
  'Counts of the cash that a member of staff took on a day. The newest count is valid, and all counts are kept.';
comment on table desk_proxies is 'People whom runners send to collect the race pack.';
comment on table feed_mutes is
  'Accounts that may not write in the feed of a race. A mute without an end lasts for ever.';
comment on table fix_refusals is 'The number of refused fixes of each track, by reason.';
comment on table fixes is
  'Positions as devices sent them, each once. The server keeps them for the hours that the race sets.';
comment on table follow_news is
  'Passings of followed runners. Each passing has one row, so that followers hear of it once.';
comment on table follow_progress is 'The last news of timing of which the followers of a race were notified.';
comment on table postage_settings is 'The terms on which a race sends its finishers a shirt for the postage.';
comment on table push_subscriptions is
  'Browsers that take messages by web push. A row is removed once its push service does not know the browser any '
  'more.';
comment on table registration_corrections is 'Corrections of registrations by staff, so that staff can undo them.';
comment on table retention is 'The time for which a class of fields is kept. Without a row the default counts.';
comment on table retention_runs is 'The progress of erasing a class of a race''s data.';
comment on table shop_orders is 'The delivery of the things of an order to their buyer.';
comment on table shop_settings is 'The places where a race hands out goods, and the postage.';
comment on table sold_moves is 'Every move of a sold line from one slot to another.';
comment on table stock_changes is 'Every change by staff of the pieces of a stock row, from its first number on.';
comment on table timing_courses is
  'The timing of an event: the points of its course in order, its waves with their guns, its rules.';
comment on table timing_progress is
  'The progress of timing in a race: the last read and the last news that the server has processed.';
comment on table track_facts is
  'Facts that matching found on a track: a cut, a way back, a way beside the course, the arrival.';
comment on table tracks is
  'Carriers that are tracked in a race, each with its device and with the people who may see it.';
comment on table virtual_times is
  'Moments at which devices passed virtual points. They are erased together with the fixes of their track.';
comment on table waitlist_groups is
  'Orders whose people want places for all of their registrations or for none, where each runner would wait alone.';
comment on table walkin_ranges is 'The range of bibs for runners whom staff enter by hand.';
