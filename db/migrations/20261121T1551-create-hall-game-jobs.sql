-- A runner of a game beside the race casts and prints too: resultid is then the game's runner (game_runners.id; results count from 1,000,000,000,
-- so that the two never meet).
alter table hall_jobs add column game boolean not null default false;
