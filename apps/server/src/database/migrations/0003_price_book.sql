CREATE TABLE "estimate_section" (
	"company_id" bigint NOT NULL,
	"workflow_id" integer NOT NULL,
	"section_id" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"optional" boolean NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"section_order" integer,
	"change_number" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "estimate_section_company_id_workflow_id_section_id_pk" PRIMARY KEY("company_id","workflow_id","section_id")
);
--> statement-breakpoint
ALTER TABLE "estimate_section" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "estimate_workflow" (
	"company_id" bigint NOT NULL,
	"workflow_id" integer NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"alias" text DEFAULT '' NOT NULL,
	"change_number" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "estimate_workflow_company_id_workflow_id_pk" PRIMARY KEY("company_id","workflow_id")
);
--> statement-breakpoint
ALTER TABLE "estimate_workflow" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "price_book_entry" (
	"company_id" bigint NOT NULL,
	"field_id" text NOT NULL,
	"from_version" integer NOT NULL,
	"until_version" integer,
	"content" jsonb NOT NULL,
	"change_number" bigint NOT NULL,
	CONSTRAINT "price_book_entry_company_id_field_id_from_version_pk" PRIMARY KEY("company_id","field_id","from_version"),
	CONSTRAINT "price_book_entry_versions" CHECK ("price_book_entry"."until_version" > "price_book_entry"."from_version")
);
--> statement-breakpoint
ALTER TABLE "price_book_entry" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "price_book_import" (
	"company_id" bigint NOT NULL,
	"id" uuid NOT NULL,
	"state" text NOT NULL,
	"progress" integer DEFAULT 0 NOT NULL,
	"file_name" text DEFAULT '' NOT NULL,
	"exported_from" integer NOT NULL,
	"changed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"removed" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"problem_count" integer DEFAULT 0 NOT NULL,
	"published_version" integer,
	"created_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "price_book_import_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "price_book_import" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "price_book_version" (
	"company_id" bigint NOT NULL,
	"version" integer NOT NULL,
	"source" text NOT NULL,
	"restored_version" integer,
	"published_by" bigint,
	"author" text DEFAULT '' NOT NULL,
	"published_time" timestamp (3) with time zone NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"summary" jsonb NOT NULL,
	CONSTRAINT "price_book_version_company_id_version_pk" PRIMARY KEY("company_id","version")
);
--> statement-breakpoint
ALTER TABLE "price_book_version" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "estimate_section" ADD CONSTRAINT "estimate_section_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "estimate_workflow" ADD CONSTRAINT "estimate_workflow_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_book_entry" ADD CONSTRAINT "price_book_entry_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_book_import" ADD CONSTRAINT "price_book_import_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_book_version" ADD CONSTRAINT "price_book_version_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "estimate_section_change" ON "estimate_section" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE INDEX "estimate_workflow_change" ON "estimate_workflow" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE UNIQUE INDEX "price_book_entry_current" ON "price_book_entry" USING btree ("company_id","field_id") WHERE "price_book_entry"."until_version" is null;--> statement-breakpoint
CREATE INDEX "price_book_entry_until" ON "price_book_entry" USING btree ("company_id","until_version");--> statement-breakpoint
CREATE INDEX "price_book_entry_from" ON "price_book_entry" USING btree ("company_id","from_version");--> statement-breakpoint
CREATE INDEX "price_book_entry_change" ON "price_book_entry" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE INDEX "price_book_import_age" ON "price_book_import" USING btree ("company_id","created_time");--> statement-breakpoint
CREATE POLICY "estimate_section_only_own_company" ON "estimate_section" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "estimate_workflow_only_own_company" ON "estimate_workflow" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "price_book_entry_only_own_company" ON "price_book_entry" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "price_book_import_only_own_company" ON "price_book_import" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "price_book_version_only_own_company" ON "price_book_version" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint

ALTER TABLE "price_book_version" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "price_book_entry" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "price_book_import" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "estimate_workflow" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "estimate_section" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "price_book_version", "price_book_entry", "price_book_import", "estimate_workflow", "estimate_section" TO ridgebook_app;--> statement-breakpoint

CREATE TRIGGER estimate_workflow_change_number BEFORE INSERT OR UPDATE ON "estimate_workflow" FOR EACH ROW EXECUTE FUNCTION give_change_number();--> statement-breakpoint
CREATE TRIGGER estimate_section_change_number BEFORE INSERT OR UPDATE ON "estimate_section" FOR EACH ROW EXECUTE FUNCTION give_change_number();--> statement-breakpoint

-- Entries of the price book have no such trigger: a publish of a thousand of them takes its numbers at once, and closing an
-- old entry is no change that a device needs to hear of. Whoever publishes gives them (features/price-book).
CREATE FUNCTION next_change_numbers(company bigint, wanted integer) RETURNS bigint LANGUAGE sql SET search_path = public, pg_temp AS $$
  INSERT INTO change_counter (company_id, last_number) VALUES (company, wanted)
  ON CONFLICT (company_id) DO UPDATE SET last_number = change_counter.last_number + wanted
  RETURNING last_number
$$;
