-- Comments of columns that say "if" for a condition and name their noun. No table changes.
comment on column accounts.mobile is 'The mobile number, sealed, in the form E.164.';
comment on column alarms.ended_by is 'The member of staff who ended the alarm. Null if the alarm ended by itself.';
comment on column alarms.raised_by is
  'The member of staff who raised the alarm by hand. Null if a rule raised the alarm.';
comment on column albums.names is 'The name in each other language in which it differs: {"en": …, "zh-tw": …}.';
comment on column announcement_templates.body is 'The text of the template in each language.';
comment on column announcement_templates.title is 'The title of the template in each language.';
comment on column announcements.body is 'The text of the announcement in each language.';
comment on column announcements.by_text is 'True if each mobile also gets a text message with the title.';
comment on column announcements.eventid is
  'The event whose registrants get the announcement. Null: the registrants of every event.';
comment on column announcements.notified is 'The number of registrations notified so far.';
comment on column announcements.stopped_at is 'The time at which staff stopped the announcement.';
comment on column announcements.title is 'The title of the announcement in each language.';
comment on column app_codes.data is
  'The answer of /wechat/mini/qrdata for the scene. Null if the scene alone says everything.';
comment on column app_codes.ends_at is 'The time at which the code ends. Null: the code never ends.';
comment on column app_ids.kind is
  'The kind of the id. web: the openid of the official account. mini: the openid of the mini-program. union: the '
  'unionid, which is the same for both.';
comment on column appointment_slots.eventid is 'The event whose runners may take the slot. 0: every event of the race.';
comment on column bans.everywhere is 'True if the ban counts for every race of the installation.';
comment on column bib_runs.first is
  'The first of the new bibs, as it is printed. The column last has the last one. Null if bibs were taken away.';
comment on column bib_runs.undoes is
  'The earlier run whose numbers this run takes back. A run is taken back at most once.';
comment on column bulk_actions.undoes is
  'The earlier bulk action that this action takes back. An action is taken back at most once.';
comment on column card_kinds.odds is
  'The chance of the card in parts of a million, while pieces of every card are left. The chances of all cards of a '
  'set add up to a million.';
comment on column card_players.used is 'The number of cards drawn for actions other than the visit.';
comment on column certificate_exports.left_out is
  'The number of holders whose certificate is left out, because they hide their name or were erased.';
comment on column certificates.eventid is
  'The event of the certificate. Null: every event without a certificate of its own.';
comment on column challenge_proofs.made_up is 'True if the proof makes up a missed day.';
comment on column challenges.review is 'True if a photo counts only after staff have looked at it.';
comment on column channels.failures is 'The number of calls to the channel that failed.';
comment on column cheers.sender is 'The name that the spectator wrote. Null if the spectator wrote no name.';
comment on column coupon_batches.given is 'The number of coupons that were given.';
comment on column coupon_batches.most is 'The most fen that a discount in per cent saves. Null: no limit.';
comment on column coupon_batches.pieces is 'The largest number of coupons of the batch. Null: no limit.';
comment on column coupon_batches.threshold is 'Fen that the goods for which the coupon counts must cost together.';
comment on column coupon_batches.value is 'The discount: fen, or per cent of the price.';
comment on column declarations.body is 'The text of the declaration in each language.';
comment on column declarations.eventid is 'The event whose runners sign the declaration. 0: every event of the race.';
comment on column declarations.signature is 'True if the runner must draw a signature.';
comment on column declarations.title is 'The title of the declaration in each language.';
comment on column disruptions.news is 'The news that the server sends at present. Null: the server has sent all news.';
comment on column disruptions.whole is 'True if the plan is about all events of the race.';
comment on column erasures.anonymous is 'True if published results lose name and age.';
comment on column erasures.report is 'The numbers of erased rows, by table.';
comment on column events.names is 'The name in each other language in which it differs: {"en": …, "zh-tw": …}.';
comment on column events.pay_minutes is
  'The minutes that a runner has for the payment. Null: the number in the settings of the race, or 60.';
comment on column feed_entries.km is
  'The place on the course, in metres from the start. Null if the entry names no place.';
