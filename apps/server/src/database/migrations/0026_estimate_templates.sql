CREATE TABLE "estimate_template" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "estimate_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"change_number" bigint DEFAULT 0 NOT NULL,
	"name" text NOT NULL,
	"content" jsonb NOT NULL,
	"owner_id" bigint,
	"made_by" text NOT NULL,
	"created_time" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "estimate_template_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "estimate_template" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "estimate_template" ADD CONSTRAINT "estimate_template_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "estimate_template_change" ON "estimate_template" USING btree ("company_id","change_number");--> statement-breakpoint
CREATE POLICY "estimate_template_only_own_company" ON "estimate_template" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "estimate_template_platform" ON "estimate_template" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "estimate_template" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "estimate_template" TO ridgebook_app;--> statement-breakpoint
-- A person who is deleted takes their own templates along.
GRANT SELECT, DELETE ON "estimate_template" TO ridgebook_platform;--> statement-breakpoint
CREATE TRIGGER estimate_template_change_number BEFORE INSERT OR UPDATE ON "estimate_template" FOR EACH ROW EXECUTE FUNCTION give_change_number();--> statement-breakpoint
CREATE TRIGGER estimate_template_tombstone AFTER DELETE ON "estimate_template" FOR EACH ROW EXECUTE FUNCTION leave_tombstone('estimate-templates', 'id');
