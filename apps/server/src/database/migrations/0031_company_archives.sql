CREATE TABLE "imported_event" (
	"company_id" bigint NOT NULL,
	"chain" integer NOT NULL,
	"sequence" bigint NOT NULL,
	"former_company_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"file_hash" text DEFAULT '' NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "imported_event_company_id_chain_sequence_pk" PRIMARY KEY("company_id","chain","sequence")
);
--> statement-breakpoint
ALTER TABLE "imported_event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "company_export" (
	"company_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"done_count" integer DEFAULT 0 NOT NULL,
	"total_count" integer DEFAULT 0 NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"missing_count" integer DEFAULT 0 NOT NULL,
	"change_number" bigint,
	"created_by" bigint,
	"created_time" timestamp (3) with time zone NOT NULL,
	"finished_time" timestamp (3) with time zone,
	CONSTRAINT "company_export_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "sealed_company" (
	"id" bigint PRIMARY KEY NOT NULL,
	"travel_id" uuid NOT NULL,
	"name" text NOT NULL,
	"deleted_time" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "document_event" DROP CONSTRAINT "document_event_company_id_company_id_fk";
--> statement-breakpoint
ALTER TABLE "document_log" DROP CONSTRAINT "document_log_company_id_company_id_fk";
--> statement-breakpoint
-- In steps, so that the papers themselves are not written anew; devices need not hear of it.
ALTER TABLE "document" ADD COLUMN "travel_id" uuid;--> statement-breakpoint
ALTER TABLE "document" ALTER COLUMN "travel_id" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "document" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "document" SET "travel_id" = gen_random_uuid();--> statement-breakpoint
ALTER TABLE "document" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "document" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document" ALTER COLUMN "travel_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "travel_id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "company" ADD COLUMN "deletion_time" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "company_export" ADD CONSTRAINT "company_export_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "imported_event_of_document" ON "imported_event" USING btree ("company_id","document_id","chain","sequence");--> statement-breakpoint
CREATE INDEX "imported_event_of_file" ON "imported_event" USING btree ("company_id","file_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "document_travel" ON "document" USING btree ("company_id","travel_id");--> statement-breakpoint
CREATE UNIQUE INDEX "company_travel" ON "company" USING btree ("travel_id");--> statement-breakpoint
CREATE POLICY "imported_event_only_own_company" ON "imported_event" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
ALTER TABLE "imported_event" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT ON "imported_event" TO ridgebook_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "company_export" TO ridgebook_platform;--> statement-breakpoint
GRANT SELECT, INSERT ON "sealed_company" TO ridgebook_platform;--> statement-breakpoint

-- Evidence from elsewhere comes before the company's own log begins, and stays as it came.
CREATE FUNCTION refuse_late_import() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM document_log l WHERE l.company_id = NEW.company_id) THEN
    RAISE EXCEPTION 'The evidence log of this company has begun.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;--> statement-breakpoint
CREATE TRIGGER imported_event_comes_first BEFORE INSERT ON "imported_event"
FOR EACH ROW EXECUTE FUNCTION refuse_late_import();--> statement-breakpoint
CREATE TRIGGER imported_event_stays BEFORE UPDATE OR DELETE ON "imported_event"
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_event();--> statement-breakpoint
CREATE TRIGGER imported_event_stays_whole BEFORE TRUNCATE ON "imported_event"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_event();--> statement-breakpoint

-- New events of the evidence log say which company they are of, in a way that holds in every installation.
CREATE FUNCTION company_travel_id() RETURNS uuid LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT c.travel_id FROM company c WHERE c.id = current_company()
$$;--> statement-breakpoint

-- An import brings its records' ids along: ids are given by one sequence for all companies, which goes on above them. The bound keeps an
-- archive from using a sequence up; the distance is for what others are given at the same moment.
CREATE FUNCTION keep_ids_above(name text, id bigint) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  numbers regclass;
BEGIN
  IF id NOT BETWEEN 0 AND 1000000000000 THEN
    RAISE EXCEPTION 'No record has the id %.', id USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF name = 'estimate_item' THEN
    numbers := 'estimate_item_id'::regclass;
  ELSIF name IN ('lead', 'lead_photo', 'estimate', 'document', 'document_email', 'activity', 'estimate_template') THEN
    numbers := pg_get_serial_sequence(name, 'id')::regclass;
  ELSE
    RAISE EXCEPTION 'Ids of % are not brought along.', name USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF nextval(numbers) < id THEN
    PERFORM setval(numbers, id + 1000);
  END IF;
END
$$;--> statement-breakpoint
REVOKE ALL ON FUNCTION company_travel_id(), keep_ids_above(text, bigint), refuse_late_import() FROM PUBLIC;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION company_travel_id(), refuse_late_import() TO ridgebook_app;--> statement-breakpoint
GRANT EXECUTE ON FUNCTION keep_ids_above(text, bigint) TO ridgebook_platform;