comment on column feed_marks.asker is 'Hash of the account or browser. The hash names nobody.';
comment on column fixes.along is 'Metres along the course. Null if the place is unknown.';
comment on column fixes.sure is 'True if no other place along the course explains the fix almost as well.';
comment on column follow_news.at is 'The moment of the passing.';
comment on column follows.labels is 'The labels of the chosen points, if the column points is some.';
comment on column gear.eventid is 'The event whose runners must carry the equipment. 0: every event of the race.';
comment on column goods.most_each is
  'The largest number of pieces of the kind that one account may hold. Null: no limit.';
comment on column goods.refund is
  'Tiers by which money goes back (features/sales/goods/goods.contract.ts). Null: buyers cannot return.';
comment on column guidebooks.bytes is 'Size of the file of the guidebook.';
comment on column hall_jobs.game is 'True if the runner belongs to a game beside the race.';
comment on column hall_jobs.picture_bytes is
  'The size of the kept picture. Null if there is no picture, or if the server kept no size.';
comment on column hall_stations.tested_at is 'The time at which staff last sent the station a test picture.';
comment on column invoices.email is 'The mail address for the invoice, sealed.';
comment on column invoices.file is 'True if the data folder has the invoice as a sealed PDF.';
comment on column keys.master is 'Fingerprint of the STARTLINE_KEY that wrapped the data key.';
comment on column ledger.amount is 'The amount in the smallest unit of the currency.';
comment on column live_devices.token_hash is
  'Hash of the name in token. The track that the device feeds has the same hash.';
comment on column log.after is 'The values after the write. For a sealed field the value says only that it changed.';
comment on column log.before is 'The values before the write. For a sealed field the value says only that it changed.';
comment on column log.raceid is 'The race of the entry. 0: the entry belongs to no race.';
comment on column log.staffid is 'The member of staff who acted. Null: the server acted by itself.';
comment on column luckydraw_gifts.odds is 'The chance of one try, in parts of a million. 0 for a draw on stage.';
comment on column luckydraw_presences.staffid is
  'Member of staff who saw the runner. Null if the runner typed the code of the hall.';
comment on column luckydraws.chain is
  'Hash over all tries so far. Each player gets the present hash after each of the player''s own tries.';
comment on column luckydraws.present is 'On stage: true if only finishers who are present take part.';
comment on column mail_addresses.tries is 'The number of tries to enter the code.';
comment on column mails.tries is 'The number of failed tries to send the mail.';
comment on column messages.key is 'The key of the message. A second message with the same key is not sent.';
comment on column messages.state is
  'sending: the server handed the message over and has no answer yet. lost: the answer never came, and the server '
  'does not send the message again. late: the time in until has passed. kept: the message is only in the box.';
comment on column messages.template is 'The kind of the message, a word of features/messages/words.ts.';
comment on column messages.until is 'The time after which the message is useless. The server does not send it then.';
comment on column name_checks.decide_reason is 'The reason that staff gave for their decision.';
comment on column name_checks.outcome is 'The answer of the service. open: the service has not answered yet.';
comment on column notices.published_at is 'The time from which runners see the notice. Null: the notice is a draft.';
comment on column notices.shown_until is 'The time until which runners see the notice. Null: the notice has no end.';
comment on column once_answers.answer is
  'The answer of the call. Null while the transaction of the call is under way, and no other transaction sees the '
  'row then.';
comment on column own_fields.personal is 'True if the answers to the field are sealed.';
comment on column packages.contents is 'The content of the pack, as a list of texts.';
comment on column packages.eventid is 'The event of the race pack. 0: every event of the race.';
comment on column payments.settles is
  'The part of the order, in fen, that this payment paid. Null: the payment paid no part.';
comment on column photo_bibs.confidence is 'The confidence of the recognition service, from 0 to 1.';
comment on column photo_bibs.gone is 'True if a person removed this bib. No list and no service sets it again.';
comment on column photo_reports.own is
  'True if the photo shows the person who asks. The photo is then hidden at once. Otherwise staff look at it first.';
comment on column posters.eventid is 'The event of the poster. Null: every event.';
comment on column push_subscriptions.box is 'True if the browser also gets the messages of the account''s box.';
comment on column races.names is 'The name in each other language in which it differs: {"en": …, "zh-tw": …}.';
comment on column races.published_at is 'The time of the publication. Null: runners do not see the race.';
comment on column reconciliation_differences.mark is
  'The subject of the difference. The same difference of another run has the same mark.';
