CREATE TABLE "document_filing" (
	"company_id" bigint NOT NULL,
	"document_id" bigint NOT NULL,
	"waiting_since" timestamp (3) with time zone,
	"last_failure" text,
	"stored_at" text DEFAULT '' NOT NULL,
	"file_id" text DEFAULT '' NOT NULL,
	"file_url" text DEFAULT '' NOT NULL,
	"pdf_hash" text DEFAULT '' NOT NULL,
	"filed_time" timestamp (3) with time zone,
	CONSTRAINT "document_filing_company_id_document_id_pk" PRIMARY KEY("company_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "document_filing" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "folder_log" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "folder_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"folder_type" text NOT NULL,
	"folder_id" text NOT NULL,
	"parent_id" text NOT NULL,
	"folder_name" text NOT NULL,
	"project_type" text NOT NULL,
	"project_types" jsonb NOT NULL,
	"is_mapping_correct" boolean NOT NULL,
	"details" text NOT NULL,
	"is_fixed" boolean DEFAULT false NOT NULL,
	"created_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "folder_log_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "folder_log" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "document_filing" ADD CONSTRAINT "document_filing_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "document_filing" ADD CONSTRAINT "document_filing_document_fk" FOREIGN KEY ("company_id","document_id") REFERENCES "public"."document"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "folder_log" ADD CONSTRAINT "folder_log_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "document_filing_waiting" ON "document_filing" USING btree ("company_id","waiting_since");--> statement-breakpoint
CREATE INDEX "folder_log_newest" ON "folder_log" USING btree ("company_id","created_time");--> statement-breakpoint
CREATE INDEX "folder_log_folder" ON "folder_log" USING btree ("company_id","folder_id");--> statement-breakpoint
CREATE POLICY "document_filing_only_own_company" ON "document_filing" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "document_filing_only_in_sight" ON "document_filing" AS RESTRICTIVE FOR ALL TO "ridgebook_app" USING ((select current_setting('ridgebook.lead_sight', true)) is distinct from 'own' or exists (select from document p where p.company_id = document_filing.company_id and p.id = document_filing.document_id));--> statement-breakpoint
CREATE POLICY "folder_log_only_own_company" ON "folder_log" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "folder_log_platform" ON "folder_log" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "document_filing" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "folder_log" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "document_filing", "folder_log" TO ridgebook_app;--> statement-breakpoint
GRANT SELECT, UPDATE (is_fixed) ON "folder_log" TO ridgebook_platform;
