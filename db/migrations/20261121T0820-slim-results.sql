-- Results reach their race through their event; one unique index serves an event's bib and a bib alone.
alter table results drop constraint results_raceid_fkey;
alter table results add constraint one_result_per_bib unique (raceid, bib, eventid);
alter table results drop constraint results_raceid_eventid_bib_key;
drop index results_of_bib;