comment on column reconciliation_differences.settled_by is
  'The member of staff who settled the difference. Null with a settled_at: the server settled the difference when '
  'it asked the channel.';
comment on column reconciliations.currency is
  'The currency of the statement. Null: the statement has several currencies.';
comment on column reconciliations.lines is
  'The number of lines of the statement, with the lines that the server could not read.';
comment on column reconciliations.matched is 'The number of lines that agree with our books.';
comment on column refund_requests.fallback is
  'Fen that the runner gets if no successor pays before the time in falls_at.';
comment on column refund_requests.falls_at is
  'The time at which a refund that waits for the next in line is paid at the latest.';
comment on column refund_requests.fixed is 'Fen that the race kept beside the percentage of the share.';
comment on column refund_requests.settled_at is
  'The time at which a successor paid, or at which the time in falls_at came.';
comment on column refunds.amount is
  'The amount in the smallest unit of the currency. 0 if a runner leaves with a free registration.';
comment on column refunds.fen is 'The part of the order in fen, if the amount is in another currency.';
comment on column refunds.refundno is
  'The number that the server gave to the gateway. Every retry uses the same number.';
comment on column registration_moves.difference is
  'The difference from the agreed price, in fen. It is negative if the new price is lower.';
comment on column registrations.address is 'The address, sealed.';
comment on column registrations.birth is 'The birth date, sealed.';
comment on column registrations.by_hand is 'True if staff entered the registration, by hand or from a list.';
comment on column registrations.description is 'The organiser''s explanation of the label in tag, for the runner.';
comment on column registrations.freed_at is
  'The time at which the registration ended without a place, or left the waitlist before the offer of a place. Its '
  'document may sign up again.';
comment on column registrations.mobile is 'The mobile number, sealed, in the form E.164.';
comment on column registrations.pay_at is
  'The time at which somebody paid for the place, or at which an invitation gave the place.';
comment on column registrations.team_at is 'The time at which the registration joined the team.';
comment on column result_sheets.corrected is
  'True if staff corrected a result of the event. The server then computes the ranks, and the published ranks of '
  'the file do not count.';
comment on column result_sheets.protest_until is
  'The time until which runners may protest. Null: no list was announced.';
comment on column result_versions.counts is
  'The differences from the version before (features/results/publication/differences.rules.ts).';
comment on column result_versions.list is
  'Compressed columns without names (features/results/publication/list.rules.ts). Null: the publication was taken '
  'back, or is older than the lists that are kept.';
comment on column results.agegroup_given is
  'True if the file gave the age group. Otherwise the age and the event''s bands decide it.';
comment on column results.field is
  'The field in which the result is ranked. Empty: the field of the runners. Wheelchairs and others have a field of '
  'their own.';
comment on column results.handed_in is 'True if the runner handed in the result with a proof, and staff accepted it.';
comment on column results.laps is
  'The number of laps, for events in which a runner with more laps is ahead of a runner with less time.';
comment on column results.original is 'The result before corrections. Null: nobody corrected the result.';
comment on column results.registrationid is
  'The registration with the bib of the result. Null: no registration of this race has the bib.';
comment on column results.splits is
  'The time at each point of the sheet, in milliseconds. Null for a point without a known time.';
comment on column results.timed is
  'True if the server computed the result from raw reads (features/timing). False if a file gave it.';
comment on column scenes.batch is 'The number of the batch in which the code was made. Each race counts its batches.';
comment on column shop_settings.carriage is 'Postage by province and weight (features/shop/orders/carriage.rules.ts).';
comment on column sightings.found_at is
  'The moment at which the rule first found the case, or at which staff reported it.';
comment on column signatures.doctor is 'True if an answer calls for a doctor''s opinion.';
comment on column sold_moves.staffid is 'The member of staff who moved the line. Null if the buyer moved it.';
comment on column sold_returns.refundid is 'Refund that carries the money. Null if nothing goes back.';
comment on column staff.login is 'The name or the mail address with which the person logs in, in lower case.';
comment on column staff.second_due_at is
  'The moment from which the person has no right until a second factor is set up. Null if no second factor is due.';
