CREATE TABLE "lead_event" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "lead_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lead_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT '' NOT NULL,
	"user_id" bigint,
	"changed_by" bigint,
	"time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lead_event_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "lead_event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lead_event" ADD CONSTRAINT "lead_event_lead" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."lead"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lead_event_of_lead" ON "lead_event" USING btree ("company_id","lead_id","id");--> statement-breakpoint
CREATE POLICY "lead_event_only_own_company" ON "lead_event" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "lead_event_only_in_sight" ON "lead_event" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from lead p where p.company_id = lead_event.company_id and p.id = lead_event.lead_id));--> statement-breakpoint
CREATE POLICY "lead_event_owner" ON "lead_event" AS PERMISSIVE FOR ALL TO "ridgebook_owner" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "lead_event" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT ON "lead_event" TO ridgebook_app;--> statement-breakpoint

-- A trigger, so that no writer forgets it: edits, imports, Zoho, people who hand over their leads, servers of former releases. As the owner,
-- because the platform's role writes leads too, and a salesperson who gives a lead away does not see it any more.
CREATE FUNCTION keep_lead_events() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  change record;
  former jsonb;
  save jsonb;
BEGIN
  FOR change IN
    SELECT v.* FROM (VALUES
      ('status', 'leadStatus', OLD.lead_status, NEW.lead_status, NULL::bigint, NULL::bigint),
      ('salesperson', 'userId', '', '', OLD.user_id, NEW.user_id),
      ('secondSalesperson', 'additionalSalesmanId', '', '', OLD.additional_salesman_id, NEW.additional_salesman_id)
    ) v (kind, field, old_status, status, old_person, person)
    WHERE v.old_status IS DISTINCT FROM v.status OR v.old_person IS DISTINCT FROM v.person
  LOOP
    former := OLD.field_authors -> change.field;
    -- The last change of the time before this table: this save takes its author away from the lead.
    IF former IS NOT NULL AND NOT EXISTS (
      SELECT FROM lead_event c WHERE c.company_id = NEW.company_id AND c.lead_id = NEW.id AND c.kind = change.kind
    ) THEN
      INSERT INTO lead_event (company_id, lead_id, kind, status, user_id, changed_by, time)
      VALUES (NEW.company_id, NEW.id, change.kind, change.old_status, change.old_person, (former ->> 'by')::bigint,
        (former ->> 'at')::timestamptz);
    END IF;
    -- Who saved the field; a writer that names nobody for it is the author of the whole save.
    save := NEW.field_authors -> change.field;
    IF save IS NULL OR save IS NOT DISTINCT FROM former THEN
      save := jsonb_build_object('by', NEW.modified_by, 'at', NEW.modified_time);
    END IF;
    INSERT INTO lead_event (company_id, lead_id, kind, status, user_id, changed_by, time)
    VALUES (NEW.company_id, NEW.id, change.kind, change.status, change.person, (save ->> 'by')::bigint, (save ->> 'at')::timestamptz);
  END LOOP;
  RETURN NULL;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION keep_lead_events() FROM PUBLIC;--> statement-breakpoint
CREATE TRIGGER lead_events_kept AFTER UPDATE OF lead_status, user_id, additional_salesman_id ON "lead"
  FOR EACH ROW EXECUTE FUNCTION keep_lead_events();--> statement-breakpoint

-- As before, and for events of leads too.
CREATE OR REPLACE FUNCTION keep_ids_above(name text, id bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  numbers regclass;
BEGIN
  IF id NOT BETWEEN 0 AND 1000000000000 THEN
    RAISE EXCEPTION 'No record has the id %.', id USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF name = 'estimate_item' THEN
    numbers := 'estimate_item_id'::regclass;
  ELSIF name IN ('lead', 'lead_event', 'lead_photo', 'estimate', 'document', 'document_email', 'activity', 'estimate_template') THEN
    numbers := pg_get_serial_sequence(name, 'id')::regclass;
  ELSE
    RAISE EXCEPTION 'Ids of % are not brought along.', name USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF nextval(numbers) < id THEN
    PERFORM setval(numbers, id + 1000);
  END IF;
END
$$;
