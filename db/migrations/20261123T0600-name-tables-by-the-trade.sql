alter table result_standings rename to ranking_inputs;
alter table ranking_inputs rename column standings to inputs;
alter table ranking_inputs rename constraint result_standings_pkey to ranking_inputs_pkey;
alter table ranking_inputs rename constraint result_standings_raceid_eventid_fkey to ranking_inputs_raceid_eventid_fkey;
comment on column ranking_inputs.inputs is 'features/results/ranking/rankingInputs.rules.ts.';
alter table results rename column base to original;
alter table waiting_tickets rename column house to network;
alter index waiting_tickets_of_house rename to waiting_tickets_of_network;
alter table waiting_rooms rename column per_house to per_network;
alter table waiting_rooms rename constraint waiting_rooms_per_house_check to waiting_rooms_per_network_check;
alter table photo_subscriptions rename column told_at to notified_at;
comment on table results is
  'Results as they are shown. Times are whole milliseconds, whole seconds where nothing finer is known. '
  'Ranks follow from ranking_inputs.';
alter table outside_failures rename to integration_failures;
alter table integration_failures rename constraint outside_failures_pkey to integration_failures_pkey;