comment on column staff_links.staffid is 'The member of staff whose link it is. Null: the link makes the first owner.';
comment on column staff_passkeys.counter is
  'The counter of the authenticator at its last use. 0 if the authenticator does not count.';
comment on column staff_policy.grace_days is 'The days in which a person may still work without a second factor.';
comment on column staff_roles.raceid is
  'The race for which the person has the role. Null: all races. An owner is always an owner for all races.';
comment on column staff_totp.confirmed_at is 'The time at which the person typed the first code. Null before.';
comment on column staff_totp.step is
  'The number of the period of 30 seconds of the last accepted code. The server refuses a code of this period or of '
  'an earlier period.';
comment on column stock.slot is 'Key of the slot, such as a night (2026-11-01). Empty if the variant has no slots.';
comment on column stock_changes.staffid is
  'The member of staff who changed the stock. Null if the server or a copy of the race made the stock.';
comment on column suspicions.found_at is 'The moment at which the rule first found the case.';
comment on column table_schedules.staffid is
  'The member of staff who gets the files. The column madeby has the member of staff who made the schedule.';
comment on column table_views.shared is 'True if everybody who may read the table of the race sees the view.';
comment on column tickets.holder is 'Name on the ticket. Null if nobody wrote one.';
comment on column timing_courses.live is 'True if runners see provisional results from the first read on.';
comment on column timing_entries.clock is 'Time of day that somebody said. Null if the moment of the tap counts.';
comment on column timing_reads.ignored is 'True if staff ignore the read.';
comment on column timing_reads.kind is
  'Tells whether the reader saw the chip for the first or for the last time, if the reader says so.';
comment on column timing_reads.margin_ms is
  'The uncertainty of the moment in milliseconds, if a person wrote the read. Null for a read of a chip.';
comment on column timing_runners.field is
  'The field in which the runner is ranked. Empty: the field of the runners. Wheelchairs and others have a field of '
  'their own.';
comment on column track_facts.to_m is
  'Metres along the course: the place at which a cut came back to the course, or the place at which a way back '
  'ended.';
comment on column tracks.cheers is 'True if spectators may send short texts to the runner.';
comment on column tracks.clock_s is
  'The seconds by which the clock of the device is ahead. The server stores the fixes with its own time.';
comment on column tracks.takes_from is
  'The server refuses fixes before this time, because the device had another carrier then. Null if the device has '
  'only one carrier.';
comment on column tracks.wave is 'The name of the wave with which a pacer starts. Null if it is the first wave.';
comment on column trail_checks.late is 'True if the check was made without a network and came later.';
comment on column trail_checks.reason is 'Word of the rule that refused the check. Null if the check counts.';
comment on column trail_points.rotating is 'True if a screen shows a code that changes twice a minute.';
comment on column trail_points.serial is 'The edition of the code. A code of an earlier edition is not valid any more.';
comment on column trails.eventid is 'Event whose course the trail follows. Null if the trail has points only.';
comment on column trails.ordered is 'True if the points count in their order only.';
comment on column vip_bibs.registrationid is 'The registration that gets the bib. Null: the name decides.';
comment on column volunteers.leader_mobile is 'The mobile number of the person in charge, sealed.';
comment on column volunteers.left_at is
  'The moment at which the volunteer was signed out. The hours of the shift are the time from came_at to left_at.';
comment on column volunteers.mobile is 'The mobile number, sealed, in the form E.164.';
comment on column waiting_rooms.next is
  'The number of the next late ticket. If some turns were not used, it is the first number that the room has not '
  'let in yet.';
comment on column waiting_rooms.per_network is 'The largest number of tickets of one network address.';
comment on column waiting_tickets.number is 'The number of the ticket. Null until the room opens.';
comment on column waitlist_entries.rank is 'The position in line at the last refresh.';
comment on column waitlist_entries.rank_before is 'The position in line at the refresh before the last refresh.';
comment on column waitlists.offer_minutes is
  'The minutes for which the server keeps an offered place until the runner pays.';
comment on column waitlists.offering is 'True while the server has not offered all places of the last refresh.';
