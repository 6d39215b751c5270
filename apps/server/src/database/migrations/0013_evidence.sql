ALTER TABLE "tombstone" ADD COLUMN "deleted_by" bigint;--> statement-breakpoint
ALTER TABLE "tombstone" ADD COLUMN "former" jsonb;--> statement-breakpoint

-- The user of the transaction, as the company knows them; null while none is set, as in jobs.
CREATE FUNCTION current_user_id() RETURNS bigint LANGUAGE sql STABLE PARALLEL SAFE SET search_path = pg_catalog AS $$
  SELECT nullif(current_setting('ridgebook.user_id', true), '')::bigint
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION current_user_id() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION current_user_id() TO ridgebook_app, ridgebook_platform;--> statement-breakpoint

-- Arguments: the store that devices know the record by, and the column that holds its id. A signed paper that was on its way brings
-- its estimate and lead back: the estimate to its lead, under its name, both as the next revision, so that devices take them for newer.
CREATE OR REPLACE FUNCTION leave_tombstone() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  deleted constant jsonb := to_jsonb(OLD);
  deleted_id constant bigint := (deleted ->> TG_ARGV[1])::bigint;
BEGIN
  -- While a whole company goes, nobody is left to hear of its records.
  IF EXISTS (SELECT FROM change_counter WHERE company_id = OLD.company_id) THEN
    INSERT INTO tombstone (company_id, store, record_id, change_number, deleted_by, former)
    VALUES (OLD.company_id, TG_ARGV[0], deleted_id, next_change_number(OLD.company_id), current_user_id(),
      CASE TG_ARGV[0]
        WHEN 'estimates' THEN
          jsonb_build_object('revision', deleted -> 'revision', 'leadId', deleted -> 'lead_id', 'name', deleted -> 'name')
        WHEN 'leads' THEN jsonb_build_object('revision', deleted -> 'revision')
      END)
    ON CONFLICT (company_id, store, record_id)
    DO UPDATE SET change_number = excluded.change_number, deleted_time = now(), deleted_by = excluded.deleted_by,
      former = excluded.former;
  END IF;
  RETURN OLD;
END
$$;
