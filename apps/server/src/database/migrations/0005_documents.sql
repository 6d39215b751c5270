CREATE TABLE "document" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "document_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"revision" integer DEFAULT 1 NOT NULL,
	"change_number" bigint DEFAULT 0 NOT NULL,
	"estimate_id" bigint NOT NULL,
	"lead_id" bigint NOT NULL,
	"created_by_user_id" bigint,
	"name" text NOT NULL,
	"type" integer NOT NULL,
	"workflows" text[] DEFAULT '{}' NOT NULL,
	"created_time" timestamp (3) with time zone NOT NULL,
	"received_time" timestamp (3) with time zone NOT NULL,
	"modified_time" timestamp (3) with time zone NOT NULL,
	"modified_by" bigint,
	"show_additional_cost" boolean DEFAULT false NOT NULL,
	"additional_cost" numeric DEFAULT 0 NOT NULL,
	"additional_work_total_brought_from_addendum" numeric DEFAULT 0 NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"data_size" integer DEFAULT 0 NOT NULL,
	"is_signed" boolean DEFAULT false NOT NULL,
	"pdf_status" integer NOT NULL,
	"pdf_failure" text DEFAULT '' NOT NULL,
	"pdf_hash" text,
	"pdf_attempts" integer DEFAULT 0 NOT NULL,
	"superseded_by_id" bigint,
	CONSTRAINT "document_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "document_pdf_hash" CHECK ("document"."pdf_hash" ~ '^[0-9a-f]{64}$')
);
--> statement-breakpoint
ALTER TABLE "document" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_email" (
	"company_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "document_email_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"message" text DEFAULT '' NOT NULL,
	"sent_by" bigint,
	"requested_time" timestamp (3) with time zone NOT NULL,
	"status" integer NOT NULL,
	"failure" text DEFAULT '' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "document_email_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "document_email" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_event" (
	"company_id" bigint NOT NULL,
	"sequence" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"payload" jsonb NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"file_hash" text DEFAULT '' NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "document_event_company_id_sequence_pk" PRIMARY KEY("company_id","sequence")
);
--> statement-breakpoint
ALTER TABLE "document_event" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_log" (
	"company_id" bigint NOT NULL,
	"last_sequence" bigint DEFAULT 0 NOT NULL,
	"last_hash" text DEFAULT '' NOT NULL,
	CONSTRAINT "document_log_company_id_pk" PRIMARY KEY("company_id")
);
--> statement-breakpoint
ALTER TABLE "document_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "document_signature" (
	"company_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"key" text NOT NULL,
	"picture" "bytea" NOT NULL,
	"signed_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "document_signature_company_id_document_id_key_pk" PRIMARY KEY("company_id","document_id","key")
);
--> statement-breakpoint
ALTER TABLE "document_signature" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_estimate" FOREIGN KEY ("company_id","estimate_id") REFERENCES "public"."estimate"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document" ADD CONSTRAINT "document_lead" FOREIGN KEY ("company_id","lead_id") REFERENCES "public"."lead"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_email" ADD CONSTRAINT "document_email_document" FOREIGN KEY ("company_id","document_id") REFERENCES "public"."document"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_event" ADD CONSTRAINT "document_event_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_log" ADD CONSTRAINT "document_log_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_signature" ADD CONSTRAINT "document_signature_document" FOREIGN KEY ("company_id","document_id") REFERENCES "public"."document"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_of_estimate" ON "document" USING btree ("company_id","estimate_id","id");--> statement-breakpoint
CREATE INDEX "document_of_lead" ON "document" USING btree ("company_id","lead_id","id");--> statement-breakpoint
CREATE INDEX "document_change" ON "document" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE INDEX "document_superseded" ON "document" USING btree ("company_id","superseded_by_id");--> statement-breakpoint
CREATE INDEX "document_email_of_document" ON "document_email" USING btree ("company_id","document_id","id");--> statement-breakpoint
CREATE INDEX "document_event_of_document" ON "document_event" USING btree ("company_id","document_id","sequence");--> statement-breakpoint
CREATE INDEX "document_event_of_file" ON "document_event" USING btree ("company_id","file_hash");--> statement-breakpoint
CREATE POLICY "document_only_own_company" ON "document" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "document_email_only_own_company" ON "document_email" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "document_event_only_own_company" ON "document_event" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "document_log_only_own_company" ON "document_log" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "document_signature_only_own_company" ON "document_signature" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

ALTER TABLE "document" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_signature" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_email" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_log" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_event" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "document", "document_signature", "document_email" TO ridgebook_app;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE ON "document_log" TO ridgebook_app;--> statement-breakpoint
GRANT SELECT, INSERT ON "document_event" TO ridgebook_app;--> statement-breakpoint

CREATE TRIGGER document_change_number BEFORE INSERT OR UPDATE ON "document" FOR EACH ROW EXECUTE FUNCTION give_change_number();--> statement-breakpoint
CREATE TRIGGER document_tombstone AFTER DELETE ON "document" FOR EACH ROW EXECUTE FUNCTION leave_tombstone('estimate-documents', 'id');--> statement-breakpoint

-- An estimate lists its documents, so devices hear of it again when the list says something else. That a PDF is being made is
-- not worth sending a whole estimate; how it ended is.
CREATE FUNCTION touch_estimate_of_document() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  UPDATE estimate SET revision = revision
  WHERE company_id = coalesce(NEW.company_id, OLD.company_id) AND id = coalesce(NEW.estimate_id, OLD.estimate_id);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER document_touches_estimate AFTER INSERT OR DELETE ON "document"
FOR EACH ROW EXECUTE FUNCTION touch_estimate_of_document();--> statement-breakpoint
CREATE TRIGGER document_change_touches_estimate AFTER UPDATE ON "document"
FOR EACH ROW WHEN (
  OLD.name IS DISTINCT FROM NEW.name OR OLD.superseded_by_id IS DISTINCT FROM NEW.superseded_by_id
  OR OLD.pdf_hash IS DISTINCT FROM NEW.pdf_hash OR (OLD.pdf_status <> NEW.pdf_status AND NEW.pdf_status IN (1, 2))
) EXECUTE FUNCTION touch_estimate_of_document();--> statement-breakpoint

-- What happened stays as it was written down, whoever asks: a mistake in the code, an owner, a superuser in a hurry. Somebody
-- who takes the trigger away and then changes an event is found out by the chain of hashes.
CREATE FUNCTION refuse_change_of_event() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'The evidence log is only ever added to.' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER document_event_stays BEFORE UPDATE OR DELETE ON "document_event"
FOR EACH ROW EXECUTE FUNCTION refuse_change_of_event();--> statement-breakpoint
CREATE TRIGGER document_event_stays_whole BEFORE TRUNCATE ON "document_event"
FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_event();
