CREATE TABLE "mail_use" (
	"company_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "mail_use_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" bigint,
	"requested_time" timestamp (3) with time zone NOT NULL,
	"mails" integer NOT NULL,
	CONSTRAINT "mail_use_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "mail_use" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "mail_use" ADD CONSTRAINT "mail_use_company_id_company_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."company"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_use_time" ON "mail_use" USING btree ("company_id","requested_time");--> statement-breakpoint
CREATE POLICY "mail_use_only_own_company" ON "mail_use" AS PERMISSIVE FOR ALL TO "ridgebook_app" USING (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint)) WITH CHECK (company_id = (select nullif(current_setting('ridgebook.company_id', true), '')::bigint));--> statement-breakpoint
CREATE POLICY "mail_use_platform" ON "mail_use" AS PERMISSIVE FOR ALL TO "ridgebook_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
ALTER TABLE "mail_use" FORCE ROW LEVEL SECURITY;--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON "mail_use" TO ridgebook_app;--> statement-breakpoint
GRANT SELECT, INSERT ON "mail_use" TO ridgebook_platform;
