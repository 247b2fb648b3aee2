-- The age that is reached in the calendar year of the race, beside the age on race day: an event's age groups go by the one or the other.
-- Birth dates are sealed, so it is counted where they are open anyway (sign-up); where it is null they are opened when an event first goes by it.
alter table registrations add column age_in_race_year integer;
alter table results add column age_in_year smallint;
alter table timing_runners add column age_in_year smallint;
